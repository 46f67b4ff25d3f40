import assert from "node:assert/strict";
import { decodeEvent, encodeAgentInput, encodeEventContext } from "../../src/clients/claude_code/events.ts";
import { parseCodexCommand } from "../../src/clients/codex/command_line.ts";
import { trustedHash } from "../../src/clients/codex/native_hook.ts";
import { readStreamLine } from "../../src/clients/codex/stream.ts";
import { fixed } from "../../src/safety/safe_text.ts";

/** The events beside the prompt that Claude Code and Codex send, and how Codex is started and read. */

const SESSION = "67df4918-b797-401a-a661-3064613bc399";
const COMMON = { session_id: SESSION, transcript_path: "/home/u/t.jsonl", cwd: "/home/u/repo" };

Deno.test("events of Codex that share a name with Claude Code's mean nothing here", () => {
  for (const hook_event_name of ["PreToolUse", "PostToolUse", "PostToolUseFailure"]) {
    const payload = {
      ...COMMON,
      turn_id: "01a1f8b9",
      hook_event_name,
      tool_name: "Agent",
      tool_input: { prompt: "x" },
    };
    assert.equal(decodeEvent(payload, () => "/"), undefined);
  }
});

Deno.test("claude-code: events are read, others mean nothing", () => {
  const event = (fields: Record<string, unknown>): unknown =>
    decodeEvent({ ...COMMON, ...fields }, () => "/");
  const common = { cwd: COMMON.cwd, sessionId: SESSION };
  const input = { description: "d", prompt: "look", subagent_type: "Explore" };
  const agent = { hook_event_name: "PreToolUse", tool_input: input };
  for (const tool_name of ["Agent", "Task"]) {
    assert.deepEqual(event({ ...agent, tool_name }), {
      ...common,
      type: "before-agent",
      prompt: "look",
      input,
    });
  }
  assert.equal(event({ ...agent, tool_name: "Bash" }), undefined);
  assert.equal(event({ ...agent, tool_name: "Agent", tool_input: { prompt: " " } }), undefined);
  assert.deepEqual(
    event({
      hook_event_name: "PostToolUse",
      tool_name: "NotebookEdit",
      tool_input: { notebook_path: "/a.ipynb" },
    }),
    { ...common, type: "after-edit", path: "/a.ipynb" },
  );
  const failure = { hook_event_name: "PostToolUseFailure", tool_name: "Read", tool_input: {}, error: "gone" };
  assert.deepEqual(event(failure), {
    ...common,
    type: "tool-failed",
    tool: "Read",
    input: {},
    error: "gone",
  });
  assert.equal(event({ ...failure, is_interrupt: true }), undefined, "a key press is no failure");
  for (const source of ["startup", "resume", "clear", "compact"]) {
    assert.deepEqual(event({ hook_event_name: "SessionStart", source }), {
      ...common,
      type: "session-start",
      source,
    });
  }
  assert.equal(event({ hook_event_name: "SessionStart", source: "other" }), undefined);
  for (
    const hook_event_name of ["PreCompact", "SubagentStart", "Stop", "Notification", "NoSuchEvent", 7, null]
  ) {
    assert.equal(event({ hook_event_name, tool_name: "Agent", tool_input: input }), undefined);
  }
});

Deno.test("claude-code: a subagent's input is answered whole, with nothing decided for the user", () => {
  const input = {
    description: "d",
    prompt: "old",
    subagent_type: "Explore",
    model: "haiku",
    run_in_background: true,
  };
  assert.deepEqual(JSON.parse(encodeAgentInput(input, "new")), {
    hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { ...input, prompt: "new" } },
  });
  assert.equal(encodeEventContext("SessionStart", { context: fixed`` }), "");
});

Deno.test("codex: the trusted hash is the one the client computes", async () => {
  // That Codex computes the same is proved with the real client; here it is held still.
  const hook = { type: "command", command: "'/home/u/.claude/hooks/auto-tools' hook", timeout: 15 } as const;
  assert.equal(
    await trustedHash(hook),
    "sha256:8a30cc25c4b4934baae27c3d57b76203cb31015b15f9ec58e01bcbd700564c9c",
  );
  assert.notEqual(await trustedHash(hook), await trustedHash({ ...hook, timeout: 16 }));
  assert.equal(
    await trustedHash({ type: "command", command: "x" }),
    await trustedHash({ type: "command", command: "x", timeout: 600 }),
  );
});

Deno.test("codex: a command line is a turn with a prompt, or passes through without the hook", () => {
  const turn = (line: string): unknown => {
    const command = parseCodexCommand(line.split(" ").filter((word) => word !== ""), false);
    return command.mode === "pass" ? command.turn : command.mode;
  };
  const prompt = (text: string | undefined): unknown => ({ prompt: text });
  assert.deepEqual(turn(""), prompt(undefined));
  assert.deepEqual(turn("fix"), prompt("fix"));
  assert.deepEqual(turn("-m gpt fix"), prompt("fix"));
  assert.deepEqual(turn("exec fix"), prompt("fix"));
  assert.deepEqual(turn("e --json -C /tmp fix"), prompt("fix"));
  assert.deepEqual(turn("exec -"), prompt("-"));
  assert.deepEqual(turn("exec -- -x"), prompt("-x"));
  assert.deepEqual(turn("exec resume ID fix"), prompt("fix"));
  assert.deepEqual(turn("exec resume --last fix"), prompt("fix"));
  assert.deepEqual(turn("exec review fix"), prompt("fix"));
  assert.deepEqual(turn("resume ID"), prompt(undefined));
  for (const other of ["login", "mcp list", "--version", "exec --help", "completion bash"]) {
    assert.equal(turn(other), undefined, other);
  }
  assert.equal(turn("--loop"), "loop");
  assert.equal(turn("--inject fix"), "inject");
  assert.equal(turn("--help"), "help");
  assert.equal(parseCodexCommand([], true).mode, "loop");
});

Deno.test("codex: its stream is read line by line, whatever stands in it", () => {
  const id = "01a1f8b9-5c30-7643-8b34-00f74aecc59d";
  const read = (value: unknown): unknown => readStreamLine(JSON.stringify(value));
  assert.deepEqual(read({ type: "thread.started", thread_id: id }), { type: "thread", id });
  assert.equal(read({ type: "thread.started", thread_id: "../x" }), undefined);
  const item = { id: "item_1", type: "agent_message", text: "hi" };
  assert.deepEqual(read({ type: "item.completed", item }), { type: "message", text: "hi" });
  assert.equal(read({ type: "turn.completed", usage: {} }), undefined);
  assert.deepEqual(read({ type: "turn.failed", error: { message: "no" } }), { type: "note", text: "no" });
  assert.deepEqual(read({ type: "error", message: "again" }), { type: "note", text: "again" });
  for (const line of ["", "{", "null", "[]", "1", '{"type":"item.completed"}', '{"type":5}']) {
    assert.equal(readStreamLine(line), undefined, line);
  }
});
