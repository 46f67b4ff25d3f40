import assert from "node:assert/strict";
import { MARKETPLACES } from "../../src/platform/toolchain/marketplaces.ts";

/** The clients' marketplace files; what the real clients make of them is in `tests/clients/`. */

const ROOT = new URL("../..", import.meta.url).pathname;

Deno.test("marketplaces: the files are those their script writes", async () => {
  for (const [path, content] of MARKETPLACES) {
    assert.deepEqual(JSON.parse(await Deno.readTextFile(ROOT + path)), content, path);
  }
});

Deno.test("marketplaces: every plugin they name is in the repository", async () => {
  for (const path of [".claude-plugin", ".cursor-plugin", ".agents/plugins"]) {
    const { plugins } = JSON.parse(await Deno.readTextFile(`${ROOT}${path}/marketplace.json`));
    assert.equal(plugins.length, 1, path);
    for (const { source } of plugins) {
      const folder = typeof source === "string" ? source : source.path;
      assert.ok((await Deno.stat(`${ROOT}${folder}`)).isDirectory, `${path}: ${folder}`);
    }
  }
});
