import assert from "node:assert/strict";
import { guardedTree, type ListedBefore } from "../../../src/engine/sandbox/tree.ts";
import { LIMITS } from "../../../src/model/limits.ts";
import type { RepositoryView } from "../../../src/model/sandbox.ts";
import { makeRepo } from "../../support/fixture.ts";

const PATHS = [
  "src/a.ts",
  "src/gen/b.ts",
  "gen/c.ts",
  "d.csv",
  "deep/e.csv",
  ".env",
  "node_modules/f.js",
  "evil\x1b.ts",
];
const listing = Uint8Array.from(new TextEncoder().encode(PATHS.join("\0")));

function treeOf(root: string, more: Partial<RepositoryView> = {}) {
  const view = { root, facts: {}, helper: "", assets: "", rules: "", exclude: [], ...more };
  return guardedTree(view as RepositoryView, more.listing ? undefined : { paths: PATHS, hash: "h" });
}

Deno.test("tree: what is sensitive, skipped, excluded or cannot be named is not listed", () => {
  using repo = makeRepo("//- /src/a.ts\nx\n", { git: false });
  const listed = (exclude: readonly string[]): string[] =>
    PATHS.filter(treeOf(repo.root, { exclude }).listed);
  const usual = ["src/a.ts", "src/gen/b.ts", "gen/c.ts", "d.csv", "deep/e.csv"];
  const cases: readonly (readonly [exclude: string[], left: string[]])[] = [
    [[], usual],
    [["*.csv"], ["src/a.ts", "src/gen/b.ts", "gen/c.ts"]],
    [["gen"], ["src/a.ts", "d.csv", "deep/e.csv"]],
    [["gen/"], ["src/a.ts", "d.csv", "deep/e.csv"]],
    [["/gen"], ["src/a.ts", "d.csv", "deep/e.csv"]],
    [["src/gen"], ["src/a.ts", "gen/c.ts", "d.csv", "deep/e.csv"]],
    [["./src/gen/"], ["src/a.ts", "gen/c.ts", "d.csv", "deep/e.csv"]],
    [["src/*.ts", "deep"], ["src/gen/b.ts", "gen/c.ts", "d.csv"]],
  ];
  for (const [exclude, left] of cases) assert.deepEqual(listed(exclude), left, exclude.join());
});

Deno.test("tree: git's listing, else the one before, else what the folders hold", () => {
  using repo = makeRepo("//- /src/a.ts\nx\n//- /src/.env\nx\n//- /.env\nx\n");
  const before = treeOf(repo.root);
  assert.deepEqual([before.listing, before.hash, before.stats], [PATHS, "h", undefined]);
  const stats = new SharedArrayBuffer(PATHS.length * 1000);
  const now = treeOf(repo.root, { listing, stats });
  assert.deepEqual([now.listing, now.hash, now.stats !== undefined], [listing, undefined, true]);
  assert.equal(treeOf(repo.root, { listing }).stats, undefined);
  const view = { root: repo.root, facts: {}, exclude: [] } as unknown as RepositoryView;
  assert.deepEqual(guardedTree(view).listing, [".env", "src/.env", "src/a.ts"]);
  assert.equal(guardedTree(view).admit("src/a.ts").ok, true);
  assert.equal(guardedTree(view).admit(".env").ok, false);
});

Deno.test("tree: what is said where git did not list the files, and where a folder without git is too large", () => {
  using repo = makeRepo("//- /src/a.ts\nx\n", { git: false });
  const gap = (facts: object, before?: ListedBefore): string | undefined =>
    guardedTree({ root: repo.root, facts, exclude: [] } as unknown as RepositoryView, before).gap;
  assert.equal(treeOf(repo.root, { listing }).gap, undefined);
  assert.equal(gap({ isGit: true }), LIMITS.unlisted);
  assert.equal(gap({ isGit: true }, { paths: PATHS, hash: "h" }), LIMITS.assumed);
  assert.equal(gap({}), undefined);
  for (let at = 0; at < 49_999; at++) {
    Deno.openSync(`${repo.root}/${at}`, { write: true, create: true }).close();
  }
  assert.equal(gap({}), undefined, "50,000 files");
  Deno.writeTextFileSync(`${repo.root}/last`, "");
  assert.equal(gap({}), LIMITS.walkedPart);
});
