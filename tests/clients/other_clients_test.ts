import assert from "node:assert/strict";
import { type Client, type ClientName, testClient } from "./support/fetch_client.ts";
import { explain, run } from "../support/processes.ts";
import { makeWorkspace, program, type Workspace } from "./support/workspace.ts";

/** `auto-tools install --all` beside the real clients, and `doctor --live` on what their models are sent then, in one run. */

/** By the name of the program. */
const CLIENTS = {
  claude: ["claude-code", "Claude Code"],
  codex: ["codex", "Codex"],
  copilot: ["copilot", "Copilot CLI"],
  gemini: ["gemini", "Gemini CLI"],
  qwen: ["qwen", "Qwen Code"],
  opencode: ["opencode", "OpenCode"],
  kilo: ["kilo", "Kilo"],
  pi: ["pi", "pi"],
} as const satisfies Record<string, readonly [ClientName, string]>;

const DOCS = new URL("../../docs/clients.md", import.meta.url);

/** Runs those that are scripts; one of them needs a newer one than many systems have. */
const node = await testClient("node");
const here: { readonly word: string; readonly title: string; readonly client: Client & { ok: true } }[] = [];
for (const [word, [name, title]] of Object.entries(CLIENTS)) {
  const client = await testClient(name);
  if (client.ok) here.push({ word, title, client });
}

/** Puts a client on PATH as npm lays it: from a link its package is found, and with that its version. */
async function put(workspace: Workspace, word: string, executable: string): Promise<void> {
  const path = `${workspace.bin}/${word}`;
  if (!executable.endsWith(".js")) return await Deno.symlink(executable, path);
  const script = `#!/bin/sh\nexec '${node.ok ? node.executable : "node"}' '${executable}' "$@"\n`;
  await Deno.writeTextFile(path, script, { mode: 0o755 });
}

Deno.test({
  name: `install --all with ${here.length} real clients: the facts reach each model once`,
  ignore: here.length === 0,
  fn: async () => {
    await using workspace = await makeWorkspace();
    for (const { word, client } of here) await put(workspace, word, client.executable);
    // Without a choice of how to log in it asks no model.
    await Deno.mkdir(`${workspace.home}/.gemini`);
    const settings = '{"security":{"auth":{"selectedType":"gemini-api-key"}}}';
    await Deno.writeTextFile(`${workspace.home}/.gemini/settings.json`, settings);
    const env = {
      ...workspace.env,
      PATH: `${workspace.bin}:${workspace.home}/.local/bin:${workspace.env["PATH"]}`,
      IS_SANDBOX: "1",
    };
    const autoTools = async (...args: string[]): Promise<string> => {
      const options = { cwd: workspace.repository, env, timeout: 480_000 };
      const ended = await run(await program(), args, options);
      return explain(args.join(" "), ended);
    };
    await autoTools("install", "--all");
    const found = await autoTools("doctor", "--live");
    const docs = await Deno.readTextFile(DOCS);
    for (const { title, client } of here) {
      const version = client.version.replace(/-linux.*/, "");
      const proof = new RegExp(`^proved +live: ${title} +the facts reached the model, once$`, "m");
      assert.match(found, proof);
      console.error(`${proof.exec(found)} | ${version} | ${new Date().toISOString().slice(0, 10)}`);
      assert.match(docs, new RegExp(`^\\| ${title} .*\\| ${version} +\\| \\d{4}-\\d{2}-\\d{2} \\|$`, "m"));
    }
    await autoTools("uninstall", "--all");
    assert.doesNotMatch(await autoTools("status"), /wired/);
  },
});
