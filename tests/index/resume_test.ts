import assert from "node:assert/strict";
import type { RefreshOptions } from "../../src/index/tree_status.ts";
import type { WorkTree } from "../../src/platform/work_tree.ts";
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

/** The index of a very large tree whose files tell their times, and what may change of it. */
async function manyFiles() {
  const paths = Array.from({ length: 20_000 }, (_, at) => `lib/${String(at).padStart(5, "0")}.txt`);
  // `step`: milliseconds that a look at a file takes.
  const world = { now: 0, step: 0, changed: "", looks: 0, first: paths[0]! };
  const tree: WorkTree = {
    root: "/many",
    listingHash: "1",
    isAssumed: false,
    list: () => paths.map((path) => ({ path, role: "doc" })),
    stat: (path) => {
      world.now += world.step;
      world.looks++;
      return { size: 1, modified: path === world.changed ? 2 : 1, changed: 1, inode: 1 };
    },
    read: () => new TextEncoder().encode("a"),
  };
  const cache = Deno.makeTempDirSync();
  const { store: _, ...tools } = indexTools(cache, undefined, []);
  const open = (options: Partial<RefreshOptions> = {}, peek?: ReturnType<typeof peekAtTree>) =>
    openIndex(peek?.store.database ?? openStore(cache)!.database, {
      ...tools,
      tree,
      clock: () => world.now,
      ...(peek && { peeked: peek }),
    }, { rules: "test", ...options });
  const peekAtTree = () => {
    const store = openStore(cache)!;
    return { store, version: store.database.version(), tree: store.tree("/many")! };
  };
  const first = await open();
  assert.equal(first.unlooked(), 0);
  first.close();
  const remove = (): void => Deno.removeSync(cache, { recursive: true });
  return { world, tree, open, peek: peekAtTree, [Symbol.dispose]: remove };
}

Deno.test("one of so many files that not all can be looked at answers on while none that was has changed", async () => {
  using many = await manyFiles();
  const { world, tree } = many;
  world.step = 0.1;
  const index = await many.open({ deadline: world.now });
  const unlooked = index.unlooked();
  assert.ok(unlooked > 10_000 && unlooked < 20_000, `${unlooked}`);
  index.rest();
  world.changed = world.first;
  assert.ok(index.resume(tree), "what was not looked at is taken to be as it was");
  index.rest();
  assert.ok(!index.resume(), "which is not sure");
  world.step = 0;
  assert.ok(!index.resume(tree), "now it was");
  index.close();
});

Deno.test("the look at very many files may follow the answer", async () => {
  using many = await manyFiles();
  const { world, tree } = many;
  world.looks = 0;
  const index = await many.open({ defersLook: true });
  assert.deepEqual([world.looks, index.index.files.count], [0, 20_000]);
  index.rest();
  assert.ok(!index.resume(), "nothing was confirmed");
  assert.ok(index.resume(tree, true));
  assert.equal(world.looks, 0);
  assert.ok(index.confirm(tree));
  assert.equal(world.looks, 20_000);
  assert.ok(index.confirm(tree), "once is enough");
  assert.equal(world.looks, 20_000);
  index.rest();
  assert.ok(index.resume());
  index.rest();
  world.changed = world.first;
  assert.ok(index.resume(tree, true));
  assert.ok(!index.confirm(tree), "one has changed");
  index.close();
  const anew = await many.open({ defersLook: true });
  assert.ok(!anew.confirm(tree));
  anew.close();
  const examined = await many.open();
  assert.equal(examined.read, 1);
  examined.close();
});

Deno.test("what the store had a moment ago is read again if it was written since", async () => {
  using many = await manyFiles();
  const { world, tree } = many;
  const index = await many.open();
  index.close();
  world.changed = world.first;
  const peek = many.peek();
  const other = await many.open();
  assert.equal(other.read, 1);
  other.close();
  const late = await many.open({}, peek);
  assert.deepEqual([late.read, late.confirm(tree)], [0, true]);
  late.close();
});
