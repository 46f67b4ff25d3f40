import assert from "node:assert/strict";
import { hookResponses, runClaude } from "./support/claude.ts";
import { fetchClient } from "./support/fetch_client.ts";
import { conversation, startMessagesApi } from "./support/messages_api.ts";
import type { Ended } from "./support/processes.ts";
import { explain, run } from "./support/processes.ts";
import type { Workspace } from "./support/workspace.ts";
import { makeWorkspace, program, QUESTION } from "./support/workspace.ts";

/** `auto-tools install --claude-plugin` in the real client, and that plugin and settings never both run the hook. */

const client = await fetchClient("claude-code");
const PLUGIN = ["--claude-plugin"];

installTest("the installed plugin answers, once", async (workspace) => {
  await autoTools(workspace, ["install", ...PLUGIN]);
  assert.equal(await timesAnswered(workspace), 1);
});

installTest("after the hooks in the settings the plugin takes their place", async (workspace) => {
  await autoTools(workspace, ["install"]);
  await autoTools(workspace, ["install", ...PLUGIN]);
  assert.equal(await timesAnswered(workspace), 1);
});

installTest("beside the plugin the settings stay without hooks, and it is said", async (workspace) => {
  await autoTools(workspace, ["install", ...PLUGIN]);
  const { stdout } = await autoTools(workspace, ["install"]);
  assert.match(stdout, /the plugin is switched on/);
  assert.equal(await timesAnswered(workspace), 1);
});

installTest("removing the plugin brings every byte back", async (workspace) => {
  const settings = `${workspace.home}/.claude/settings.json`;
  await Deno.mkdir(`${workspace.home}/.claude`);
  const before = '{\n   "theme": "dark",\n   "enabledPlugins": { "x@y": true }\n}\n';
  await Deno.writeTextFile(settings, before);
  await autoTools(workspace, ["install", ...PLUGIN]);
  assert.equal(JSON.parse(await Deno.readTextFile(settings)).enabledPlugins["auto-tools@auto-tools"], true);
  await autoTools(workspace, ["uninstall", ...PLUGIN]);
  assert.equal(await Deno.readTextFile(settings), before);
  await autoTools(workspace, ["install", ...PLUGIN]);
  await autoTools(workspace, ["uninstall"]);
  assert.equal(await Deno.readTextFile(settings), before);
  assert.deepEqual([...Deno.readDirSync(`${workspace.home}/.claude`)].map((entry) => entry.name), [
    "settings.json",
  ]);
});

installTest("both at once are refused", async (workspace) => {
  const ended = await run(await program(), ["install", "--claude", ...PLUGIN], {
    cwd: workspace.repository,
    env: workspace.env,
  });
  assert.equal(ended.code, 20);
  assert.match(ended.stderr, /exclude each other/);
});

async function timesAnswered(workspace: Workspace): Promise<number> {
  assert.ok(client.ok);
  await using api = startMessagesApi(() => ({ text: "done" }));
  const done = await runClaude(client.executable, workspace, api, { prompt: QUESTION });
  assert.equal(done.code, 0, explain("claude", done));
  const blocks = api.requests.flatMap(conversation).filter(({ text }) => /src\/session\.py:\d+/.test(text));
  assert.ok(blocks.length <= 1, `blocks: ${blocks.length}`);
  return hookResponses(done, "UserPromptSubmit").length;
}

async function autoTools(workspace: Workspace, args: readonly string[]): Promise<Ended> {
  const ended = await run(await program(), args, { cwd: workspace.repository, env: workspace.env });
  assert.equal(ended.code, 0, explain(`auto-tools ${args.join(" ")}`, ended));
  return ended;
}

function installTest(name: string, act: (workspace: Workspace) => Promise<void>): void {
  Deno.test({
    name: `install --claude-plugin with claude-code ${client.ok ? client.version : ""}: ${name}`,
    ignore: !client.ok,
    fn: async () => {
      await using workspace = await makeWorkspace();
      await act(workspace);
    },
  });
}
