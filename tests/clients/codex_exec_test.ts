import assert from "node:assert/strict";
import { jsonLines } from "./support/claude.ts";
import { makeCodexUser } from "./support/codex_auto.ts";
import { testClient } from "./support/fetch_client.ts";
import type { Recorded, Reply } from "./support/mock_api.ts";
import type { Ended } from "../support/processes.ts";
import { explain } from "../support/processes.ts";
import { inputMessages } from "./support/responses_api.ts";
import { QUESTION, SMALL_TALK } from "./support/workspace.ts";

/** `codex-auto exec` around the real Codex and a scripted model. */

const client = await testClient("codex");
const title = `codex-auto exec with codex ${client.ok ? client.version : ""}`;

Deno.test({
  name: `${title}: the model's request holds the facts, once`,
  ignore: !client.ok,
  fn: async () => {
    const { ended, requests } = await turn(["exec", "--skip-git-repo-check", QUESTION]);
    assert.equal(ended.code, 0, explain("codex-auto", ended));
    const [first] = requests;
    assert.ok(first && requests.length === 1, explain(`requests: ${requests.length}`, ended));
    const texts = inputMessages(first).map(({ text }) => text);
    assert.equal(texts.filter((text) => text.includes(QUESTION)).length, 1);
    assert.equal(texts.filter((text) => /src\/session\.py:\d+.*rotate_session_token/.test(text)).length, 1);
    assert.match(ended.stdout, /the answer/);
  },
});

Deno.test({
  name: `${title}: a prompt that is not about code goes through as it is`,
  ignore: !client.ok,
  fn: async () => {
    const { ended, requests } = await turn(["exec", SMALL_TALK]);
    assert.equal(ended.code, 0, explain("codex-auto", ended));
    const messages = inputMessages(requests[0] as Recorded);
    assert.equal(messages.filter(({ text }) => text === SMALL_TALK).length, 1);
    assert.ok(!messages.some(({ text }) => text.includes("<auto-tools")));
  },
});

Deno.test({
  name: `${title}: options and output of Codex pass through`,
  ignore: !client.ok,
  fn: async () => {
    const { ended } = await turn(["exec", "--json", "-s", "read-only", QUESTION]);
    assert.equal(ended.code, 0, explain("codex-auto", ended));
    const types = jsonLines(ended.stdout).map((line) => line["type"]);
    assert.equal(types[0], "thread.started");
    assert.equal(types.at(-1), "turn.completed");
  },
});

Deno.test({
  name: `${title}: the exit code is Codex's own`,
  ignore: !client.ok,
  fn: async () => {
    const failed = await turn(["exec", QUESTION], () => ({ status: 400 }));
    assert.equal(failed.ended.code, 1, explain("an error of the API", failed.ended));
    const usage = await turn(["exec", "--no-such-option", QUESTION]);
    assert.equal(usage.ended.code, 2, explain("an option that Codex does not know", usage.ended));
    assert.equal(usage.requests.length, 0);
  },
});

Deno.test({
  name: `${title}: plan mode prints the enhanced prompt and calls nothing`,
  ignore: !client.ok,
  fn: async () => {
    const { ended, requests } = await turn(["exec", QUESTION], undefined, { CI_AUTO_TOOLS_MODE: "plan" });
    assert.equal(ended.code, 0, explain("codex-auto", ended));
    assert.equal(requests.length, 0);
    assert.ok(ended.stdout.includes(QUESTION));
    assert.match(ended.stdout, /^planned_codex_command: \["codex",.*"exec",/m);
  },
});

Deno.test({
  name: `${title}: a prompt on standard input and a resumed thread get their facts too`,
  ignore: !client.ok,
  fn: async () => {
    assert.ok(client.ok);
    await using user = await makeCodexUser(client.executable);
    const first = await user.codexAuto(["exec", "--json", "-"], QUESTION);
    assert.equal(first.code, 0, explain("codex-auto exec -", first));
    const thread = String(jsonLines(first.stdout)[0]?.["thread_id"]);
    const again = "Where is total_price in src/cart.py computed?";
    const second = await user.codexAuto(["exec", "--json", "resume", thread, again]);
    assert.equal(second.code, 0, explain("codex-auto exec resume", second));
    const messages = inputMessages(user.api.requests[1] as Recorded).map(({ text }) => text);
    const blocks = messages.filter((text) => text.startsWith("<auto-tools-context>"));
    assert.equal(blocks.length, 2);
    assert.match(blocks[0] ?? "", /src\/session\.py:\d+/);
    assert.match(blocks[1] ?? "", /src\/cart\.py:\d+/);
  },
});

Deno.test({
  name: `${title}: --inject prints the block and starts nothing`,
  ignore: !client.ok,
  fn: async () => {
    assert.ok(client.ok);
    await using user = await makeCodexUser(client.executable);
    for (const [args, input] of [[["--inject", QUESTION], ""], [["--inject"], QUESTION]] as const) {
      const ended = await user.codexAuto(args, input);
      assert.equal(ended.code, 0, explain("codex-auto --inject", ended));
      assert.match(
        ended.stdout,
        /^<auto-tools-context>\n[\s\S]*src\/session\.py:\d+[\s\S]*<\/auto-tools-context>\n$/,
      );
    }
    const silent = await user.codexAuto(["--inject", SMALL_TALK]);
    assert.equal(silent.stdout, "");
    assert.equal(user.api.requests.length, 0);
  },
});

async function turn(
  args: readonly string[],
  script?: (request: Recorded) => Reply,
  extra?: Record<string, string>,
): Promise<{ ended: Ended; requests: readonly Recorded[] }> {
  assert.ok(client.ok);
  await using user = await makeCodexUser(client.executable, script);
  const ended = await user.codexAuto(args, "", extra);
  return { ended, requests: user.api.requests };
}
