import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { FORMAT } from "../../src/index/schema.ts";
import { BINARY, runBinary } from "../support/binary.ts";
import { makeRepo, type Repo } from "../support/fixture.ts";

/** Enough text for several batches. */
const FILES = 500;
const LINES = 800;

function manyDocuments(): Repo {
  const repo = makeRepo("", { git: false });
  for (let file = 0; file < FILES; file++) {
    let text = `# Door ${file}\n\n`;
    for (let line = 0; line < LINES; line++) text += `The key of door ${file} turns ${line} times.\n`;
    repo.write(`doors/door${file}.md`, text);
  }
  return repo;
}

/** Contents that the stored index has; 0 where there is none. */
function stored(repo: Repo): number {
  let database: DatabaseSync | undefined;
  try {
    const path = `${repo.root}/.devbooks/cache/auto-tools/index-${FORMAT}-1.sqlite`;
    database = new DatabaseSync(path, { readOnly: true });
    return Number(database.prepare("SELECT count(*) AS count FROM blob").get()!["count"]);
  } catch {
    return 0;
  } finally {
    database?.close();
  }
}

async function index(repo: Repo) {
  const { code, stdout } = await runBinary(["index", "--json"], { cwd: repo.root });
  assert.equal(code, 0);
  return JSON.parse(stdout);
}

async function answer(repo: Repo): Promise<string> {
  const { stdout } = await runBinary(["search", "which key turns 7 times", "--json"], { cwd: repo.root });
  return stdout.replaceAll(repo.root, "ROOT").replace(/"(?:run_id|duration_ms|index_version)":[^,}]+/g, "");
}

Deno.test("index: a build that is killed goes on where it was, and ends as one in one go", async () => {
  using repo = manyDocuments();
  const child = new Deno.Command(BINARY, {
    args: ["index"],
    cwd: repo.root,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const until = Date.now() + 60_000;
  while (stored(repo) === 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill("SIGKILL");
  await child.status;
  // Its own child ends when it does.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const kept = stored(repo);
  assert.ok(kept > 0 && kept < FILES, `${kept} kept`);
  const built = await index(repo);
  assert.equal(built.parsed, FILES - kept, "what is stored is not parsed again");
  assert.equal(stored(repo), FILES);
  using whole = manyDocuments();
  const once = await index(whole);
  assert.deepEqual(
    [built.files, built.indexed, built.definitions, built.wasDamaged],
    [once.files, once.indexed, once.definitions, false],
  );
  assert.equal(await answer(repo), await answer(whole));
});

Deno.test("index: a build whose folder is removed ends, and says so", async () => {
  using repo = manyDocuments();
  const folder = `${repo.root}/.devbooks`;
  const build = runBinary(["index"], { cwd: repo.root });
  const until = Date.now() + 60_000;
  let isRemoved = false;
  while (!isRemoved && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    isRemoved = hasStore(repo) && isGone(folder);
  }
  const { code, stderr } = await build;
  assert.equal(code, 40, stderr);
  assert.match(stderr, /the index's folder was removed while it was built: .*\.devbooks/);
});

function hasStore({ root }: Repo): boolean {
  return existsSync(`${root}/.devbooks/cache/auto-tools/index-${FORMAT}-1.sqlite`);
}

/** Removes a folder; false where something was written to it meanwhile. */
function isGone(folder: string): boolean {
  try {
    Deno.removeSync(folder, { recursive: true });
    return true;
  } catch {
    return false;
  }
}
