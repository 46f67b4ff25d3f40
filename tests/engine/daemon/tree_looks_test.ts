import assert from "node:assert/strict";
import { TreeLooks } from "../../../src/engine/daemon/tree_looks.ts";
import { wallClock } from "../../../src/platform/clock.ts";
import { lastChange } from "../../../src/platform/stat_table.ts";
import type { TreeWatch } from "../../../src/platform/tree_watch.ts";
import { makeRepo, type Repo } from "../../support/fixture.ts";

// The table of files leaves a port to the collector.
const lenient = { sanitizeOps: false, sanitizeResources: false };

/** Looks at a tree whose watch says what it is told to. */
function openLooks({ root }: Repo) {
  const said = { isQuiet: true, resets: 0 };
  const watch = {
    isQuiet: () => Promise.resolve(said.isQuiet),
    reset: () => void said.resets++,
  } as unknown as TreeWatch;
  return { looks: new TreeLooks(root, watch), said };
}

const listingOf = (...paths: readonly string[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(new TextEncoder().encode(paths.map((path) => `${path}\0`).join("")));

/** Everything was there for a while when git lists. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
}

Deno.test(
  "looks: seen once a prompt is answered, with a number of its own, until something changes",
  lenient,
  async () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n//- /lib/deep/b.ts\nlet b;\n");
    await settled();
    const { looks, said } = openLooks(repo);
    assert.equal(await looks.unchanged(), undefined);
    await looks.rest();
    assert.deepEqual([await looks.unchanged(), said.resets], [undefined, 0], "nothing was listed yet");
    const listing = listingOf("a.ts", "lib/deep/b.ts");
    looks.note(listing, wallClock());
    assert.equal(await looks.unchanged(), undefined);
    await looks.rest();
    const seen = await looks.unchanged();
    assert.deepEqual([seen?.listing, seen?.look, said.resets], [listing, 1, 1]);
    assert.equal(seen?.stats.known("lib/deep/b.ts")?.size, 8);
    await looks.rest();
    assert.deepEqual([await looks.unchanged(), said.resets], [seen, 1], "it is not looked at again");
    said.isQuiet = false;
    assert.equal(await looks.unchanged(), undefined);
    said.isQuiet = true;
    assert.equal(await looks.unchanged(), undefined, "what has changed once is not as it was");
    await looks.rest();
    assert.deepEqual([(await looks.unchanged())?.look, said.resets], [2, 2]);
    looks.note(listing, wallClock());
    assert.equal(await looks.unchanged(), undefined);
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
    const { looks } = openLooks(repo);
    looks.note(listingOf("a.ts", "c/d.ts", "lib/.gitignore", "lib/deep/b.ts"), wallClock());
    await settled();
    change(repo);
    await looks.rest();
    assert.equal(await looks.unchanged(), undefined, what);
  }));
});

Deno.test("looks: what was written just before git listed may have come after it", lenient, async () => {
  using repo = makeRepo("//- /a.ts\nlet a;\n");
  const seenAt = async (at: number): Promise<boolean> => {
    const { looks } = openLooks(repo);
    looks.note(listingOf("a.ts"), at);
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
