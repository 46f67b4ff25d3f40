import assert from "node:assert/strict";
import { type ChangeTools, workTreeChanges } from "../../../src/graph/changes/work_tree_changes.ts";
import { buildMemoryIndex } from "../../support/memory_index.ts";
import type { OpenIndex } from "../../../src/index/open_index.ts";
import { testParser } from "../../syntax/support.ts";

/** What differs between a tree in memory and a commit in memory. */

type Tree = Readonly<Record<string, string>>;

const parser = await testParser();
const idOf = (text: string): string => `id of ${text}`;

async function changes(
  head: Tree,
  now: Tree,
  { absent = [], unreadable = [], lateAfter = Infinity, reads = [] }: {
    readonly absent?: readonly string[];
    readonly unreadable?: readonly string[];
    readonly lateAfter?: number;
    /** What is read of the commit is added here. */
    readonly reads?: string[];
  } = {},
): Promise<readonly string[]> {
  const index = buildMemoryIndex(Object.entries(now).map(([path, text]) => ({ path, text })), parser);
  const ids = new Map(index.files.paths.map((path, file) => [index.files.blobs[file]!, idOf(now[path]!)]));
  const contents = new Map(Object.values(head).map((text) => [idOf(text), new TextEncoder().encode(text)]));
  let asked = 0;
  const tools = {
    base: {
      tree: () =>
        Promise.resolve({
          files: new Map(Object.entries(head).map(([path, text]) => [path, idOf(text)])),
          absent: new Set(absent),
          submodules: [],
        }),
      read: (wanted: readonly string[]) => {
        reads.push(...wanted);
        return Promise.resolve(
          new Map(wanted.flatMap((id) => contents.has(id) ? [[id, contents.get(id)!] as const] : [])),
        );
      },
    },
    files: {
      read: (path: string) => unreadable.includes(path) ? { ok: false } : { ok: true, text: now[path] },
    },
    syntax: { parser: () => Promise.resolve(parser) },
    late: () => asked++ >= lateAfter,
  } as unknown as ChangeTools;
  const found = await workTreeChanges({ index, contentIds: () => ids } as unknown as OpenIndex, tools);
  const shown = found!.files.map(({ path, status, oldPath, file, hunks, touched, removed }) => {
    const definitions = file === undefined ? [] : index.parsed(file)?.definitions ?? [];
    return [
      `${status} ${path}`,
      oldPath === undefined ? "" : `from ${oldPath}`,
      hunks.map((one) => `-${one.oldStart},${one.oldCount} +${one.newStart},${one.newCount}`).join(" "),
      touched.map(({ definition, change }) => `${definitions[definition]?.name ?? "top"} ${change}`).join(
        ", ",
      ),
      removed.map(({ name }) => `without ${name}`).join(", "),
    ].filter((part) => part !== "").join(" | ");
  });
  return [...shown, ...found!.gaps];
}

const SHOP = "def sell():\n    return 1\n\ndef close():\n    return 2\n";

Deno.test("changes: what is new, other, gone or renamed, each with its lines and definitions", async () => {
  const head = {
    "a.py": SHOP,
    "b.py": SHOP.replace("sell", "buy"),
    "c.py": "def gone():\n    pass\n",
    "same.py": "x = 1\n",
  };
  const now = {
    "a.py": SHOP.replace("return 1", "return 3"),
    "moved.py": head["b.py"],
    "new.py": "def fresh():\n    pass\n",
    "same.py": "x = 1\n",
  };
  assert.deepEqual(await changes(head, now), [
    "modified a.py | -2,1 +2,1 | sell body",
    "deleted c.py | -1,2 +1,0 | top body | without gone",
    "renamed moved.py | from b.py",
    "added new.py | -1,0 +1,2 | fresh added",
  ]);
  assert.deepEqual(await changes(now, now), []);
  const reads: string[] = [];
  await changes(head, now, { reads });
  assert.deepEqual(reads, [idOf(head["a.py"]), idOf(head["c.py"])]);
});

Deno.test("changes: what was in a file that changed makes no new file a renamed one", async () => {
  assert.deepEqual(await changes({ "a.py": "x = 1\n" }, { "a.py": "x = 2\n", "b.py": "x = 1\n" }), [
    "modified a.py | -1,1 +1,1 | x signature",
    "added b.py | -1,0 +1,1 | x added",
  ]);
});

Deno.test("changes: what the index does not read does not count; nothing is known without a commit", async () => {
  assert.deepEqual(await changes({ "a.png": "old", "b.py": "x\n" }, { "a.png": "new", "b.py": "x\n" }), []);
  const tools = { base: { tree: () => Promise.resolve(undefined) } } as unknown as ChangeTools;
  assert.equal(await workTreeChanges({} as OpenIndex, tools), undefined);
});

Deno.test("changes: a definition that is gone or has another head, in a file that stays", async () => {
  assert.deepEqual(
    await changes({ "a.py": SHOP }, {
      "a.py": SHOP.replace("sell()", "sell(item)").replace("def close", "def shut"),
    }),
    ["modified a.py | -1,1 +1,1 -4,1 +4,1 | sell signature, shut added | without close"],
  );
});

Deno.test("changes: of two copies of a deleted file one is the renamed one", async () => {
  assert.deepEqual(await changes({ "a.py": SHOP }, { "b.py": SHOP, "c.py": SHOP }), [
    "renamed b.py | from a.py",
    "added c.py | -1,0 +1,5 | sell added, close added",
  ]);
  assert.deepEqual(await changes({ "a.py": SHOP, "b.py": "x = 1\n" }, { "b.py": SHOP }), [
    "deleted a.py | -1,5 +1,0 | top body | without sell, without close",
    "modified b.py | -1,1 +1,5 | sell added, close added | without x",
  ]);
});

Deno.test("changes: left out are line ends, what git leaves out, no sources, bytes, what cannot be read", async () => {
  assert.deepEqual(await changes({ "a.py": SHOP }, { "a.py": SHOP.replaceAll("\n", "\r\n") }), []);
  assert.deepEqual(
    await changes({ "a.py": SHOP, "far/b.py": "y = 2\n" }, { "a.py": SHOP }, { absent: ["far/b.py"] }),
    [],
  );
  assert.deepEqual(await changes({ "photo.jpg": "x" }, {}), []);
  assert.deepEqual(await changes({ "a.py": "\0binary" }, { "a.py": SHOP }), []);
  assert.deepEqual(await changes({ "a.py": SHOP }, { "a.py": "x = 1\n" }, { unreadable: ["a.py"] }), []);
});

Deno.test("changes: an empty file that is new or gone counts, one that stays empty does not", async () => {
  assert.deepEqual(await changes({ "b.py": "x = 1\n" }, { "a.py": "\n", "b.py": "x = 1\n" }), [
    "added a.py | -1,0 +1,1",
  ]);
  assert.deepEqual(await changes({ "a.py": "" }, {}), ["deleted a.py"]);
});

Deno.test("changes: 500 files are compared, and none once the time is over", async () => {
  const many = (count: number): Tree =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}.py`, `x = ${at}\n`]));
  assert.equal((await changes({}, many(500))).length, 500);
  assert.deepEqual((await changes({}, many(501))).slice(500), ["changes: compared 500 of 501 files"]);
  assert.deepEqual(await changes({}, many(3), { lateAfter: 1 }), [
    "added m0.py | -1,0 +1,1 | x added",
    "changes: compared 1 of 3 files within the time",
  ]);
});
