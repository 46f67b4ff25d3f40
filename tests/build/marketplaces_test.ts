import assert from "node:assert/strict";
import { stop } from "esbuild";
import { CLAUDE_MODULE, claudeModule, MARKETPLACES } from "../../config/build/marketplaces.ts";

/** The clients' marketplace files; what the real clients make of them is in `tests/clients/`. */

const ROOT = new URL("../..", import.meta.url).pathname;

Deno.test("marketplaces: the files are those their script writes", async () => {
  for (const [path, content] of MARKETPLACES) {
    assert.deepEqual(JSON.parse(await Deno.readTextFile(ROOT + path)), content, path);
  }
});

Deno.test("marketplaces: every plugin they name is in the repository", async () => {
  const counts = [[".claude-plugin", 2], [".cursor-plugin", 1], [".agents/plugins", 1]] as const;
  for (const [path, count] of counts) {
    const { plugins } = JSON.parse(await Deno.readTextFile(`${ROOT}${path}/marketplace.json`));
    assert.equal(plugins.length, count, path);
    for (const { source } of plugins) {
      const folder = typeof source === "string" ? source : source.path;
      assert.ok((await Deno.stat(`${ROOT}${folder}`)).isDirectory, `${path}: ${folder}`);
    }
  }
});

Deno.test("marketplaces: the language server has every ending of the languages that are parsed", async () => {
  const { "auto-tools": server } = JSON.parse(await Deno.readTextFile(`${ROOT}config/lsp-plugin/.lsp.json`));
  const { ".ts": ts, ".h": h, ".rs": rs, ".md": md } = server.extensionToLanguage;
  assert.deepEqual([ts, h, rs, md], ["typescript", "c", "rust", undefined]);
});

Deno.test({
  name: "marketplaces: the plug-in's module is what its script makes, and finds the program by itself",
  // The bundler is a process of its own that ends with `stop`.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    const made = await claudeModule();
    await stop();
    assert.equal(await Deno.readTextFile(ROOT + CLAUDE_MODULE), made);
    assert.match(made, /export function register\(/);
    const { modules } = JSON.parse(await Deno.readTextFile(`${ROOT}config/claude-plugin/hooks/hooks.json`));
    assert.deepEqual(modules, ["auto-tools.js"]);
  },
});
