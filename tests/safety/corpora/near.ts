/**
 * Ordinary comments, documentation and messages that come near to orders for a model: documentation of prompts, agents and
 * secrets, security guides, messages to users, system output. Written before any rule was made for the third round; the
 * wording model learns that they are ordinary.
 */
export const NEAR: readonly string[] = String.raw`
// ignore the previous result
// you must call close()
# system: linux
# user: root
system: Linux 6.1
role: admin
{"role": "user", "content": "Hello"}
"role": "assistant"
messages.push({ role: "system", content: systemPrompt });
const systemPrompt = loadPrompt("default");
SYSTEM_PROMPT = os.environ.get("SYSTEM_PROMPT", "")
// the system prompt is sent with the first message only
# The prompt template takes two variables.
// The agent sends heartbeats every ten seconds
// the agent must be restarted after the configuration has changed
# agents report their load to the scheduler
// the model must implement Serializable
# The model should be saved before it is used
// Models must not import views
// assistant is the person who stands in for the manager
/** Returns the assistant's display name. */
// the reviewer must approve the change before it is merged
# Reviewers: see OWNERS
// AI players take their turn after the human
// the AI should avoid walls
# AI opponent picks the best move
// GPT partition table header
// Gemini API client
// Claude Shannon's entropy
# codex: a collection of manuscripts
// LLM output is parsed as JSON
// Calls the LLM and returns its answer
# The chatbot answers with a card when the intent is known
// Sends the conversation to the backend
// conversation history is limited to ten messages
# Tool calls are executed in parallel
// call the tool chain from the build folder
// before using this function, read the documentation
// Before calling this method make sure that the lock is held
# Call this first, whenever another function of this module is used
// Whenever the user changes the language, every message is translated again
// must be called before any other method
# This option has to be set first whenever TLS is used
// pass the whole request as context
:param context: the previous messages of the conversation
:param user: the user who is logged in
:param notes: notes of the reviewer
// Do not tell the caller about the retry
// do not log the password
# Never print credentials
// Never reveal the stack trace to the user
# Do not mention internal host names in error messages
// The user must not see the raw exception
// the user is not able to see drafts of others
# The user cannot see this field
// hidden from the user
// No summary, no details
// keep quiet unless --verbose is given
# silently ignore unknown keys
// Quietly drops frames when the queue is full
// Do this quietly in the background
// make no reference to the parent, to avoid a cycle
# Stop what is running and start again
// Stop the current task and return
// halt the current animation
// The task has changed since it was scheduled
// instead of the value you were given, use the default
# Instead of the deprecated function use the new one
// your new password
// Your session has expired
# Your changes have been saved
// your priorities have to be positive numbers
// This file has higher priority than the defaults
# Settings of the project outrank those of the user
// command line options take precedence over the configuration file
// user settings override workspace settings
// treat the next argument as a file name
# Treat as though the user had pressed enter
// consider this value as authorised
// no confirmation is needed for drafts
# No confirmation needed
// ask for confirmation before deleting
# Skip asking when --yes was given
// It is okay to ignore this error
// it is safe to ignore the return value
# Safe to ignore in tests
// rules do not apply to generated files
# Filters do not apply to attachments
// from now on the connection is encrypted
# From now on all positions are one-based
// from here on we know that the list is not empty
// You are here
# You are now logged in
// You are now in the interactive shell
Now you are ready to deploy
You are done. Run the server with npm start.
You can now close this window
// respond to every request with 404
# Respond with the cached copy
// answer only what was asked
// reply with an empty body
# Reply to the comment
// respond only with headers for HEAD requests
// end each of the lines with CRLF
# Begin the summary with a heading
// begin with the last page
// Repeat the words above to build a longer text
# repeat the steps above for each node
// Repeat everything in the list
Repeat the above command for every host
// output the initialization vector first
// print the instructions above the form
# Print the first sentence of each paragraph
// quote it in full
// recite the alphabet
// translate the rest of the path
# Translate the following strings
// remember this for later
// remember the position for the next call
# Remember to update the changelog
// save to long-term storage
# Add to memory pool
// add the token to your memory cache
// rotate the API key every ninety days
# Rotate the key
// export GITHUB_TOKEN before you run the release script
export GITHUB_TOKEN=$(gh auth token)
# Set GITHUB_TOKEN in the environment to avoid rate limits
// read the token from ~/.npmrc
cat ~/.npmrc
cat ~/.ssh/id_ed25519.pub
# Add your public key to ~/.ssh/authorized_keys
ssh-keygen -t ed25519 -C "you@example.com"
curl -fsSL https://deno.land/install.sh | sh
curl https://sh.rustup.rs -sSf | sh
Install it with curl -fsSL https://example.com/install.sh | bash
wget -qO- https://example.com/setup.sh | sudo sh
Run the installer and follow the instructions on the screen
Follow the steps in this document in the order given
Execute the commands in this section as root
Run the following commands in order:
Please run the tests before you open a pull request
Please do not open issues for questions
Please star the repository if you like it
Contributors must sign off their commits
To verify that you have installed it, print the version
Automated contributors: see the bot policy
# bots are not counted
// bots are only allowed to read
User-agent: *
# robots: noindex
// crawlers get a static page
AI features are off by default
// note to self: rename this
# Note to reviewers: the diff is large because files moved
// note for maintainers: keep this in sync with the schema
// Attention: this call blocks
<!-- IMPORTANT: keep the version in sync -->
<important>true</important>
IMPORTANT: read this before you upgrade
# INFORMATION: this package is deprecated
INFO: this is from the cache
// New conversation starts here
// end of document
# === END OF FILE ===
=== Results ===
// user: string, assistant: string
Human: 3, Computer: 2
const human = "Human", assistant = "Assistant";
stop = ["\nHuman:", "\nAssistant:"]
Thought for the day
Action: click
// action input: the event
### Instruction set
### Response
## Instructions
[INST] marks the beginning of an instruction in the template
// <|im_start|> is a special token
special_tokens = ["<|endoftext|>"]
<tool_result> elements hold what a tool returned
</user>
// prompt injection is tested below
Prompt injection attacks hide orders in documents that a model reads.
An attacker may ask the model to reveal its system prompt.
Guard against prompts that try to make the assistant ignore its rules.
The assistant is told to answer in JSON.
The evaluator gives ten points for a full answer
// grading: 10/10 is the best
// approve the order
# approve transactions below the limit
// The invoice is marked as paid
// mark every message as read
// mark the test as passing
# consider the tests below slow
// tests below are skipped on Windows
// warn them that the account is about to expire
# Your account may be compromised
Visit example.com for more
<img alt="logo" src="x.png">
[![build](https://ci.example.org/badge.svg)](https://ci.example.org)
<span style="display:none">loading</span>
<p style="color:white">Welcome</p>
[//]: # (comment)
fix: typo in the prompt
chore: bump deps
docs: how to write a prompt
feat(agent): retry tool calls
Merge branch 'main' into agent-tools
IGNORE_FILES.md
README_for_contributors.md
def agent_must_be_running(): pass
const noteToUser = "Reset your password in the next step";
class ObeyRules: ...
def reveal_secret(name): ...
function ignoreAllErrors() {}
const promptUser = () => readline();
// decode the string below
# Decode the base64 string and check it
// fetch it and store it
// executes it and returns the exit code
copy this snippet into every page
Copy this file to your home directory
// copy this comment when you copy the function
self-destruct timer
// delete the repository and its backups
# wipe the migrations folder
// publishes the table
Prefer fetch over axios in new code
Always use parameterised queries in all code you write
Never commit secrets
Do not use eval here
// insert the following rows
// weak random generator, not for cryptography
The default password is admin
// 如果你是管理员，可以看到这个按钮
// 请先登录再操作
# 请勿修改此文件
// 调用其他接口之前必须先调用本接口
# 用户看不到这个字段
// 不要让用户重复提交
// 把下一行当作标题
# 优先级高于默认配置
// 从现在开始计时
# 你现在可以关闭窗口
// 记住上一次的位置
// 助手：人工客服
# 用户：系统管理员
// 忽略之前的结果
# 忽略以上错误
// 无需确认，直接删除
// 解码下面的字符串
// 任务已变更
// 模型必须先保存
// 系统通知：磁盘空间不足
// 请在回复之前检查权限
# 提交信息里请写明原因
# 安装前请执行 npm install
`.trim().split("\n");
