import assert from "node:assert/strict";
import { type ClientName, fetchClient } from "./support/fetch_client.ts";
import { explain, run } from "../support/processes.ts";
import { makeWorkspace, program } from "./support/workspace.ts";

/** `auto-tools install` beside the other real clients, and `doctor --live` on what their models are sent then. */

const CLIENTS = [
  ["gemini", "Gemini CLI"],
  ["qwen", "Qwen Code"],
  ["opencode", "OpenCode"],
  ["copilot", "Copilot CLI"],
  ["kilo", "Kilo"],
  ["pi", "pi"],
] as const satisfies readonly (readonly [ClientName, string])[];

/** Runs those that are scripts; one of them needs a newer one than many systems have. */
const node = await fetchClient("node");

for (const [word, title] of CLIENTS) {
  const client = await fetchClient(word);
  Deno.test({
    name: `install --${word} with ${title} ${
      client.ok ? client.version : ""
    }: the facts reach its model once`,
    ignore: !client.ok,
    fn: async () => {
      assert.ok(client.ok);
      await using workspace = await makeWorkspace();
      const { executable } = client;
      const path = `${workspace.bin}/${word}`;
      // As npm lays it: from a link its package is found, and with that its version.
      if (!executable.endsWith(".js")) await Deno.symlink(executable, path);
      else {await Deno.writeTextFile(
          path,
          `#!/bin/sh\nexec '${node.ok ? node.executable : "node"}' '${executable}' "$@"\n`,
          { mode: 0o755 },
        );}
      // Without a choice of how to log in it asks no model.
      const settings = `${workspace.home}/.gemini/settings.json`;
      await Deno.mkdir(`${workspace.home}/.gemini`);
      await Deno.writeTextFile(settings, '{"security":{"auth":{"selectedType":"gemini-api-key"}}}');
      const autoTools = async (...args: string[]): Promise<string> => {
        const options = { cwd: workspace.repository, env: workspace.env, timeout: 240_000 };
        const ended = await run(await program(), args, options);
        return explain(args.join(" "), ended);
      };
      await autoTools("install", `--${word}`);
      const found = await autoTools("doctor", "--live");
      assert.match(found, new RegExp(`proved +live: ${title} +the facts reached the model, once`));
      // A row of the table in docs/clients.md.
      console.error(`| ${title} | ${client.version} | ${new Date().toISOString().slice(0, 10)} |`);
      await autoTools("uninstall", `--${word}`);
      assert.doesNotMatch(await autoTools("status", `--${word}`), /facts|^ok/m);
    },
  });
}
