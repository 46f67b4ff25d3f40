import assert from "node:assert/strict";
import { LIMITS } from "../../src/model/limits.ts";
import { FORMAT } from "../../src/index/schema.ts";
import { payload, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { inFrontOfGit } from "../support/git_script.ts";
import { SHOP } from "../support/shop.ts";

Deno.test("index: builds, then finds nothing to do, then reads what changed", async () => {
  using repo = makeRepo(SHOP);
  const index = async (): Promise<Record<string, unknown>> => {
    const { code, stdout, stderr } = await runBinary(["index", "--json"], { cwd: repo.root });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  const first = await index();
  assert.ok(Number(first["parsed"]) > 0 && Number(first["definitions"]) > 0 && Number(first["size"]) > 0);
  assert.equal((await index())["parsed"], 0);
  repo.write("src/extra.py", "def extra_door():\n    return 1\n");
  const third = await index();
  assert.equal(third["parsed"], 1);
  assert.equal(third["definitions"], Number(first["definitions"]) + 1);
  assert.equal(repo.git("status", "--short").includes(".devbooks"), false);
});

Deno.test("index: takes a path, says in words what it did, refuses two paths", async () => {
  using repo = makeRepo(SHOP);
  const { code, stdout } = await runBinary(["index", repo.root]);
  assert.equal(code, 0);
  assert.match(
    stdout,
    /\d+ files, \d+ of them searchable, \d+ definitions\n\d+ read, \d+ parsed in \d+\.\d s/,
  );
  const refused = await runBinary(["index", "a", "b"]);
  assert.equal(refused.code, 20);
  assert.match(refused.stderr, /index takes one PATH/);
});

Deno.test("index: waits for a git that takes longer than a prompt may wait", async () => {
  using repo = makeRepo(`${SHOP}//- /.gitignore\nbuilt\n`);
  repo.write("built/made.py", "def made():\n    return 1\n");
  const index = async (script: string): Promise<{ readonly files: number; readonly limits: string[] }> => {
    const env = { PATH: inFrontOfGit(`case "$*" in *ls-files*) ${script};; esac; exec "$REAL" "$@"`) };
    const { code, stdout, stderr } = await runBinary(["index", "--json"], { cwd: repo.root, env });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  const walked = await index("exit 1");
  assert.deepEqual(walked.limits, [LIMITS.unlisted]);
  const listed = await index("sleep 3");
  assert.deepEqual([listed.files, listed.limits], [walked.files - 1, []]);
  const assumed = await index("exit 1");
  assert.deepEqual([assumed.files, assumed.limits], [listed.files, [LIMITS.assumed]]);
});

Deno.test("index: a store that a repository brought along is not believed", async () => {
  using repo = makeRepo(SHOP);
  repo.write(
    `.devbooks/cache/auto-tools/index-${FORMAT}-1.sqlite`,
    "SQLite format 3\0 not really".repeat(500),
  );
  const { code, stdout } = await runBinary(["index", "--json"], { cwd: repo.root });
  assert.equal(code, 0);
  assert.ok(JSON.parse(stdout).parsed > 0);
});

Deno.test("index: what is too large for a prompt is built beside the first one", async () => {
  using repo = makeRepo(SHOP);
  const body = Array.from(
    { length: 40 },
    (_, at) => `def step_${at}(order):\n    return order.total + ${at}\n`,
  );
  for (let i = 0; i < 300; i++) repo.write(`steps/${i % 20}/part_${i}.py`, body.join("\n\n"));
  const cache = `${repo.root}/.devbooks/cache/auto-tools`;
  const holds = (file: string, isRight: (bytes: Uint8Array) => boolean): boolean => {
    try {
      return isRight(Deno.readFileSync(`${cache}/${file}`));
    } catch {
      return false;
    }
  };
  const isWhole = (): boolean => holds("symbols-2.bin", ([flag]) => flag === 1);
  const deadline = performance.now() + 60_000;
  while (!isWhole() && performance.now() < deadline) {
    // On a machine with other work a prompt may end before git listed the files: then the next one starts the build.
    if (!holds("index-started", () => true)) {
      await runBinary(["hook"], {
        cwd: repo.root,
        stdin: payload("Where is the refund of an order calculated?", repo.root),
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  assert.ok(isWhole(), "nothing built the index");
});

Deno.test("index: any damaged file of the cache is noticed and made anew", async () => {
  using repo = makeRepo(SHOP);
  const folder = `${repo.root}/.devbooks/cache/auto-tools`;
  const everything = async (): Promise<void> => {
    await runBinary(["index"], { cwd: repo.root });
    await runBinary(["hotspots"], { cwd: repo.root });
    await runBinary(["search", "refundOrder"], { cwd: repo.root });
  };
  await everything();
  const names = [...Deno.readDirSync(folder)].filter(({ name, isFile }) =>
    isFile && !/\.sqlite|\.jsonl|\.gitignore|-started$/.test(name)
  ).map(({ name }) => name).filter((name) => Deno.statSync(`${folder}/${name}`).size > 0);
  assert(names.includes("symbols-2.bin") && names.length >= 3, names.join(" "));
  const before = new Map(names.map((name) => [name, Deno.readFileSync(`${folder}/${name}`)]));
  for (const [name, bytes] of before) {
    const damaged = bytes.slice();
    damaged[bytes.length >>> 1]! ^= 0x10;
    Deno.writeFileSync(`${folder}/${name}`, damaged);
  }
  await everything();
  for (const [name, bytes] of before) {
    // Parts of the history have names of their own: other parts take their place.
    if (/^history-\d+-/.test(name)) {
      assert(!Deno.readTextFileSync(`${folder}/history-3.json`).includes(name.replace(/\.\w+$/, "")), name);
      continue;
    }
    const after = Deno.readFileSync(`${folder}/${name}`);
    if (name === "symbols-2.bin") assert.deepEqual(after, bytes);
    const damaged = bytes.slice();
    damaged[bytes.length >>> 1]! ^= 0x10;
    assert.notDeepEqual(after, damaged, name);
  }
});
