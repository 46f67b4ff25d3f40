import assert from "node:assert/strict";
import { testClient } from "../../clients/support/fetch_client.ts";
import { conversation, startMessagesApi, toolsUsed } from "../../clients/support/messages_api.ts";
import { makeWorkspace, program, QUESTION } from "../../clients/support/workspace.ts";
import { compare } from "./compare.ts";
import { measure, reportOf } from "./measure.ts";

const EXPECTS = ["src/session.py", "rotate_session_token"];
const ANSWER = "rotate_session_token is a method of SessionStore in src/session.py.";

Deno.test("agent bench: tokens, calls, files and the answer are read from the client's events", () => {
  const call = (name: string, file_path: string) => ({
    type: "assistant",
    message: { content: [{ type: "tool_use", name, input: { file_path } }, { type: "text", text: "x" }] },
  });
  const usage = {
    input_tokens: 10,
    cache_creation_input_tokens: 200,
    cache_read_input_tokens: 3000,
    output_tokens: 7,
  };
  const result = { type: "result", is_error: false, result: ANSWER, duration_ms: 1234, usage };
  const events = [call("Read", "a"), call("Read", "a"), call("Grep", "b"), call("Read", "c"), result];
  const expected = { input: 3210, output: 7, toolCalls: 4, filesRead: 2, milliseconds: 1234, isNamed: true };
  assert.deepEqual(measure(events, EXPECTS), expected);
  assert.equal(measure(events, [...EXPECTS, "Cart"])?.isNamed, false);
  assert.equal(measure(events.slice(0, -1), EXPECTS), undefined);
  assert.equal(measure([{ ...result, is_error: true }], EXPECTS), undefined);
});

Deno.test("agent bench: the report has the medians of the runs that came to a result", () => {
  const run = (input: number, isNamed = true) => ({
    input,
    output: 5,
    toolCalls: 2,
    filesRead: 1,
    milliseconds: 900,
    isNamed,
  });
  const task = { repository: "/r", prompt: "p", expects: [] };
  const report = reportOf([
    { task, without: [run(100), run(300), undefined], with: [run(50), run(70, false), run(60)] },
  ]);
  assert.match(report, /^\| without hook \| 2\/3 \| 200 \| 5 \| 2 \| 1 \| 900 \| 2\/2 \|$/m);
  assert.match(report, /^\| with hook \| 3\/3 \| 60 \| 5 \| 2 \| 1 \| 900 \| 2\/3 \|$/m);
});

const client = await testClient("claude-code");

Deno.test({
  name: "agent bench: the real client against a model that replays, with and without the hook",
  ignore: !client.ok,
  fn: async () => {
    assert.ok(client.ok);
    await using workspace = await makeWorkspace();
    const file_path = `${workspace.repository}/src/session.py`;
    // It looks into the file where the facts do not show it.
    await using api = startMessagesApi((request) => {
      const isTold = conversation(request).some(({ text }) =>
        text.includes("<auto-tools-context>") && text.includes("def rotate_session_token")
      );
      const isAsked = conversation(request).some(({ text }) => text.includes(QUESTION));
      return isAsked && !isTold && toolsUsed(request) === 0
        ? { tool: "Read", input: { file_path } }
        : { text: ANSWER };
    });
    const { HOME: _, ...env } = workspace.env;
    const [compared] = await compare([{
      repository: workspace.repository,
      prompt: QUESTION,
      expects: EXPECTS,
    }], {
      client: client.executable,
      program: await program(),
      runs: 1,
      env: {
        ...env,
        ANTHROPIC_BASE_URL: api.url,
        ANTHROPIC_API_KEY: "not-a-key",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_AUTOUPDATER: "1",
        IS_SANDBOX: "1",
        CI_AUTO_TOOLS_BUDGET_WALL_MS: "60000",
      },
    });
    const [without, within] = [compared?.without[0], compared?.with[0]];
    assert.ok(without && within, JSON.stringify(compared));
    assert.deepEqual([without.toolCalls, without.filesRead, without.isNamed], [1, 1, true]);
    assert.deepEqual([within.toolCalls, within.filesRead, within.isNamed], [0, 0, true]);
    assert.ok(without.input > within.input, "one more request");
  },
});
