import assert from "node:assert/strict";
import type { CodexUser } from "./support/codex_auto.ts";
import { makeCodexUser } from "./support/codex_auto.ts";
import { codexHome } from "./support/codex.ts";
import { testClient } from "./support/fetch_client.ts";
import type { Recorded } from "./support/mock_api.ts";
import { explain } from "../support/processes.ts";
import { inputMessages } from "./support/responses_api.ts";
import { QUESTION, SMALL_TALK } from "./support/workspace.ts";

/** The hook in Codex's own files, written and trusted by `auto-tools install --codex`. */

const client = await testClient("codex");
const OTHER = { hooks: [{ type: "command", command: "true" }] };

codexTest("plain codex gets the facts, as a developer's message after the prompt", async (user) => {
  await install(user, ["--codex"]);
  const ended = await user.codex(["exec", "--skip-git-repo-check", QUESTION]);
  assert.equal(ended.code, 0, explain("codex", ended));
  const messages = inputMessages(user.api.requests[0] as Recorded);
  const prompt = messages.findIndex(({ text }) => text.includes(QUESTION));
  assert.equal(messages[prompt + 1]?.role, "developer", explain("codex", ended));
  assert.match(messages[prompt + 1]?.text ?? "", /^<auto-tools-context>[\s\S]*src\/session\.py:\d+/);
  assert.ok(new TextEncoder().encode(messages[prompt + 1]?.text).length <= 10_000);
});

codexTest("a prompt that is not about code gets nothing, not even an empty message", async (user) => {
  await install(user, ["--codex"]);
  await user.codex(["exec", "--skip-git-repo-check", SMALL_TALK]);
  const messages = inputMessages(user.api.requests[0] as Recorded);
  assert.equal(messages.at(-1)?.text, SMALL_TALK);
});

codexTest("codex-auto beside the installed hook injects once", async (user) => {
  await install(user, ["--codex"]);
  const ended = await user.codexAuto(["exec", "--skip-git-repo-check", QUESTION]);
  assert.equal(ended.code, 0, explain("codex-auto", ended));
  assert.equal(factsIn(user.api.requests[0] as Recorded), 1);
});

codexTest("codex-auto beside an installed but untrusted hook injects once", async (user) => {
  await install(user, ["--codex"]);
  const config = `${codexHome(user.workspace)}/config.toml`;
  const text = await Deno.readTextFile(config);
  await Deno.writeTextFile(
    config,
    text.replace(/trusted_hash = "sha256:....../, 'trusted_hash = "sha256:000000'),
  );
  await user.codex(["exec", "--skip-git-repo-check", QUESTION]);
  assert.equal(factsIn(user.api.requests[0] as Recorded), 0, "Codex skips what it does not trust");
  await user.codexAuto(["exec", "--skip-git-repo-check", QUESTION]);
  assert.equal(factsIn(user.api.requests[1] as Recorded), 1);
});

codexTest("after a compaction the facts are given again, installed and by codex-auto", async (user) => {
  const compacting = ["exec", "--skip-git-repo-check", "-c", "model_auto_compact_token_limit=50"];
  await install(user, ["--codex"]);
  await user.codex([...compacting, QUESTION]);
  await user.codex([...compacting, "resume", "--last", QUESTION]);
  assert.equal(factsIn(user.api.requests.at(-1) as Recorded), 1);
  await uninstall(user, ["--codex"]);
  await user.codexAuto([...compacting, "resume", "--last", QUESTION]);
  assert.equal(factsIn(user.api.requests.at(-1) as Recorded), 1);
});

codexTest("another tool's hooks stay, where they are, and ours works after them", async (user) => {
  const file = `${codexHome(user.workspace)}/hooks.json`;
  const before = JSON.stringify(
    { description: "mine", hooks: { Stop: [OTHER], UserPromptSubmit: [OTHER] } },
    null,
    4,
  );
  await Deno.writeTextFile(file, before);
  await install(user, ["--codex"]);
  const { hooks } = JSON.parse(await Deno.readTextFile(file));
  assert.deepEqual(hooks.Stop, [OTHER]);
  assert.deepEqual(hooks.UserPromptSubmit[0], OTHER);
  await user.codex(["exec", "--skip-git-repo-check", QUESTION]);
  assert.equal(factsIn(user.api.requests[0] as Recorded), 1);
  await uninstall(user, ["--codex"]);
  assert.equal(await Deno.readTextFile(file), before);
});

codexTest("installing twice changes nothing, removing brings every byte back", async (user) => {
  const folder = codexHome(user.workspace);
  const config = await Deno.readTextFile(`${folder}/config.toml`);
  await install(user, ["--codex", "--codex-mcp"]);
  const once = await Deno.readTextFile(`${folder}/config.toml`);
  const again = await install(user, ["--codex", "--codex-mcp"]);
  assert.match(again, /already installed/);
  assert.equal(await Deno.readTextFile(`${folder}/config.toml`), once);
  await uninstall(user, []);
  assert.equal(await Deno.readTextFile(`${folder}/config.toml`), config);
  const left = [...Deno.readDirSync(folder)].map((entry) => entry.name).filter((name) =>
    /hooks\.json|backup/.test(name)
  );
  assert.deepEqual(left, []);
});

codexTest("what the user wrote in between survives the removal", async (user) => {
  const config = `${codexHome(user.workspace)}/config.toml`;
  const before = await Deno.readTextFile(config);
  await install(user, ["--codex", "--codex-mcp"]);
  await Deno.writeTextFile(
    config,
    (await Deno.readTextFile(config)) + "\n# mine\n[tui]\nnotifications = true\n",
  );
  await uninstall(user, []);
  const after = await Deno.readTextFile(config);
  assert.ok(after.startsWith(before.trimEnd()), after);
  assert.ok(after.endsWith("# mine\n[tui]\nnotifications = true\n"), after);
  assert.doesNotMatch(after, /auto-tools|trusted_hash/);
  const ended = await user.codex(["exec", "--skip-git-repo-check", SMALL_TALK]);
  assert.equal(ended.code, 0, explain("codex", ended));
});

codexTest("the MCP server is registered as Codex reads it", async (user) => {
  await install(user, ["--codex-mcp"]);
  const ended = await user.codex(["mcp", "list"]);
  assert.match(ended.stdout, /auto-tools\s+\S*auto-tools\s+mcp/, explain("codex mcp list", ended));
});

codexTest("a file Codex could not read is left alone and named", async (user) => {
  const file = `${codexHome(user.workspace)}/hooks.json`;
  await Deno.writeTextFile(file, "{ // mine\n}");
  const ended = await user.autoTools(["install", "--codex"]);
  assert.equal(ended.code, 20, explain("auto-tools install", ended));
  assert.match(ended.stderr, /not valid JSON/);
  assert.equal(await Deno.readTextFile(file), "{ // mine\n}");
});

function factsIn(request: Recorded): number {
  return inputMessages(request).filter(({ text }) => /src\/session\.py:\d+/.test(text)).length;
}

async function install(user: CodexUser, args: readonly string[]): Promise<string> {
  const ended = await user.autoTools(["install", "--bin-dir", `${user.workspace.home}/bin`, ...args]);
  assert.equal(ended.code, 0, explain("auto-tools install", ended));
  return ended.stdout;
}

async function uninstall(user: CodexUser, args: readonly string[]): Promise<void> {
  const ended = await user.autoTools(["uninstall", "--bin-dir", `${user.workspace.home}/bin`, ...args]);
  assert.equal(ended.code, 0, explain("auto-tools uninstall", ended));
}

function codexTest(name: string, act: (user: CodexUser) => Promise<void>): void {
  Deno.test({
    name: `install --codex with codex ${client.ok ? client.version : ""}: ${name}`,
    ignore: !client.ok,
    fn: async () => {
      assert.ok(client.ok);
      await using user = await makeCodexUser(client.executable);
      await act(user);
    },
  });
}
