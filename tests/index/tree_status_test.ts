import { LIMITS } from "../../src/model/limits.ts";
import assert from "node:assert/strict";
import { KINDS } from "../../src/index/lexical_index.ts";
import type { WorkTree } from "../../src/platform/work_tree.ts";
import { examine, sign } from "../../src/index/tree_status.ts";
import { newSnapshot } from "../../src/index/tree_snapshot.ts";

const PENDING = KINDS.indexOf("pending");
const STAT = { size: 1, modified: 1000, changed: 1000, inode: 1 };

Deno.test("when time is up, files that were read before are taken to be as they were", () => {
  const files = Array.from(
    { length: 2000 },
    (_, at) => ({ path: `f${10_000 + at}.c`, role: "code" as const }),
  );
  const snapshot = newSnapshot(files, PENDING);
  // The first was never read; all others were, and have changed since.
  for (let file = 1; file < files.length; file++) {
    snapshot.kinds[file] = 0;
    sign(snapshot, file, STAT, 1_000_000);
  }
  let looks = 0;
  const tree: WorkTree = {
    root: "/r",
    listingHash: "",
    list: () => files,
    read: () => undefined,
    stat: () => ({ ...STAT, size: ++looks + 1 }),
  };
  const whole = examine(tree, snapshot);
  assert.deepEqual([whole.todo.length, whole.unlooked], [2000, 0]);
  looks = 0;
  const { todo, unlooked } = examine(tree, snapshot, () => looks > 0);
  assert(unlooked > 1000 && unlooked + todo.length === 2000, `${unlooked}`);
  assert.match(LIMITS.unlooked(unlooked), /^no time to look at \d+ files: taken as indexed before/);
  assert.equal(todo.length, looks);
  assert.equal(todo[0]!.file, 0);
});
