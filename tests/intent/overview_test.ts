import assert from "node:assert/strict";
import { asksForOverview } from "../../src/intent/overview.ts";

Deno.test("overview: a question for the whole repository is short", () => {
  const question = "how does this repo work";
  assert.equal(asksForOverview(question.padEnd(120)), true);
  assert.equal(asksForOverview(question.padEnd(121)), false);
});

const WHOLE = [
  "Explain this repository and how to run the tests",
  "what is in this repo and how do I run the tests?",
  "how do I build and run it?",
  "how to install this project",
  "describe the project",
  "summarize our code base",
  "walk me through this app",
  "tell me about the program",
  "understand this repository",
  "what does this project do",
  "overview of the project",
  "a quick tour of this repo",
  "i need a high-level overview of this repo",
  "give me a short summary of this project",
  "show me how to run it",
  "项目结构是怎样的",
  "这个程序有什么用",
  "代码库概览",
  "讲一下整个工程",
  "介绍一下这个仓库，怎么编译和运行测试？",
  "这个项目是做什么的？各个模块分别负责什么，怎么本地启动？",
];
const OTHER = [
  "explain this repository and how the scheduler wakes up",
  "how do I run the migrations",
  "how do I test a handler that panics?",
  "what is in this function",
  "怎么运行定时任务",
  "这个项目怎么处理登录？",
  "?",
];

Deno.test("overview: several questions for the whole in one prompt, and nothing else beside them", () => {
  for (const prompt of WHOLE) assert.equal(asksForOverview(prompt), true, prompt);
  for (const prompt of OTHER) assert.equal(asksForOverview(prompt), false, prompt);
});
