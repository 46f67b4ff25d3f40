import assert from "node:assert/strict";
import type { WorkTree } from "../../src/index/ports.ts";
import { openIndex } from "../../src/index/open_index.ts";
import { indexTools, openStore, openTestIndex } from "../support/index_kit.ts";

/** Long enough ago that no file may change again without a trace; what nobody can set is waited for. */
const SETTLED_MS = 2100;

interface Kept {
  readonly root: string;
  readonly index: Awaited<ReturnType<typeof openTestIndex>>;
  readonly tree: () => WorkTree;
}

/** An index over settled files that rests. */
async function withResting(check: (kept: Kept) => void | Promise<void>): Promise<void> {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    Deno.writeTextFileSync(`${root}/a.py`, "def first():\n    pass\n");
    Deno.writeTextFileSync(`${root}/b.py`, "def second():\n    pass\n");
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const index = await openTestIndex(root);
    index.rest();
    await check({ root, index, tree: () => indexTools(root, undefined).tree });
    index.close();
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

Deno.test("an index that rested answers on while nothing has changed", () =>
  withResting(({ index, tree }) => {
    assert.ok(index.resume(tree()));
    assert.equal(index.index.definitionsNamed("second").length, 1);
    index.rest();
    assert.ok(index.resume(tree()));
  }));

Deno.test("not after a file was changed, added, removed or renamed", async () => {
  const changes: Record<string, (root: string) => void> = {
    changed: (root) => Deno.writeTextFileSync(`${root}/a.py`, "def third():\n    pass\n"),
    "changed to the same length, with its old times": (root) => {
      const { atime, mtime } = Deno.statSync(`${root}/a.py`);
      Deno.writeTextFileSync(`${root}/a.py`, "def forth():\n    pass\n");
      Deno.utimeSync(`${root}/a.py`, atime!, mtime!);
    },
    added: (root) => Deno.writeTextFileSync(`${root}/c.py`, ""),
    removed: (root) => Deno.removeSync(`${root}/a.py`),
    renamed: (root) => Deno.renameSync(`${root}/a.py`, `${root}/z.py`),
  };
  await Promise.all(
    Object.entries(changes).map(([what, change]) =>
      withResting(({ root, index, tree }) => {
        change(root);
        assert.ok(!index.resume(tree()), what);
      })
    ),
  );
});

Deno.test("not after another process has written to the store", () =>
  withResting(async ({ root, index, tree }) => {
    const other = await openTestIndex(root, { rules: "others" });
    other.close();
    assert.ok(!index.resume(tree()));
  }));

Deno.test("not while files may still change without a trace", async () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  Deno.writeTextFileSync(`${root}/a.py`, "def first():\n    pass\n");
  const index = await openTestIndex(root);
  index.rest();
  assert.ok(!index.resume(indexTools(root, undefined).tree));
  index.close();
  Deno.removeSync(root, { recursive: true });
});

Deno.test("one of so many files that not all can be looked at answers on while none that was has changed", async () => {
  const paths = Array.from({ length: 20_000 }, (_, at) => `lib/${String(at).padStart(5, "0")}.txt`);
  let now = 0;
  let [step, changed] = [0, ""];
  const tree: WorkTree = {
    root: "/many",
    listingHash: "1",
    isAssumed: false,
    list: () => paths.map((path) => ({ path, role: "doc" })),
    stat: (path) => {
      now += step;
      return { size: 1, modified: path === changed ? 2 : 1, changed: 1, inode: 1 };
    },
    read: () => new TextEncoder().encode("a"),
  };
  const cache = Deno.makeTempDirSync();
  const { store: _, ...tools } = indexTools(cache, undefined, []);
  const open = () =>
    openIndex(openStore(cache)!.database, { ...tools, tree, clock: () => now }, {
      rules: "test",
      deadline: now,
    });
  const first = await openIndex(openStore(cache)!.database, { ...tools, tree, clock: () => now }, {
    rules: "test",
  });
  assert.equal(first.unlooked(), 0);
  first.close();
  step = 0.1;
  const index = await open();
  const unlooked = index.unlooked();
  assert.ok(unlooked > 10_000 && unlooked < 20_000, `${unlooked}`);
  index.rest();
  changed = paths[0]!;
  assert.ok(index.resume(tree), "what was not looked at is taken to be as it was");
  index.rest();
  assert.ok(!index.resume(), "which is not sure");
  step = 0;
  assert.ok(!index.resume(tree), "now it was");
  index.close();
  Deno.removeSync(cache, { recursive: true });
});
