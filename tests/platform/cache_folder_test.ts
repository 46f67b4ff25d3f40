import assert from "node:assert/strict";
import { cacheFolder } from "../../src/platform/cache_folder.ts";

const INSIDE = ".devbooks/cache/auto-tools";

Deno.test("cache folder: made inside the root", () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    assert.equal(cacheFolder(root), `${root}/${INSIDE}`);
    assert.equal(Deno.readTextFileSync(`${root}/${INSIDE}/.gitignore`), "*\n");
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

globalThis.addEventListener("unload", () => Deno.removeSync(made, { recursive: true }));
const made = Deno.realPathSync(Deno.makeTempDirSync());
Deno.mkdirSync(`${made}/${INSIDE}`, { recursive: true });

Deno.test({
  name: "cache folder: without the right to write, the one that is there",
  permissions: { read: true, write: false, env: true },
  fn: () => assert.equal(cacheFolder(made), `${made}/${INSIDE}`),
});

Deno.test({
  name: "cache folder: without the right to write, none where none is there",
  permissions: { read: true, write: false, env: true },
  fn: () => assert.equal(cacheFolder(`${made}/.devbooks`), undefined),
});
