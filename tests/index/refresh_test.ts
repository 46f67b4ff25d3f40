import assert from "node:assert/strict";
import { KINDS } from "../../src/index/lexical_index.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import type { OpenIndex } from "../../src/index/open_index.ts";
import type { RefreshOptions } from "../../src/index/tree_status.ts";
import { answers } from "../support/index_answers.ts";
import { openStore, openTestIndex, testParser } from "../support/index_kit.ts";
import { tokens } from "../../src/text/tokens.ts";
import { random } from "../support/random.ts";

/** A folder of files, removed afterwards. */
async function withFolder(
  files: Record<string, string>,
  check: (folder: Folder) => Promise<void>,
): Promise<void> {
  const folder = new Folder(Deno.realPathSync(Deno.makeTempDirSync()));
  try {
    for (const [path, text] of Object.entries(files)) folder.write(path, text);
    await check(folder);
  } finally {
    Deno.removeSync(folder.root, { recursive: true });
  }
}

class Folder {
  constructor(readonly root: string) {}

  write(path: string, text: string, time?: Date): void {
    Deno.mkdirSync(`${this.root}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    Deno.writeTextFileSync(`${this.root}/${path}`, text);
    if (time) Deno.utimeSync(`${this.root}/${path}`, time, time);
  }

  remove(path: string): void {
    Deno.removeSync(`${this.root}/${path}`);
  }

  /** The texts below, without the cache. */
  *files(folder = ""): Generator<{ path: string; text: string }> {
    for (const entry of Deno.readDirSync(`${this.root}/${folder}`)) {
      const path = folder + entry.name;
      if (entry.isDirectory && entry.name !== ".cache") yield* this.files(`${path}/`);
      else if (entry.isFile) yield { path, text: Deno.readTextFileSync(`${this.root}/${path}`) };
    }
  }

  async open<T>(
    use: (index: OpenIndex) => T,
    options: Partial<RefreshOptions> & { clock?: () => number } = {},
  ): Promise<T> {
    const index = await openTestIndex(this.root, options);
    try {
      return use(index);
    } finally {
      index.close();
    }
  }

  /** Opens the stored index and compares every answer with that of an index made from scratch. */
  async check(
    options: Partial<RefreshOptions> = {},
  ): Promise<{ read: number; parsed: number; problem?: string }> {
    const fresh = buildMemoryIndex(this.files(), await testParser());
    return await this.open(({ index, read, parsed, pending, problem }) => {
      assert.deepEqual(pending, []);
      assert.deepEqual(answers(index, TERMS, NAMES), answers(fresh, TERMS, NAMES));
      return { read, parsed, ...(problem && { problem }) };
    }, options);
  }
}

const TERMS = ["door", "shop", "cart", "open door", "item", "fix", "number", "x"];
const NAMES = ["open_door", "Shop", "item", "fix"];

const SHOP = "class Shop:\n    def open_door(self):\n        return cart.open_door(item)\n";
const FILES = {
  "shop.py": SHOP,
  "src/cart.ts": "export function item(x: number): number {\n  return fix(x); // open door\n}\n",
  "src/copy.py": SHOP,
  "README.md": "# Shop\n\nHow to open door number one.\n",
  "empty.py": "",
  "logo.png": "not a picture",
  "data.json": '{"door": 1}\n',
};
const OLD = new Date(Date.now() - 3_600_000);

Deno.test("a stored index answers like a fresh one, and the second time nothing is parsed", async () => {
  await withFolder(FILES, async (folder) => {
    const first = await folder.check();
    assert.ok(first.parsed > 0 && first.problem === undefined);
    assert.equal((await folder.check()).parsed, 0);
  });
});

Deno.test("edits, new, deleted and renamed files show at once", async () => {
  await withFolder(FILES, async (folder) => {
    await folder.check();
    folder.write("shop.py", SHOP.replaceAll("door", "gate"));
    assert.equal((await folder.check()).parsed, 1);
    folder.write("new/fix.py", "def fix(door):\n    return door\n");
    assert.equal((await folder.check()).parsed, 1);
    folder.remove("src/cart.ts");
    assert.equal((await folder.check()).parsed, 0);
    Deno.renameSync(`${folder.root}/new/fix.py`, `${folder.root}/new/fixed.py`);
    assert.equal((await folder.check()).parsed, 0);
    folder.write("shop.py", SHOP);
    assert.equal((await folder.check()).parsed, 0);
  });
});

Deno.test("an edit of equal size and time is seen", async () => {
  await withFolder({ "a.py": "door = 1\n" }, async (folder) => {
    folder.write("a.py", "door = 1\n");
    const { mtime } = Deno.statSync(`${folder.root}/a.py`);
    await folder.check();
    folder.write("a.py", "shop = 1\n", mtime!);
    await folder.check();
    await folder.check();
  });
});

Deno.test("a listed file that is gone is left out, and comes back", async () => {
  await withFolder(FILES, async (folder) => {
    const listing = Object.keys(FILES);
    await folder.open(() => {}, { rules: "fixed" });
    folder.remove("README.md");
    const open = (): Promise<readonly string[]> =>
      openTestIndex(folder.root, { rules: "fixed" }, listing).then((index) => {
        const paths = index.index.files.paths;
        assert.equal(
          index.index.pathPostings(tokens("README")[0]!)?.files.length ?? 0,
          paths.includes("README.md") ? 1 : 0,
        );
        assert.equal(index.index.pathPostings("cart")?.files.length, 1);
        assert.equal(paths[index.index.pathPostings("cart")!.files[0]!], "src/cart.ts");
        index.close();
        return paths;
      });
    assert.ok(!(await open()).includes("README.md"));
    assert.ok(!(await open()).includes("README.md"));
    folder.write("README.md", FILES["README.md"]);
    assert.ok((await open()).includes("README.md"));
  });
});

Deno.test("what time did not allow is pending, and made up for later", async () => {
  await withFolder(FILES, async (folder) => {
    let ticks = 0;
    const late = await folder.open(({ pending, index }) => {
      assert.equal(index.files.count, Object.keys(FILES).length);
      const kinds = pending.map((path) => KINDS[index.files.kinds[index.files.numberOf(path)!]!]);
      assert.deepEqual(new Set(kinds), new Set(["pending"]));
      return pending;
    }, { deadline: 3, clock: () => ticks++ });
    assert.ok(late.includes("README.md") && late.length < Object.keys(FILES).length, "code is read first");
    await folder.check();
  });
});

Deno.test("a first build that short turns would hardly finish is left to a longer one", async () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`lib/m${i}.py`, `x${i} = 1\n`]));
  await withFolder({ ...FILES, ...many }, async (folder) => {
    const open = (left: number): Promise<readonly number[]> =>
      folder.open(({ pending, read }) => [pending.length, read], { deadline: left, clock: () => 0 });
    const all = Object.keys(FILES).length + 200;
    assert.deepEqual(await open(1), [all, 0]);
    assert.deepEqual(await open(1), [all, 0], "nothing was stored that is looked up again");
    assert.deepEqual(await open(1000), [0, all]);
    assert.deepEqual((await open(1))[0], 0, "what is stored is used");
    await folder.check();
  });
});

Deno.test("a changed file that could not be read in time is not answered from its old text", async () => {
  await withFolder(FILES, async (folder) => {
    await folder.check();
    folder.write("shop.py", "gate = 1\n");
    await folder.open(({ pending, index }) => {
      assert.deepEqual(pending, ["shop.py"]);
      assert.deepEqual(index.definitionsNamed("Shop").map(({ file }) => index.files.paths[file]), [
        "src/copy.py",
      ]);
    }, { deadline: -1 });
    await folder.check();
  });
});

Deno.test("with another writer at work the answer is complete and nothing waits", async () => {
  await withFolder(FILES, async (folder) => {
    await folder.check();
    folder.write("shop.py", SHOP.replaceAll("door", "gate"));
    const { DatabaseSync } = await import("node:sqlite");
    const blocker = new DatabaseSync(newestFile(folder));
    blocker.exec("BEGIN IMMEDIATE");
    const result = await folder.check();
    blocker.exec("ROLLBACK");
    blocker.close();
    assert.equal(result.problem, "busy");
    assert.equal(result.parsed, 1);
    assert.equal((await folder.check()).problem, undefined);
    assert.equal((await folder.check()).parsed, 0);
  });
});

Deno.test("without any store the index lives in memory", async () => {
  await withFolder(FILES, async (folder) => {
    Deno.writeTextFileSync(`${folder.root}/.cache`, "a file where the folder should be");
    const result = await folder.open(({ index, problem }) => {
      assert.ok(index.postings("door"));
      return problem;
    });
    assert.equal(result, "none");
  });
});

Deno.test("damage anywhere in the file never breaks an answer for long", async () => {
  const next = random(5);
  await withFolder(FILES, async (folder) => {
    for (let round = 0; round < 30; round++) {
      await folder.check();
      const path = newestFile(folder);
      const bytes = Deno.readFileSync(path);
      if (round % 5 === 0) Deno.truncateSync(path, Math.floor(next() * bytes.length));
      else {
        const start = round % 5 === 1 ? 0 : Math.floor(next() * bytes.length);
        bytes.fill(round % 2 === 0 ? 0 : 0xa5, start, start + 1 + Math.floor(next() * 5000));
        Deno.writeFileSync(path, bytes);
      }
      for (let again = 0; again < 2; again++) {
        await folder.open(({ index }) => {
          for (const term of TERMS) index.postings(term);
          index.definitionsNamed("Shop");
          index.nearNames("Shpo", 3);
          index.parsed(0);
        });
      }
      Deno.removeSync(`${folder.root}/.cache`, { recursive: true });
    }
  });
});

Deno.test("a foreign file under our name is left alone and not trusted", async () => {
  await withFolder(FILES, async (folder) => {
    await folder.check();
    const path = newestFile(folder);
    const { DatabaseSync } = await import("node:sqlite");
    const planted = new DatabaseSync(path);
    planted.exec("CREATE TRIGGER evil AFTER INSERT ON blob BEGIN DELETE FROM parsed; END");
    planted.close();
    await folder.check();
    assert.notEqual(newestFile(folder), path);
    Deno.writeTextFileSync(newestFile(folder), "no database at all".repeat(1000));
    await folder.check();
  });
});

Deno.test("many edits leave few segments, no garbage, and right answers", async () => {
  const next = random(9);
  await withFolder(FILES, async (folder) => {
    for (let round = 0; round < 40; round++) {
      const path = `gen/file${Math.floor(next() * 5)}.py`;
      folder.write(path, `def fix_${round}(door):\n    return door.item(${round})\n`);
      const index = await openTestIndex(folder.root);
      index.tidy();
      index.close();
    }
    await folder.check();
    const store = openStore(`${folder.root}/.cache`)!;
    assert.ok(store.segments().length <= 8, `${store.segments().length} segments`);
    store.database.close();
  });
});

Deno.test("nobody has to tidy up for the segments to stay few", async () => {
  await withFolder(FILES, async (folder) => {
    for (let round = 0; round < 30; round++) {
      folder.write("gen/file.py", `def fix_${round}(door):\n    return door.item(${round})\n`);
      (await openTestIndex(folder.root)).close();
    }
    await folder.check();
    const store = openStore(`${folder.root}/.cache`)!;
    assert.ok(store.segmentCount() <= 12, `${store.segmentCount()} segments`);
    store.database.close();
  });
});

Deno.test("work trees share contents and do not disturb each other", async () => {
  await withFolder(
    { "one/a.py": SHOP, "two/a.py": SHOP, "two/b.py": "def fix(): pass\n" },
    async (folder) => {
      const cache = `${folder.root}/.shared`;
      const open = async (name: string): Promise<OpenIndex> =>
        await openTestIndex(`${folder.root}/${name}`, {}, undefined, cache);
      const one = await open("one");
      one.close();
      const two = await open("two");
      assert.equal(two.parsed, 1);
      two.close();
      const again = await open("one");
      assert.equal(again.parsed, 0);
      assert.deepEqual(again.index.files.paths, ["a.py"]);
      assert.deepEqual(again.index.definitionsNamed("fix"), []);
      again.close();
    },
  );
});

Deno.test("a rename keeps old files old", async () => {
  await withFolder({}, async (folder) => {
    folder.write("a.py", SHOP, OLD);
    await folder.check();
    assert.ok((await folder.check()).parsed === 0);
  });
});

function newestFile(folder: Folder): string {
  const names = [...Deno.readDirSync(`${folder.root}/.cache`)].map(({ name }) => name).filter((name) =>
    name.endsWith(".sqlite")
  );
  return `${folder.root}/.cache/${names.sort().at(-1)}`;
}

Deno.test("the state of an index stands for every file, once none can change without a trace", async () => {
  await withFolder({ "a.py": "x = 1\n", "b.md": "# b\n", "c.png": "listed only" }, async (folder) => {
    const state = (): Promise<string | undefined> => folder.open((index) => index.state());
    assert.equal(await state(), undefined, "just written");
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const first = await state();
    assert.ok(first !== undefined);
    assert.equal(await state(), first);
    assert.notEqual(await folder.open((index) => index.state(), { rules: "others" }), first);
    folder.write("b.md", "# c\n");
    assert.notEqual(await state(), first);
    assert.equal(await folder.open((index) => index.state(), { deadline: 0 }), undefined, "behind");
  });
});
