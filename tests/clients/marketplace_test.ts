import assert from "node:assert/strict";
import { testClient } from "./support/fetch_client.ts";
import type { Ended } from "../support/processes.ts";
import { explain, run } from "../support/processes.ts";

/** The repository as a marketplace in the real clients. */

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const CLAUDE = await testClient("claude-code");
const CODEX = await testClient("codex");

Deno.test({
  name: "marketplace: Claude Code adds the repository and installs the plugin",
  ignore: !CLAUDE.ok,
  fn: async () => {
    await inHome(async (env) => {
      assert.ok(CLAUDE.ok);
      for (const folder of [ROOT, `${ROOT}/config/claude-plugin`, `${ROOT}/config/lsp-plugin`]) {
        const { stdout } = await must(CLAUDE.executable, ["plugin", "validate", folder], env);
        assert.match(stdout, /✔ Validation passed\n/);
        // The plugin directory wants an icon of each plug-in that is submitted to it: this one is not.
        if (!folder.endsWith("lsp-plugin")) assert.doesNotMatch(stdout, /⚠/);
      }
      await must(CLAUDE.executable, ["plugin", "marketplace", "add", ROOT], env);
      for (const name of ["auto-tools", "auto-tools-lsp"]) {
        await must(CLAUDE.executable, ["plugin", "install", `${name}@auto-tools`], env);
      }
      const { stdout } = await must(CLAUDE.executable, ["plugin", "list"], env);
      assert.match(stdout, /auto-tools@auto-tools[\s\S]*enabled/);
      assert.match(stdout, /auto-tools-lsp@auto-tools[\s\S]*enabled/);
    });
  },
});

Deno.test({
  name: "marketplace: Codex adds the repository and the plugin brings the tools",
  ignore: !CODEX.ok,
  fn: async () => {
    await inHome(async (env) => {
      assert.ok(CODEX.ok);
      await must(CODEX.executable, ["plugin", "marketplace", "add", ROOT], env);
      await must(CODEX.executable, ["plugin", "add", "auto-tools@auto-tools"], env);
      const { stdout } = await must(CODEX.executable, ["mcp", "list"], env);
      assert.match(stdout, /auto-tools +auto-tools +mcp .*enabled/);
    });
  },
});

async function inHome(test: (env: Record<string, string>) => Promise<void>): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "marketplace-test-" });
  await Deno.mkdir(`${home}/.codex`);
  try {
    const PATH = Deno.env.get("PATH") ?? "/usr/bin:/bin";
    await test({ HOME: home, PATH, DISABLE_AUTOUPDATER: "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" });
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

async function must(program: string, args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const ended = await run(program, [...args], { cwd: env["HOME"] ?? "/", env });
  assert.equal(ended.code, 0, explain(args.join(" "), ended));
  return ended;
}
