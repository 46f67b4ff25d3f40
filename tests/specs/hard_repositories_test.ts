import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { hookContext, runBinary } from "../support/binary.ts";
import { makeRepo, type Repo } from "../support/fixture.ts";
import { longTest, RUNS_ALL } from "../support/long_test.ts";

/**
 * Repositories that break indexers. Each is indexed, asked by hook and searched by the real program, which must find the
 * one ordinary file, exit with 0 and leave a whole store. `HARD_FILES=50000` sets the size of the largest.
 */

const REPO = `
//- /src/tide.py
def tide_table(port):
    return [port]
`;
const QUESTION = "Where is the function tide_table defined?";
const CACHE = ".devbooks/cache/auto-tools";
const FILES = Number(Deno.env.get("HARD_FILES") ?? (RUNS_ALL ? 2000 : 500));

async function check(repo: Pick<Repo, "root">): Promise<void> {
  const cold = await hookContext(QUESTION, repo.root);
  assert.match(cold, /src\/tide\.py/, "without an index");
  const indexed = await runBinary(["index", "--json"], { cwd: repo.root });
  assert.equal(indexed.code, 0, indexed.stderr);
  assert.match(await hookContext(QUESTION, repo.root), /src\/tide\.py/, "with an index");
  const found = await runBinary(["search", "tide_table", "--json"], { cwd: repo.root });
  assert.equal(JSON.parse(found.stdout).files[0], "src/tide.py");
  checkStore(`${repo.root}/${CACHE}`);
}

function checkStore(folder: string): void {
  const stores = [...Deno.readDirSync(folder)].filter(({ name }) => /^index-\d+-\d+\.sqlite$/.test(name));
  assert.equal(stores.length, 1, stores.map(({ name }) => name).join(" "));
  const database = new DatabaseSync(`${folder}/${stores[0]!.name}`);
  try {
    assert.equal(Object.values(database.prepare("PRAGMA integrity_check").get() ?? {})[0], "ok");
  } finally {
    database.close();
  }
}

Deno.test("hard: links that lead nowhere, in circles and outside", async () => {
  using repo = makeRepo(REPO);
  for (
    const [target, path] of [[".", "loop"], ["b", "a"], ["a", "b"], ["/etc", "out"], ["gone", "dead"], [
      "..",
      "src/up",
    ]]
  ) {
    Deno.symlinkSync(target!, `${repo.root}/${path}`);
  }
  repo.git("add", "-A");
  await check(repo);
});

Deno.test("hard: folders in folders, names of all kinds", async () => {
  using repo = makeRepo(REPO);
  repo.write(`${"deep/".repeat(300)}leaf.py`, "def leaf():\n    return 1\n");
  for (
    const name of [
      "a b.py",
      "tab\tname.py",
      "quote'\".py",
      "-rf.py",
      "ünï.py",
      "文件.py",
      "new\nline.py",
      "*.py",
    ]
  ) {
    repo.write(`names/${name}`, "def named():\n    return 1\n");
  }
  await check(repo);
  const found = await runBinary(["search", "named line tab", "--limit", "50", "--json"], { cwd: repo.root });
  const { files } = JSON.parse(found.stdout);
  assert.ok(files.includes("names/文件.py") && files.includes("names/-rf.py"), found.stdout);
  assert.ok(!/[\n\t]/.test(files.join("")), "what cannot be shown is not named");
});

Deno.test("hard: lines of 200 kB, deep nesting, broken encodings", async () => {
  using repo = makeRepo(REPO);
  repo.write("long.py", `x = "${"a".repeat(200_000)}"\ndef after():\n    return x\n`);
  repo.write("long.js", `const f = ${"(".repeat(100_000)}1${")".repeat(100_000)};\n`);
  repo.write("words.md", `${"word ".repeat(40_000)}\n`);
  repo.write("nested.json", "[".repeat(100_000) + "]".repeat(100_000));
  const bytes = (path: string, content: Uint8Array): void =>
    Deno.writeFileSync(`${repo.root}/${path}`, content);
  bytes(
    "latin1.py",
    Uint8Array.from("# caf\xe9\ndef latin():\n    return 1\n", (char) => char.charCodeAt(0)),
  );
  bytes("utf16.py", Uint8Array.from(`\xff\xfe${"d\0e\0f\0 \0".repeat(500)}`, (char) => char.charCodeAt(0)));
  bytes("noise.py", crypto.getRandomValues(new Uint8Array(60_000)));
  bytes("surrogate.py", Uint8Array.of(0xed, 0xa0, 0x80, 0x0a, 0xf0, 0x9f, 0x0a, 0xc0, 0x80, 0x0a));
  await check(repo);
});

Deno.test("hard: a gigabyte of binaries and data", async () => {
  using repo = makeRepo(REPO);
  for (const name of ["a.bin", "b.png", "c.py", "d.json"]) {
    const file = Deno.openSync(`${repo.root}/${name}`, { create: true, write: true });
    file.truncateSync(256 * 1024 * 1024);
    file.close();
  }
  await check(repo);
});

Deno.test("hard: a submodule, and one that is not checked out", async () => {
  using inner = makeRepo("\n//- /inner.py\ndef inner():\n    return 1\n");
  using repo = makeRepo(REPO);
  repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.root, "vendor/inner");
  repo.git("commit", "-q", "-m", "submodule");
  await check(repo);
  Deno.removeSync(`${repo.root}/vendor/inner`, { recursive: true });
  await check(repo);
});

Deno.test(`hard: ${FILES} files`, async () => {
  using repo = makeRepo(REPO);
  for (let i = 0; i < FILES; i++) {
    repo.write(`lib/d${i % 97}/m${i}.py`, `def fun_${i}(a, b):\n    return fun_${i - 1}(a) + ${i}\n`);
  }
  repo.git("add", "-A");
  await check(repo);
});

longTest("hard: twenty hooks at once", async () => {
  using repo = makeRepo(REPO);
  for (let i = 0; i < 200; i++) repo.write(`lib/m${i}.py`, `def fun_${i}(a):\n    return fun_${i + 1}(a)\n`);
  const answers = await Promise.all(Array.from({ length: 20 }, () => hookContext(QUESTION, repo.root)));
  for (const answer of answers) assert.match(answer, /src\/tide\.py/);
  checkStore(`${repo.root}/${CACHE}`);
});

Deno.test("hard: a full disk", { ignore: !RUNS_ALL }, async (test) => {
  const folder = Deno.makeTempDirSync({ prefix: "auto-tools-full-" });
  const mount = (args: string[]): boolean => {
    try {
      return new Deno.Command(args[0]!, { args: args.slice(1), stderr: "null" }).outputSync().success;
    } catch {
      return false;
    }
  };
  const isMounted = mount(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]);
  try {
    await test.step({
      name: "answers come from memory, and the next ones too",
      ignore: !isMounted,
      fn: async () => {
        using repo = makeRepo(REPO, { git: false });
        Deno.mkdirSync(`${folder}/repo/src`, { recursive: true });
        const root = Deno.realPathSync(`${folder}/repo`);
        Deno.copyFileSync(`${repo.root}/src/tide.py`, `${root}/src/tide.py`);
        new Deno.Command("git", { args: ["-C", root, "init", "-q"] }).outputSync();
        const lines = Array.from(
          { length: 400 },
          (_, i) => `def item_${i}(a): return other_${i * 7}(a, "text ${i}")`,
        );
        for (let i = 0; i < 60; i++) {
          Deno.writeTextFileSync(
            `${root}/src/m${i}.py`,
            lines.join("\n").replaceAll("item", `item${i}`).slice(0, 22_000),
          );
        }
        for (let i = 0; i < 2; i++) {
          assert.match(await hookContext(QUESTION, root), /src\/tide\.py/);
          const found = await runBinary(["search", "tide_table", "--json"], { cwd: root });
          assert.equal(JSON.parse(found.stdout).files[0], "src/tide.py");
        }
      },
    });
  } finally {
    if (isMounted) mount(["umount", "-l", folder]);
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("hard: a repository that cannot be written", async (test) => {
  const folder = Deno.makeTempDirSync({ prefix: "auto-tools-ro-" });
  using repo = makeRepo(REPO);
  const mounted = new Deno.Command("mount", {
    args: ["--bind", "-o", "ro", repo.root, folder],
    stderr: "null",
  });
  let isMounted = false;
  try {
    isMounted = mounted.outputSync().success &&
      new Deno.Command("mount", { args: ["-o", "remount,ro,bind", folder], stderr: "null" }).outputSync()
        .success;
    await test.step({
      name: "the index lies below the user's cache folder",
      ignore: !isMounted,
      fn: async () => {
        const home = Deno.makeTempDirSync();
        const env = { HOME: home, XDG_CACHE_HOME: `${home}/cache` };
        assert.match(await hookContext(QUESTION, folder, { env }), /src\/tide\.py/);
        const indexed = await runBinary(["index", "--json"], { cwd: folder, env });
        assert.equal(indexed.code, 0, indexed.stderr);
        assert.equal(
          JSON.parse((await runBinary(["index", "--json"], { cwd: folder, env })).stdout).parsed,
          0,
        );
        assert.match(await hookContext(QUESTION, folder, { env }), /src\/tide\.py/);
        Deno.removeSync(home, { recursive: true });
      },
    });
  } finally {
    if (isMounted) new Deno.Command("umount", { args: ["-l", folder], stderr: "null" }).outputSync();
    Deno.removeSync(folder);
  }
});
