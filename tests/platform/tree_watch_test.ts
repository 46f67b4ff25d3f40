import assert from "node:assert/strict";
import type { TreeWatch } from "../../src/platform/tree_watch.ts";
import { mostFolders, TreeWatches } from "../../src/platform/tree_watch.ts";

// A limit for a question to the system is left running.
const lenient = { sanitizeOps: false, sanitizeResources: false };

/** A folder with a cache and a watch over it. */
async function watched(
  watches = new TreeWatches(100),
): Promise<{ readonly root: string; readonly watch: TreeWatch | undefined }> {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  for (const folder of [".git/objects", ".cache", "src/deep"]) {
    Deno.mkdirSync(`${root}/${folder}`, { recursive: true });
  }
  Deno.writeTextFileSync(`${root}/src/deep/a.c`, "int a;\n");
  return { root, watch: await watches.open(root, `${root}/.cache`) };
}

/** The watch says that nothing has changed; a busy machine may be late with that once or twice. */
async function becomesQuiet(watch: TreeWatch): Promise<boolean> {
  for (let turn = 0; turn < 100; turn++) {
    watch.reset();
    if (await watch.isQuiet()) return true;
  }
  return false;
}

/** Whether the machine's kernel and file system are of the kind that is watched. */
const isWatched = await (async (): Promise<boolean> => {
  const { root, watch } = await watched();
  Deno.removeSync(root, { recursive: true });
  return watch !== undefined;
})();

const CHANGES: readonly [what: string, change: (root: string) => void][] = [
  ["a file is written", (root) => Deno.writeTextFileSync(`${root}/src/deep/a.c`, "int b;\n")],
  ["a file is made", (root) => Deno.writeTextFileSync(`${root}/src/new.c`, "")],
  ["a file is renamed", (root) => Deno.renameSync(`${root}/src/new.c`, `${root}/src/newer.c`)],
  ["a file is removed", (root) => Deno.removeSync(`${root}/src/newer.c`)],
  ["git's index is written", (root) => Deno.writeTextFileSync(`${root}/.git/index`, "")],
];

Deno.test({
  name: "whatever changes below a watched folder is noticed",
  ignore: !isWatched,
  sanitizeResources: false,
  sanitizeOps: false,
  async fn() {
    const { root, watch } = await watched() as { root: string; watch: TreeWatch };
    assert.equal(await watch.isQuiet(), false, "nothing is known before the first look");
    for (const [what, change] of CHANGES) {
      assert.ok(await becomesQuiet(watch), `quiet before ${what}`);
      assert.ok(await watch.isQuiet() || await becomesQuiet(watch), "and stays so");
      change(root);
      assert.equal(await watch.isQuiet(), false, what);
    }
    assert.ok(await becomesQuiet(watch));
    Deno.writeTextFileSync(`${root}/.git/objects/pack`, "");
    Deno.writeTextFileSync(`${root}/.cache/index.sqlite`, "");
    assert.ok(await watch.isQuiet() || await becomesQuiet(watch), "neither objects nor the cache count");
    Deno.removeSync(root, { recursive: true });
  },
});

Deno.test({
  name: "so many notices that some may be lost count as a change, the same one after the other do not",
  ignore: !isWatched,
  sanitizeResources: false,
  sanitizeOps: false,
  async fn() {
    const { root, watch } = await watched() as { root: string; watch: TreeWatch };
    const staysQuiet = async (waitMs: number): Promise<boolean> => {
      assert.ok(await becomesQuiet(watch));
      for (let number = 0; number < 10; number++) {
        Deno.writeTextFileSync(`${root}/.cache/${number}`, "");
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
      return await watch.isQuiet();
    };
    assert.equal(await staysQuiet(0), false, "30 notices at once");
    // A busy machine may be late with them once or twice.
    assert.ok(await staysQuiet(20) || await staysQuiet(20) || await staysQuiet(20), "3 at a time");
    Deno.removeSync(root, { recursive: true });
  },
});

Deno.test("a folder without git, or with a cache elsewhere, is not watched", lenient, async () => {
  const root = Deno.makeTempDirSync();
  const watches = new TreeWatches(100);
  assert.equal(await watches.open(root, `${root}/.cache`), undefined);
  assert.equal(await watches.open(root, "/elsewhere"), undefined);
  Deno.removeSync(root, { recursive: true });
});

Deno.test({
  name:
    "all watched folders of a process count; a tree that is opened again has the same watch, another in its place none",
  ignore: !isWatched,
  ...lenient,
  async fn() {
    // The root, .git with objects, .cache, src with deep.
    const watches = new TreeWatches(12);
    const { root, watch } = await watched(watches);
    assert.equal(await watches.open(root, `${root}/.cache`), watch);
    assert.notEqual(await watches.open(root, `${root}/src`), watch, "another cache");
    const { root: other, watch: none } = await watched(watches);
    assert.equal(none, undefined);
    const next = new TreeWatches(12);
    const before = await next.open(other, `${other}/.cache`);
    assert.ok(before && await becomesQuiet(before));
    Deno.renameSync(other, `${other}-gone`);
    Deno.mkdirSync(`${other}/.git`, { recursive: true });
    assert.notEqual(await next.open(other, `${other}/.cache`), before);
    for (const one of [root, other, `${other}-gone`]) Deno.removeSync(one, { recursive: true });
  },
});

Deno.test({
  name: "so many notices about one tree count as a change of every other, of which some may be lost then",
  ignore: !isWatched,
  ...lenient,
  async fn() {
    const watches = new TreeWatches(100);
    const [one, other] = [await watched(watches), await watched(watches)];
    assert.ok(await becomesQuiet(other.watch!));
    for (let number = 0; number < 30; number++) Deno.writeTextFileSync(`${one.root}/src/${number}`, "");
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(await other.watch!.isQuiet(), false);
    assert.ok(await becomesQuiet(other.watch!));
    for (const { root } of [one, other]) Deno.removeSync(root, { recursive: true });
  },
});

Deno.test("a quarter of the watches that Linux has by default is taken at most", () => {
  const GB = 1024 ** 3;
  assert.equal(mostFolders("5.10.0-30-amd64", 64 * GB), 6000, "8,192 for all programs");
  assert.equal(mostFolders("4.18.0", 64 * GB), 6000);
  assert.equal(mostFolders("not a number", 64 * GB), 6000);
  assert.equal(mostFolders("5.11.0", 2 * GB), 6000, "little memory");
  assert.equal(mostFolders("6.1.0-18-cloud-amd64", 8 * GB), 16_777);
  assert.equal(mostFolders("6.1", 512 * GB), 60_000);
});
