import assert from "node:assert/strict";
import { hookResponses, runClaude } from "./support/claude.ts";
import { testClient } from "./support/fetch_client.ts";
import { conversation, offeredTools, startMessagesApi, toolsUsed } from "./support/messages_api.ts";
import type { Ended } from "../support/processes.ts";
import { explain, run } from "../support/processes.ts";
import type { Workspace } from "./support/workspace.ts";
import { makeWorkspace, program, QUESTION, SMALL_TALK } from "./support/workspace.ts";
import { payload, runBinary } from "../support/binary.ts";

/** `auto-tools install --claude-plugin` in the real client, and that plugin and settings never both run the hook. */

const client = await testClient("claude-code");
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

installTest("its module answers in place of its hook, with the same bytes", async (workspace) => {
  assert.ok(client.ok);
  await autoTools(workspace, ["install", ...PLUGIN]);
  await using api = startMessagesApi(() => ({ text: "done" }));
  const done = await runClaude(client.executable, workspace, api, { prompt: [SMALL_TALK, QUESTION] });
  assert.deepEqual(hookResponses(done, "UserPromptSubmit").map(({ stdout }) => stdout), ["", ""]);
  const given = api.requests.flatMap(conversation).map(({ text }) => text)
    .filter((text) => text.includes("<auto-tools-context>"));
  assert.deepEqual(given.map((text) => /(\S+) hook additional context/.exec(text)?.[1]), ["prompt.submit"]);
  const stdin = payload(QUESTION, workspace.repository, { session_id: "another" });
  const hook = await runBinary(["hook"], { cwd: workspace.repository, env: workspace.env, stdin });
  assert.ok(given[0]?.includes(JSON.parse(hook.stdout).hookSpecificOutput.additionalContext), given[0]);
});

installTest("its module gives a subagent facts in place of its hook", async (workspace) => {
  assert.ok(client.ok);
  await autoTools(workspace, ["install", ...PLUGIN]);
  const input = { description: "look", prompt: `Find out ${QUESTION}`, subagent_type: "general-purpose" };
  await using api = startMessagesApi((request) =>
    offeredTools(request).includes("Agent") && toolsUsed(request) === 0
      ? { tool: "Agent", input }
      : { text: "done" }
  );
  const done = await runClaude(client.executable, workspace, api, { prompt: "Please delegate that." });
  assert.deepEqual([...new Set(hookResponses(done, "PreToolUse").map(({ stdout }) => stdout))], [""]);
  const [received, ...more] = new Set(
    api.requests.flatMap(conversation)
      .filter(({ role, text }) => role === "user" && text.includes(input.prompt)).map(({ text }) => text),
  );
  assert.deepEqual(more, []);
  assert.match(
    received ?? "",
    /^<auto-tools-context>\n[\s\S]*src\/session\.py:\d+[\s\S]*\n\n---\n\nFind out/,
  );
});

installTest("a client that runs no modules gets the facts from the hook", async (workspace) => {
  const older = await testClient("claude-code-older");
  if (!older.ok) return;
  await autoTools(workspace, ["install", ...PLUGIN]);
  await using api = startMessagesApi(() => ({ text: "done" }));
  // It loads a plug-in from a marketplace of the settings only once that was noted by an interactive start.
  const args = ["--plugin-dir", `${workspace.home}/.claude/auto-tools-plugin`];
  const done = await runClaude(older.executable, workspace, api, { prompt: QUESTION, args });
  assert.match(hookResponses(done, "UserPromptSubmit")[0]?.stdout ?? "", /src\/session\.py:\d+/);
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
  assert.equal(blocks.length, 1);
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
