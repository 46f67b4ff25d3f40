import assert from "node:assert/strict";
import { PathChanges } from "../../src/index/path_changes.ts";
import { PathTerms } from "../../src/index/path_terms.ts";
import { changedTraits, traitsOf } from "../../src/index/path_traits.ts";
import { random } from "../support/random.ts";

const FOLDERS = [
  "",
  "src/",
  "src/test/",
  "pkg/testing/",
  "pkg/",
  "docs/",
  "tests/unit/",
  "lib/compat/",
  "深/",
];
const NAMES = [
  "index",
  "test_door",
  "door",
  "__init__",
  "Door.test",
  "open_door",
  "README",
  ".env",
  "types.d",
  "door2",
];
const ENDINGS = [".ts", ".py", ".c", ".md", "", ".min.js"];

function listing(next: () => number): string[] {
  const pick = (list: readonly string[]): string => list[Math.floor(next() * list.length)]!;
  const count = Math.floor(next() * 60);
  return [...new Set(Array.from({ length: count }, () => pick(FOLDERS) + pick(NAMES) + pick(ENDINGS)))]
    .sort();
}

Deno.test("what paths tell is the same whether it is brought up to date or made anew", () => {
  const next = random(3);
  for (let round = 0; round < 500; round++) {
    const before = listing(next);
    const others = listing(next);
    // Some go, some come; at times all, or none.
    const share = round % 4 / 3;
    const paths = [
      ...new Set([...before.filter(() => next() >= share), ...others.filter(() => next() < share)]),
    ].sort();
    const changes = new PathChanges(before, paths);
    assert.deepEqual(PathTerms.changed(PathTerms.of(before), changes, paths), PathTerms.of(paths));
    assert.deepEqual(
      changedTraits({ paths: before, traits: traitsOf(before) }, changes, paths),
      traitsOf(paths),
    );
  }
});
