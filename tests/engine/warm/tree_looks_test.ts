import assert from "node:assert/strict";
import { TreeLooks } from "../../../src/engine/warm/tree_looks.ts";
import { wallClock } from "../../../src/platform/clock.ts";
import { lastChange, StatTable } from "../../../src/platform/stat_table.ts";
import type { TreeWatch } from "../../../src/platform/tree_watch.ts";
import { makeRepo, type Repo } from "../../support/fixture.ts";

// The table of files leaves a port to the collector.
const lenient = { sanitizeOps: false, sanitizeResources: false };

/** Looks at a tree whose watch says what it is told to. */
function openLooks({ root }: Repo) {
  const reported = { isQuiet: true, isResting: true, resets: 0 };
  const watch = {
    isQuiet: () => Promise.resolve(reported.isQuiet),
    get isQuietSoFar() {
      return reported.isQuiet;
    },
    get isResting() {
      return reported.isResting;
    },
    reset: () => {
      reported.resets++;
      reported.isQuiet = true;
    },
  } as unknown as TreeWatch;
  const looks = new TreeLooks(root, watch);
  /** A request is shown these files, of which it looks at the first ones. */
  const show = async (paths: readonly string[], options: { at?: number; looked?: number } = {}) => {
    const { at = wallClock(), looked = paths.length } = options;
    const listing = Uint8Array.from(new TextEncoder().encode(paths.map((path) => `${path}\0`).join("")));
    const stats = new StatTable(listing);
    for (const path of paths.slice(0, looked)) stats.look(root, path);
    const listed = { listing, stats, look: looks.begin() };
    looks.note(listed, at);
    await settled();
    return listed;
  };
  return { looks, reported, show };
}

/** What was called before goes on until it looks at files. */
async function startedAt(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

/** Everything was there for a while; beyond a second the runtime knows that nothing has changed since. */
async function settled(ms = 50): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

Deno.test("looks: once a prompt is answered, until something changes", lenient, async () => {
  using repo = makeRepo("//- /a.ts\nlet a;\n//- /lib/deep/b.ts\nlet b;\n");
  await settled(1100);
  const { looks, reported, show } = openLooks(repo);
  assert.equal(await looks.unchanged(), undefined);
  await looks.rest();
  assert.deepEqual([await looks.unchanged(), reported.resets], [undefined, 0], "nothing was listed yet");
  const paths = ["a.ts", "lib/deep/b.ts"];
  const { listing } = await show(paths);
  assert.equal(await looks.unchanged(), undefined);
  await looks.rest();
  const seen = await looks.unchanged();
  assert.deepEqual([seen?.listing, seen?.look, reported.resets], [listing, 1, 1]);
  assert.equal(seen?.stats.look("/nowhere", "lib/deep/b.ts")?.size, 8);
  await looks.rest();
  assert.deepEqual([await looks.unchanged(), reported.resets], [seen, 1], "it is not looked at again");
  reported.isQuiet = false;
  assert.equal(await looks.unchanged(), undefined);
  reported.isQuiet = true;
  assert.equal(await looks.unchanged(), undefined, "what has changed once is not as it was");
  await looks.rest();
  assert.equal((await looks.unchanged())?.look, 1, "all files are as the request found them");
  await show(paths);
  assert.equal(await looks.unchanged(), undefined);
});

Deno.test(
  "looks: a request in between is shown what is being looked at, unless something changes",
  lenient,
  async () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n//- /lib/deep/b.ts\nlet b;\n");
    await settled(1100);
    const { looks, reported, show } = openLooks(repo);
    // So many that other events get their turn in between.
    const paths = ["a.ts", "lib/deep/b.ts", ...Array.from({ length: 500 }, (_, at) => `gone/${at}.ts`)];
    const { listing, look } = await show(paths);
    const looking = looks.rest();
    await startedAt();
    const between = await looks.unchanged();
    assert.deepEqual([between?.listing, between?.look !== look], [listing, true]);
    await looking;
    assert.equal((await looks.unchanged())?.look, between?.look, "the request has seen it under that number");
    reported.isQuiet = false;
    assert.equal(await looks.unchanged(), undefined);
    const again = looks.rest();
    await startedAt();
    reported.isQuiet = false;
    assert.equal(await looks.unchanged(), undefined, "something changed since it began");
    await again;
  },
);

Deno.test(
  "looks: the number stays as long as all is as the request before found it",
  lenient,
  async () => {
    const rows: readonly [string, (repo: Repo) => void, isSame: boolean][] = [
      ["nothing happened", () => {}, true],
      ["a file has another size", (repo) => repo.write("a.ts", "let other;\n"), false],
      ["a file was written once more", (repo) => repo.write("a.ts", "let a;\n"), false],
      ["a file has become a link", (repo) => {
        Deno.removeSync(`${repo.root}/lib/b.ts`);
        Deno.symlinkSync("../a.ts", `${repo.root}/lib/b.ts`);
      }, false],
      ["one that was not looked at", (repo) => repo.write("lib/c.ts", "let d;\n"), true],
    ];
    await Promise.all(rows.map(async ([what, change, isSame]) => {
      using repo = makeRepo("//- /a.ts\nlet a;\n//- /lib/b.ts\nlet b;\n//- /lib/c.ts\nlet c;\n");
      await settled();
      const { looks, show } = openLooks(repo);
      const { look } = await show(["a.ts", "lib/b.ts", "lib/c.ts"], { at: wallClock() + 2000, looked: 2 });
      change(repo);
      // As if git had listed afterwards: of what is listed nothing has changed.
      await settled(2100);
      await looks.rest();
      const seen = await looks.unchanged();
      assert.deepEqual([seen !== undefined, seen?.look === look], [true, isSame], what);
    }));
  },
);

Deno.test(
  "looks: a file that changed while two threads looked may be known to one as it was",
  lenient,
  async () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n");
    await settled();
    const { looks, show } = openLooks(repo);
    const at = wallClock();
    Deno.writeTextFileSync(`${repo.root}/a.ts`, "let b;\n");
    const { look } = await show(["a.ts"], { at });
    await looks.rest();
    const seen = await looks.unchanged();
    assert.ok(seen && seen.look !== look);
  },
);

Deno.test(
  "looks: behind after changes that have come to rest, until the next request is shown them",
  lenient,
  async () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n");
    await settled(1100);
    const { looks, reported, show } = openLooks(repo);
    let refreshes = 0;
    const refresh = (): Promise<void> => Promise.resolve(void refreshes++);
    assert.equal(looks.isBehind, false, "nothing was asked yet");
    await show(["a.ts"]);
    await looks.rest();
    assert.equal(looks.isBehind, false);
    reported.isQuiet = false;
    reported.isResting = false;
    assert.equal(looks.isBehind, false, "it still changes");
    reported.isResting = true;
    assert.equal(looks.isBehind, true);
    await looks.catchUp(refresh);
    assert.deepEqual([looks.isBehind, refreshes], [false, 0], "all was as before");
    reported.isQuiet = false;
    repo.write("a.ts", "let b;\n");
    await looks.catchUp(refresh);
    assert.deepEqual([looks.isBehind, refreshes], [true, 1]);
    await settled(1100);
    await show(["a.ts"]);
    await looks.rest();
    assert.equal(looks.isBehind, false);
  },
);

Deno.test("looks: not where the listing may have been wrong when the watch began", lenient, async () => {
  const changes: Readonly<Record<string, (repo: Repo) => void>> = {
    "a file at the top": (repo) => repo.write("new.ts", ""),
    "a file in a folder of one letter": (repo) => repo.write("c/new.ts", ""),
    "a file in a folder": (repo) => repo.write("lib/new.ts", ""),
    "a file in a folder of a folder": (repo) => repo.write("lib/deep/new.ts", ""),
    "git's index": (repo) => repo.write(".git/index", "changed"),
    "what git leaves out": (repo) => repo.write(".git/info/exclude", "x\n"),
    "a list of what is ignored": (repo) => repo.write("lib/.gitignore", "b.ts\n"),
  };
  const rows = Object.entries(changes);
  await Promise.all(rows.map(async ([what, change]) => {
    using repo = makeRepo(
      "//- /a.ts\nlet a;\n//- /c/d.ts\nlet d;\n//- /lib/deep/b.ts\nlet b;\n//- /lib/.gitignore\nout\n",
    );
    await settled();
    const { looks, show } = openLooks(repo);
    await show(["a.ts", "c/d.ts", "lib/.gitignore", "lib/deep/b.ts"]);
    change(repo);
    await looks.rest();
    assert.equal(await looks.unchanged(), undefined, what);
  }));
});

Deno.test("looks: what was written just before git listed may have come after it", lenient, async () => {
  using repo = makeRepo("//- /a.ts\nlet a;\n");
  const seenAt = async (at: number): Promise<boolean> => {
    const { looks, show } = openLooks(repo);
    await show(["a.ts"], { at });
    await looks.rest();
    return await looks.unchanged() !== undefined;
  };
  const last = Math.max(
    ...["", ".git/index", ".git/info/exclude"].map((path) => lastChange(`${repo.root}/${path}`)),
  );
  await settled();
  assert.deepEqual([await seenAt(last + 20), await seenAt(last + 21)], [false, true]);
  assert.equal(await seenAt(wallClock() + 60_000), false, "the clock was set back");
});
