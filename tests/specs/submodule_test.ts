import assert from "node:assert/strict";
import { PATIENT_HOME, runBinary } from "../support/binary.ts";
import { makeRepo, type Repo } from "../support/fixture.ts";

/** Submodules that are checked out are read with the repository; what only claims to be one is not. */

const INNER = `
//- /inner.py
def dep_fn(n): return n
//- /.gitignore
built.py
`;

const OUTER = `
//- /top.py
from libs.dep.inner import dep_fn
def top(): return dep_fn(1)
`;

function addSubmodule(repo: Repo, from: Repo, path: string): void {
  repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", from.root, path);
  repo.git("commit", "-q", "-m", "submodule");
}

async function output(repo: Repo, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await runBinary(args, { cwd: repo.root, env: { HOME: PATIENT_HOME } });
  return stdout + stderr;
}

Deno.test("submodule: its definitions and calls are found, also of one inside of another", async () => {
  using deepest = makeRepo("\n//- /deepest.py\ndef deep_fn(): return 1\n");
  using inner = makeRepo(INNER);
  addSubmodule(inner, deepest, "more");
  using repo = makeRepo(OUTER);
  addSubmodule(repo, inner, "libs/dep");
  repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init", "--recursive");
  repo.write("libs/dep/built.py", "def built_fn(): return 1\n");
  repo.write("libs/dep/fresh.py", "def fresh_fn(): return 1\n");
  await output(repo, "index");
  assert.match(await output(repo, "chain", "dep_fn"), /^libs\/dep\/inner\.py:dep_fn\ncalled by: 1\n {2}top /);
  assert.match(await output(repo, "chain", "fresh_fn"), /^libs\/dep\/fresh\.py:fresh_fn/);
  assert.match(await output(repo, "chain", "deep_fn"), /^libs\/dep\/more\/deepest\.py:deep_fn/);
  assert.match(await output(repo, "chain", "built_fn"), /unknown symbol/, "its own ignore rules");
  assert.match(await output(repo, "impact"), /no uncommitted changes/, "its files are not HEAD's");
  repo.write("libs/dep/inner.py", "def other_fn(n): return n\n");
  assert.match(await output(repo, "chain", "other_fn"), /^libs\/dep\/inner\.py:other_fn/);
});

Deno.test("submodule: paths that lead out, links and repositories of others are not read", async () => {
  using outside = makeRepo("\n//- /secret.py\ndef secret_fn(): return 1\n");
  using repo = makeRepo(OUTER);
  Deno.mkdirSync(`${repo.root}/fake`);
  repo.write("fake/.git", `gitdir: ${outside.root}/.git\n`);
  Deno.symlinkSync(outside.root, `${repo.root}/linked`);
  const paths = [
    "../" + outside.root.split("/").at(-1),
    outside.root,
    "linked",
    "fake",
    "absent",
    ".",
    ".git",
  ];
  repo.write(".gitmodules", paths.map((path) => `[submodule "${path}"]\n\tpath = ${path}\n`).join(""));
  await output(repo, "index");
  assert.match(await output(repo, "chain", "secret_fn"), /unknown symbol/);
  assert.match(await output(repo, "chain", "top"), /^top\.py:top/);
  const { files } = JSON.parse(await output(repo, "search", "secret", "--json")) as { files: string[] };
  assert.deepEqual(files.filter((path) => path.includes("secret")), []);
});
