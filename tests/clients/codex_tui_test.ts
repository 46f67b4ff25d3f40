import assert from "node:assert/strict";
import { codexEnv } from "./support/codex.ts";
import { makeCodexUser } from "./support/codex_auto.ts";
import { testClient } from "./support/fetch_client.ts";
import type { Reply } from "./support/mock_api.ts";
import { inputMessages } from "./support/responses_api.ts";
import { hasTerminal, openTerminal } from "./support/terminal.ts";
import { QUESTION, SMALL_TALK } from "./support/workspace.ts";

/** `codex-auto` on a terminal: Codex's own interface with the hook, and the loop with its keys. */

const client = await testClient("codex");
const ignore = !await hasTerminal() || !client.ok;
const title = `codex-auto on a terminal with codex ${client.ok ? client.version : ""}`;

Deno.test({
  name: `${title}: the interface has the hook`,
  ignore,
  fn: async () => {
    assert.ok(client.ok);
    await using user = await makeCodexUser(client.executable);
    const { repository, home } = user.workspace;
    const trusted = `\n[projects.${JSON.stringify(repository)}]\ntrust_level = "trusted"\n`;
    await Deno.writeTextFile(`${home}/.codex/config.toml`, trusted, { append: true });
    await using terminal = openTerminal("codex-auto", { cwd: repository, env: codexEnv(user.workspace) });
    await terminal.until(() => /mock-model/.test(terminal.screen()));
    await terminal.type(QUESTION);
    await new Promise((done) => setTimeout(done, 500));
    await terminal.type("\r");
    await terminal.until(() => user.api.requests.length > 0);
    const asked = user.api.requests.map(inputMessages).find((all) =>
      all.some(({ text }) => text.includes(QUESTION))
    );
    assert.ok(asked, "the prompt reached the model");
    const facts = asked.filter(({ text }) => /src\/session\.py:\d+/.test(text));
    assert.deepEqual(facts.map(({ role }) => role), ["developer"]);
  },
});

Deno.test({
  name: `${title}: in the loop Ctrl-C ends the turn and Ctrl-D the loop`,
  ignore,
  fn: async () => {
    assert.ok(client.ok);
    const release = Promise.withResolvers<Reply>();
    await using user = await makeCodexUser(
      client.executable,
      (_request, index) => index === 0 ? release.promise : { text: `answer ${index + 1}` },
    );
    const options = { cwd: user.workspace.repository, env: codexEnv(user.workspace) };
    await using terminal = openTerminal("codex-auto --loop", options);
    const prompts = (): number => terminal.screen().split("codex-auto> ").length - 1;
    await terminal.until(() => prompts() === 1);
    await terminal.type("first question\r");
    await terminal.until(() => user.api.requests.length === 1);
    const before = prompts();
    await terminal.type("\x03");
    await terminal.until(() => prompts() > before);
    release.resolve({ text: "too late" });
    await terminal.type(`${SMALL_TALK}\r`);
    await terminal.until(() => terminal.screen().includes("answer 2"));
    assert.ok(!terminal.screen().includes("too late"));
    const [first, second] = user.api.requests.map((request) => request.headers["thread-id"]);
    assert.equal(second, first, "the conversation goes on");
    // The line before comes back from the history.
    await terminal.type("\x1b[A\r");
    await terminal.until(() => terminal.screen().includes("answer 3"));
    const last = inputMessages(user.api.requests[2] as typeof user.api.requests[0]);
    assert.equal(last.at(-1)?.text, SMALL_TALK);
    await terminal.type("\x04");
    assert.equal(typeof await terminal.ended, "number");
  },
});
