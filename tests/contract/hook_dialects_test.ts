import assert from "node:assert/strict";
import { decodeEvent, encodeAgentInput, encodeEventContext } from "../../src/clients/claude_code/events.ts";
import { parseCodexCommand } from "../../src/clients/codex/command_line.ts";
import { trustedHash } from "../../src/clients/codex/native_hook.ts";
import { readStreamLine } from "../../src/clients/codex/stream.ts";
import { capOf, decodeHook, encodeHook } from "../../src/clients/prompt_hook.ts";
import { fixed } from "../../src/safety/sanitize.ts";

/** One suite over the hooks of all clients: what they send, as it was recorded, and what may be answered. */

const SESSION = "67df4918-b797-401a-a661-3064613bc399";
const COMMON = { session_id: SESSION, transcript_path: "/home/u/t.jsonl", cwd: "/home/u/repo" };

/** As the clients sent it. */
const DIALECTS = {
  "claude-code": {
    prompt: {
      ...COMMON,
      prompt_id: "e4f2530a",
      permission_mode: "default",
      hook_event_name: "UserPromptSubmit",
    },
    unit: "UTF-16 units",
  },
  "codex-cli": {
    prompt: {
      ...COMMON,
      turn_id: "01a1f8b9",
      hook_event_name: "UserPromptSubmit",
      model: "gpt",
      permission_mode: "default",
    },
    unit: "bytes",
  },
} as const;

for (const [client, { prompt, unit }] of Object.entries(DIALECTS)) {
  Deno.test(`${client}: a prompt is read with its folder and session`, () => {
    assert.deepEqual(decode({ ...prompt, prompt: "fix it" }), {
      ok: true,
      request: {
        client,
        event: "UserPromptSubmit",
        prompt: "fix it",
        cwd: "/home/u/repo",
        sessionId: SESSION,
      },
    });
  });

  Deno.test(`${client}: fields that cannot be used are left out, the prompt still counts`, () => {
    const odd = { ...prompt, prompt: "x", cwd: "relative", session_id: "../../etc" };
    const decoded = decode(odd);
    assert.ok(decoded.ok);
    assert.equal(decoded.request.cwd, "/fallback");
    assert.equal(decoded.request.sessionId, undefined);
  });

  for (const nothing of ["", "  \n", null, 5, ["x"], undefined]) {
    Deno.test(`${client}: silence for the prompt ${JSON.stringify(nothing)}`, () => {
      assert.deepEqual(decode({ ...prompt, prompt: nothing }), { ok: false, reason: "no prompt" });
    });
  }

  Deno.test(`${client}: takes 10,000 ${unit}`, () => {
    const decoded = decode({ ...prompt, prompt: "x" });
    assert.ok(decoded.ok);
    assert.deepEqual(capOf(decoded.request.client), { limit: 10_000, unit });
  });

  Deno.test(`${client}: the answer holds the fields every client knows, and no empty one`, () => {
    assert.equal(encodeHook(fixed``), "");
    assert.deepEqual(JSON.parse(encodeHook(fixed`facts`)), {
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "facts" },
    });
    assert.deepEqual(JSON.parse(encodeHook(fixed``, fixed`name a file`)), { systemMessage: "name a file" });
    assert.match(encodeHook(fixed`facts`), /^\{.*\}\n$/);
  });
}

Deno.test("events of Codex that share a name with Claude Code's mean nothing here", () => {
  for (const hook_event_name of ["PreToolUse", "PostToolUse", "PostToolUseFailure"]) {
    const payload = {
      ...DIALECTS["codex-cli"].prompt,
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
  assert.equal(encodeEventContext("SessionStart", fixed``), "");
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
  assert.deepEqual(read({ type: "turn.completed", usage: {} }), { type: "completed" });
  assert.deepEqual(read({ type: "turn.failed", error: { message: "no" } }), { type: "failed", text: "no" });
  assert.deepEqual(read({ type: "error", message: "again" }), { type: "note", text: "again" });
  for (const line of ["", "{", "null", "[]", "1", '{"type":"item.completed"}', '{"type":5}']) {
    assert.equal(readStreamLine(line), undefined, line);
  }
});

function decode(payload: unknown): ReturnType<typeof decodeHook> {
  return decodeHook(new TextEncoder().encode(JSON.stringify(payload)), () => "/fallback");
}
