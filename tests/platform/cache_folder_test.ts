import assert from "node:assert/strict";
import { cacheFolder } from "../../src/platform/state_files.ts";

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

Deno.test("cache folder: long paths that end alike have folders of their own", () => {
  const top = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    const roots = ["one", "other"].map((first) => `${top}/${first}/${"long/".repeat(60)}shop`);
    for (const root of roots) {
      Deno.mkdirSync(root, { recursive: true });
      // A file in place of the folder: the user's cache is used instead.
      Deno.writeTextFileSync(`${root}/.devbooks`, "");
    }
    const module = new URL("../../src/platform/state_files.ts", import.meta.url).href;
    const code = `import { cacheFolder } from "${module}";
      console.log(JSON.stringify(${JSON.stringify(roots)}.map(cacheFolder)));`;
    const { stdout } = new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-check", code],
      env: { XDG_CACHE_HOME: `${top}/cache` },
    }).outputSync();
    const folders: string[] = JSON.parse(new TextDecoder().decode(stdout));
    assert.ok(folders.every((folder) => folder.startsWith(`${top}/cache/auto-tools/roots/`)));
    assert.ok(folders.every((folder) => folder.endsWith("-shop")));
    assert.notEqual(folders[0], folders[1]);
  } finally {
    Deno.removeSync(top, { recursive: true });
  }
});
