import assert from "node:assert/strict";
import { mostFolders, TreeWatch, WatchBudget } from "../../src/platform/tree_watch.ts";

// A limit for a question to the system is left running.
const lenient = { sanitizeOps: false, sanitizeResources: false };

/** A folder with a cache and a watch over it. */
async function watched(
  budget = new WatchBudget(100),
): Promise<{ readonly root: string; readonly watch: TreeWatch | undefined }> {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  for (const folder of [".git/objects", ".cache", "src/deep"]) {
    Deno.mkdirSync(`${root}/${folder}`, { recursive: true });
  }
  Deno.writeTextFileSync(`${root}/src/deep/a.c`, "int a;\n");
  return { root, watch: await TreeWatch.open(root, `${root}/.cache`, budget) };
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
  watch?.close();
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
  const budget = new WatchBudget(100);
  assert.equal(await TreeWatch.open(root, `${root}/.cache`, budget), undefined);
  assert.equal(await TreeWatch.open(root, "/elsewhere", budget), undefined);
  assert.equal(budget.left, 100);
  Deno.removeSync(root, { recursive: true });
});

Deno.test({
  name: "all watched folders of a process count; those whose watch was closed do not, and it notices nothing",
  ignore: !isWatched,
  ...lenient,
  async fn() {
    // The root, .git with objects, .cache, src with deep.
    const budget = new WatchBudget(11);
    const first = await watched(budget);
    const second = await watched(budget);
    assert.deepEqual([first.watch !== undefined, second.watch, budget.left], [true, undefined, 5]);
    assert.ok(await becomesQuiet(first.watch!));
    first.watch?.close();
    assert.equal(budget.left, 11);
    first.watch?.reset();
    assert.equal(await first.watch?.isQuiet(), false, "what nobody watches may have changed");
    const third = await watched(budget);
    assert.deepEqual([third.watch !== undefined, budget.left], [true, 5]);
    third.watch?.close();
    for (const { root } of [first, second, third]) Deno.removeSync(root, { recursive: true });
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
