import assert from "node:assert/strict";
import type { CodexUser } from "./support/codex_auto.ts";
import { makeCodexUser } from "./support/codex_auto.ts";
import { testClient } from "./support/fetch_client.ts";
import type { Recorded, Reply } from "./support/mock_api.ts";
import { explain } from "../support/processes.ts";
import { inputMessages } from "./support/responses_api.ts";
import { QUESTION, SMALL_TALK } from "./support/workspace.ts";

/** The line loop around the real Codex: one conversation, each turn with its facts. */

const client = await testClient("codex");
const title = `codex-auto loop with codex ${client.ok ? client.version : ""}`;
const SESSION = ".devbooks/cache/auto-tools/codex-session.json";
const LOST = "session continuity unavailable; fallback to stateless exec";

loopTest("three piped lines are three turns of one thread", async (user) => {
  const second = "Where is total_price in src/cart.py computed?";
  const ended = await user.codexAuto([], `${QUESTION}\n${second}\n\n${SMALL_TALK}\n`);
  assert.equal(ended.code, 0, explain("codex-auto", ended));
  assert.equal(user.api.requests.length, 3, explain("codex-auto", ended));
  assert.equal(new Set(user.api.requests.map((request) => request.headers["thread-id"])).size, 1);
  const last = inputMessages(user.api.requests[2] as Recorded).map(({ text }) => text);
  for (const prompt of [QUESTION, second, SMALL_TALK]) {
    assert.equal(last.filter((text) => text === prompt).length, 1, `in the last request: ${prompt}`);
  }
  assert.equal(last.filter((text) => text.includes("<auto-tools-context>")).length, 2);
  assert.deepEqual(ended.stdout.match(/answer \d/g), ["answer 1", "answer 2", "answer 3"]);
  assert.ok(!ended.stderr.includes(LOST));
});

loopTest("a later call goes on in the kept thread, and nothing of it is seen by git", async (user) => {
  await user.codexAuto(["--loop"], `${QUESTION}\n`);
  await user.codexAuto(["--loop"], `${SMALL_TALK}\n`);
  const [first, second] = user.api.requests.map((request) => request.headers["thread-id"]);
  assert.ok(first !== undefined);
  assert.equal(second, first);
  const status = new Deno.Command("git", { args: ["status", "--short"], cwd: user.workspace.repository });
  assert.equal(new TextDecoder().decode((await status.output()).stdout), "");
});

loopTest("a lost thread is said and the turn still happens", async (user) => {
  await user.codexAuto([], `${SMALL_TALK}\n`);
  await Deno.remove(`${user.workspace.home}/.codex/sessions`, { recursive: true });
  const ended = await user.codexAuto([], `${QUESTION}\n${SMALL_TALK}\n`);
  assert.equal(ended.code, 0, explain("codex-auto", ended));
  assert.equal(ended.stderr.split(LOST).length - 1, 1, explain("codex-auto", ended));
  const [before, after, next] = user.api.requests.map((request) => request.headers["thread-id"]);
  assert.notEqual(after, before);
  assert.equal(next, after);
});

for (const damaged of ["{", '{"version":1,"thread_id":"../../etc/passwd","root":"/"}', '{"version":9}']) {
  loopTest(`a session file that cannot be used starts anew: ${damaged}`, async (user) => {
    const path = `${user.workspace.repository}/${SESSION}`;
    await Deno.mkdir(path.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(path, damaged);
    const ended = await user.codexAuto([], `${SMALL_TALK}\n`);
    assert.equal(ended.code, 0, explain("codex-auto", ended));
    assert.match(ended.stderr, new RegExp(`^\\[Limits\\]\n${LOST}$`, "m"));
    const written = JSON.parse(await Deno.readTextFile(path));
    assert.equal(written.thread_id, user.api.requests[0]?.headers["thread-id"]);
  });
}

loopTest("with CI_CODEX_SESSION_MODE=exec every turn stands alone", async (user) => {
  await user.codexAuto([], `${SMALL_TALK}\n${SMALL_TALK}\n`, { CI_CODEX_SESSION_MODE: "exec" });
  assert.equal(new Set(user.api.requests.map((request) => request.headers["thread-id"])).size, 2);
});

loopTest("a failed turn does not end the loop and is the exit code", async (user) => {
  const ended = await user.codexAuto([], `${SMALL_TALK}\n${SMALL_TALK} again\n`);
  assert.equal(ended.code, 1, explain("codex-auto", ended));
  assert.ok(ended.stdout.includes("answer 2"), explain("codex-auto", ended));
}, (_request, index) => index === 0 ? { status: 400 } : { text: `answer ${index + 1}` });

loopTest("plan mode prints every prompt, calls nothing, and is the same to the byte", async (user) => {
  const plan = { CI_AUTO_TOOLS_DRY_RUN: "1" };
  const once = await user.codexAuto([], `${QUESTION}\n${SMALL_TALK}\n`, plan);
  const twice = await user.codexAuto([], `${QUESTION}\n${SMALL_TALK}\n`, plan);
  assert.equal(once.stdout, twice.stdout);
  assert.equal(once.stdout.split("planned_codex_command: ").length - 1, 2, explain("codex-auto", once));
  assert.equal(user.api.requests.length, 0);
});

function loopTest(
  name: string,
  act: (user: CodexUser) => Promise<void>,
  script: (request: Recorded, index: number) => Reply = (_request, index) => ({
    text: `answer ${index + 1}`,
  }),
): void {
  Deno.test({
    name: `${title}: ${name}`,
    ignore: !client.ok,
    fn: async () => {
      assert.ok(client.ok);
      await using user = await makeCodexUser(client.executable, script);
      await act(user);
    },
  });
}
