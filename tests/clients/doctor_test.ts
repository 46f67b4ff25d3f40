import assert from "node:assert/strict";
import type { CodexUser } from "./support/codex_auto.ts";
import { makeCodexUser } from "./support/codex_auto.ts";
import { codexEnv, codexHome } from "./support/codex.ts";
import { testClient } from "./support/fetch_client.ts";
import type { Ended } from "../support/processes.ts";
import { explain, run } from "../support/processes.ts";
import { program } from "./support/workspace.ts";

/** `auto-tools doctor` beside the real clients: what it calls well is well, and every break is found and named. */

const codex = await testClient("codex");
const claude = await testClient("claude-code");

doctorTest("a whole installation is well, and the facts reach both models", async (user) => {
  await autoTools(user, ["install", "--claude", "--codex", "--codex-mcp", "--mcp", "cursor"]);
  const ended = await doctor(user, ["--live"]);
  assert.equal(ended.code, 0, explain("doctor", ended));
  assert.match(ended.stdout, /proved +live: Claude Code +the facts reached the model, once/);
  assert.match(ended.stdout, /proved +live: Codex +the facts reached the model, once/);
  for (const client of ["Claude Code", "Codex", "Codex MCP", "Cursor MCP"]) {
    assert.match(ended.stdout, new RegExp(`^ok +${client} +(?:hook|trusted hook|server) in `, "m"));
  }
});

doctorTest("without any client wired it says how to wire one", async (user) => {
  const ended = await doctor(user, []);
  assert.equal(ended.code, 40, explain("doctor", ended));
  assert.match(ended.stdout, /FAIL Claude Code .*\n +fix: auto-tools install/);
});

doctorTest("a hook that Codex stopped trusting is found, silently skipped as it is", async (user) => {
  await autoTools(user, ["install", "--claude", "--codex"]);
  const file = `${codexHome(user.workspace)}/hooks.json`;
  const { hooks } = JSON.parse(await Deno.readTextFile(file));
  // Another tool puts its hook before ours.
  hooks.UserPromptSubmit.unshift({ hooks: [{ type: "command", command: "true" }] });
  await Deno.writeTextFile(file, JSON.stringify({ hooks }));
  const broken = await doctor(user, ["--live"]);
  assert.equal(broken.code, 40, explain("doctor", broken));
  assert.match(broken.stdout, /FAIL Codex .*untrusted.*\n +fix: auto-tools install --codex/);
  assert.match(broken.stdout, /failed live: Codex +the prompt reached the model without our facts/);
  await autoTools(user, ["install", "--codex"]);
  const mended = await doctor(user, ["--live"]);
  assert.equal(mended.code, 0, explain("doctor", mended));
});

doctorTest("hooks switched off and a missing program are found", async (user) => {
  await autoTools(user, ["install", "--claude"]);
  const path = `${user.workspace.home}/.claude/settings.json`;
  const settings = JSON.parse(await Deno.readTextFile(path));
  await Deno.writeTextFile(path, JSON.stringify({ ...settings, disableAllHooks: true }));
  assert.match((await doctor(user, [])).stdout, /FAIL Claude Code .*disableAllHooks/);
  await Deno.writeTextFile(path, JSON.stringify(settings));
  await Deno.remove(`${user.workspace.home}/.claude/hooks/auto-tools`);
  assert.match((await doctor(user, [])).stdout, /FAIL Claude Code .*program is gone/);
});

doctorTest("status names every client and changes nothing", async (user) => {
  await autoTools(user, ["install", "--claude", "--codex"]);
  const { index, clients } = JSON.parse((await autoTools(user, ["status", "--json"])).stdout);
  assert.match(index, /git [0-9a-f]+/);
  const states = clients.map(({ client, state }: { client: string; state: string }) => [client, state]);
  assert.deepEqual(states, [["Claude Code", "wired"], ["Codex", "wired"], ["Codex MCP", "absent"]]);
});

doctorTest("status of the clients named says by its exit code whether they are wired", async (user) => {
  await autoTools(user, ["install", "--claude", "--mcp", "cursor"]);
  const wired = await autoTools(user, ["status", "--claude", "--claude-plugin", "--mcp", "cursor", "--json"]);
  const { clients, index } = JSON.parse(wired.stdout);
  assert.deepEqual(clients.map(({ client }: { client: string }) => client), ["Claude Code", "Cursor MCP"]);
  assert.equal(index, undefined);
  const file = `${user.workspace.home}/mine.json`;
  for (const named of [["--codex"], ["--codex-mcp"], ["--mcp", "gemini"], ["--mcp", file]]) {
    assert.equal((await user.autoTools(["status", ...named])).code, 40, named.join(" "));
  }
  await autoTools(user, ["install", "--mcp", file]);
  await autoTools(user, ["status", "--mcp", file]);
  assert.match((await user.autoTools(["status", "--mcp", "nobody"])).stderr, /unknown MCP client: nobody/);
});

async function doctor(user: CodexUser, args: readonly string[]): Promise<Ended> {
  const bin = `${user.workspace.home}/.local/bin`;
  const env = codexEnv(user.workspace);
  return await run(await program(), ["doctor", ...args], {
    cwd: user.workspace.repository,
    env: { ...env, PATH: `${bin}:${env["PATH"]}`, IS_SANDBOX: "1" },
  });
}

async function autoTools(user: CodexUser, args: readonly string[]): Promise<Ended> {
  const ended = await user.autoTools(args);
  assert.equal(ended.code, 0, explain(`auto-tools ${args.join(" ")}`, ended));
  return ended;
}

function doctorTest(name: string, act: (user: CodexUser) => Promise<void>): void {
  Deno.test({
    name: `doctor: ${name}`,
    ignore: !codex.ok || !claude.ok,
    fn: async () => {
      assert.ok(codex.ok && claude.ok);
      await using user = await makeCodexUser(codex.executable);
      await Deno.symlink(claude.executable, `${user.workspace.bin}/claude`);
      await act(user);
    },
  });
}
