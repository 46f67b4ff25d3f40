import assert from "node:assert/strict";
import { concat } from "../../src/model/concat.ts";
import { toHex } from "../../src/model/hex.ts";
import { cleanIds, entryCount, isTracked, readGitIndex } from "../../src/platform/git_index.ts";
import type { Repo } from "../support/fixture.ts";
import { makeRepo } from "../support/fixture.ts";
import { longTest } from "../support/long_test.ts";

const NAME = ".devbooks";
const PLAIN = "//- /.a/b.ts\n1\n//- /.devbook/x\n1\n//- /src/a.ts\n1\n";
const TRACKED = `${PLAIN}//- /.devbooks/cache/x\n1\n`;

/** Ways to store an index. */
const FORMATS: Record<string, (repo: Repo) => void> = {
  "version 2": (repo) => repo.git("update-index", "--index-version", "2"),
  "version 3": (repo) => {
    repo.git("update-index", "--index-version", "3");
    repo.git("update-index", "--skip-worktree", ".a/b.ts");
  },
  "version 4": (repo) => repo.git("update-index", "--index-version", "4"),
  "split": (repo) => repo.git("update-index", "--split-index"),
};

for (const [format, store] of Object.entries(FORMATS)) {
  Deno.test(`git index: a tracked folder is seen in an index of ${format}`, () => {
    using plain = makeRepo(PLAIN);
    store(plain);
    assert.equal(isTracked(plain.root, NAME), false);
    using tracked = makeRepo(TRACKED);
    store(tracked);
    assert.equal(isTracked(tracked.root, NAME), true);
  });
}

Deno.test("git index: object ids of 32 bytes", () => {
  using plain = makeRepo("", { git: false });
  plain.git("init", "-q", "--object-format=sha256");
  plain.write(".a/b", "1");
  plain.git("add", "-A");
  assert.equal(isTracked(plain.root, NAME), false);
  plain.write(".devbooks/b", "1");
  plain.git("add", "-A");
  assert.equal(isTracked(plain.root, NAME), true);
});

Deno.test("git index: a link or file of that name, any letter case, a subfolder, an index longer than the first read", () => {
  using repo = makeRepo(PLAIN);
  for (let i = 0; i < 2000; i++) repo.write(`.b/a-file-with-a-rather-long-name-to-fill-the-index-${i}`, "");
  repo.git("add", "-A");
  assert.equal(isTracked(repo.root, NAME), false);
  Deno.symlinkSync("/tmp", `${repo.root}/.devbooks`);
  repo.git("add", "-A");
  assert.equal(isTracked(repo.root, NAME), true);
  using mixed = makeRepo(
    "//- /.DevBooks/cache/x\n1\n//- /sub/.devbooks/x\n1\n//- /sub/y\n1\n//- /tub/y\n1\n",
  );
  assert.equal(isTracked(mixed.root, NAME), true);
  assert.equal(isTracked(`${mixed.root}/sub`, NAME), true);
  assert.equal(isTracked(`${mixed.root}/tub`, NAME), false);
});

Deno.test("git index: a linked work tree has its own", () => {
  using repo = makeRepo(PLAIN);
  using other = makeRepo("", { git: false });
  repo.git("worktree", "add", "-q", "-b", "other", `${other.root}/tree`);
  Deno.mkdirSync(`${other.root}/tree/.devbooks`);
  Deno.writeTextFileSync(`${other.root}/tree/.devbooks/x`, "");
  repo.git("-C", `${other.root}/tree`, "add", "-A");
  assert.equal(isTracked(repo.root, NAME), false);
  assert.equal(isTracked(`${other.root}/tree`, NAME), true);
});

Deno.test("git index: none is no, one that cannot be understood is yes", () => {
  using none = makeRepo("", { git: false });
  assert.equal(isTracked(none.root, NAME), false);
  using empty = makeRepo("");
  assert.equal(isTracked(empty.root, NAME), false);
  using damaged = makeRepo(PLAIN);
  for (const bytes of ["", "DIRC", "nonsense, long enough for a header and more than that"]) {
    damaged.write(".git/index", bytes);
    assert.equal(isTracked(damaged.root, NAME), true, bytes);
  }
});

for (const [format, store] of Object.entries(FORMATS).filter(([name]) => name !== "split")) {
  Deno.test(`git index: ids of clean files in an index of ${format}`, () => {
    using repo = makeRepo("//- /漢/ä.ts\n1\n//- /b.ts\n2\n//- /.a/b.ts\n3\n//- /changed.ts\n4\n");
    // As if the files had been there for a while.
    for (const path of ["漢/ä.ts", "b.ts", ".a/b.ts", "changed.ts"]) {
      Deno.utimeSync(`${repo.root}/${path}`, new Date(1e12), new Date(1e12));
    }
    repo.git("update-index", "--refresh");
    store(repo);
    repo.write("changed.ts", "5");
    const clean = cleanIds(readGitIndex(repo.root)!);
    const idOf = (path: string): string | undefined => {
      const info = Deno.lstatSync(`${repo.root}/${path}`);
      const [modified, changed] = [info.mtime!.getTime(), info.ctime!.getTime()];
      const id = clean(path, { size: info.size, modified, changed, inode: info.ino! });
      return id && toHex(id);
    };
    assert.equal(entryCount(readGitIndex(repo.root)!), 4);
    assert.equal(idOf("漢/ä.ts"), repo.git("hash-object", "漢/ä.ts").trim());
    assert.equal(idOf("b.ts"), repo.git("hash-object", "b.ts").trim());
    assert.equal(idOf("changed.ts"), undefined);
    const times = { size: 1, modified: 1e12, changed: 1e12, inode: 1 };
    assert.equal(clean("b.ts", times), undefined, "another inode");
    assert.equal(clean("none.ts", times), undefined);
  });
}

longTest("git index: names that share prefixes to far more than its size are not believed", () => {
  const [longest, entries, mtime] = [100_000, 1000, 1e9];
  const stat = new Uint8Array(62);
  for (const [word, value] of [[2, mtime], [6, 0o100644]] as const) {
    new DataView(stat.buffer).setUint32(word * 4, value);
  }
  stat.set([0x0f, 0xff], 60);
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);
  const number = (entry: number): string => String(entry).padStart(8, "0");
  const rows = Array.from({ length: entries }, (_, entry) => [
    stat,
    entry === 0 ? text(`\0${"a".repeat(longest)}${number(0)}\0`) : text(`\x08${number(entry)}\0`),
  ]).flat();
  const bytes = concat([
    text("DIRC"),
    new Uint8Array([0, 0, 0, 4, 0, 0, entries >> 8, entries & 255]),
    ...rows,
  ]);
  const clean = cleanIds({ bytes: new Uint8Array(bytes), written: 2e12 });
  const times = { size: 0, modified: mtime * 1000, changed: 0, inode: 0 };
  assert.ok(clean("a".repeat(longest) + number(1), times));
  assert.equal(clean("a".repeat(longest) + number(entries - 1), times), undefined);
});
