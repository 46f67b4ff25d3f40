import assert from "node:assert/strict";
import { findRepository } from "../../src/platform/repository.ts";
import { realFolder } from "../../src/platform/host_files.ts";
import { mainWorkTree } from "../../src/platform/git_folder.ts";
import type { Repo } from "../support/fixture.ts";
import { makeRepo } from "../support/fixture.ts";

const FILE = "//- /src/a.ts\nexport const a = 1;\n";

async function rootOf(cwd: string, configured?: string): Promise<string | undefined> {
  const source = "env";
  return (await findRepository(cwd, configured === undefined ? undefined : { path: configured, source }))
    .root;
}

async function isGit(cwd: string): Promise<boolean> {
  const found = await findRepository(cwd, undefined);
  return found.root !== undefined && found.facts.isGit === true;
}

/** A folder with a clone in it, beside another project. */
function projects(): Repo {
  const all = makeRepo("//- /other/secret.ts\nexport const secret = 1;\n", { git: false });
  Deno.mkdirSync(`${all.root}/clone`);
  all.git("-C", `${all.root}/clone`, "init", "-q");
  return all;
}

Deno.test("root: an embedded folder that looks like a bare repository does not move it out of the clone", async () => {
  for (const worktree of ["../..", "..", "/", "../../../.."]) {
    {
      using all = projects();
      const embedded = `${all.root}/clone/embedded`;
      all.write("clone/embedded/HEAD", "ref: refs/heads/main\n");
      all.write(
        "clone/embedded/config",
        `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${worktree}\n`,
      );
      all.write("clone/embedded/objects/.keep", "");
      all.write("clone/embedded/refs/.keep", "");
      for (const cwd of [embedded, `${embedded}/refs`]) {
        const root = await rootOf(cwd);
        assert(root === undefined || `${root}/`.startsWith(`${all.root}/clone/`), `${worktree}: ${root}`);
      }
    }
  }
});

Deno.test("root: a .git that nothing names in turn is not believed", async () => {
  using foreign = makeRepo(FILE);
  for (const common of [undefined, foreign.root]) {
    using planted = makeRepo(FILE, { git: false });
    if (common === undefined) planted.write(".git", `gitdir: ${foreign.root}/.git\n`);
    else {
      planted.write(".git", "gitdir: own/worktrees/x\n");
      planted.write("own/worktrees/x/gitdir", `${planted.root}/.git\n`);
      planted.write("own/worktrees/x/commondir", `${common}/.git\n`);
      planted.write("own/worktrees/x/HEAD", "ref: refs/heads/main\n");
    }
    const found = await findRepository(`${planted.root}/src`, undefined);
    assert.equal(found.root, `${planted.root}/src`);
    assert.equal(found.facts.isGit, undefined);
    assert.equal(found.list(), undefined);
    assert.equal(mainWorkTree(planted.root), planted.root);
  }
});

Deno.test("root: a .git folder that shares another's objects, or names a work tree elsewhere, is not believed", async () => {
  using foreign = makeRepo(FILE);
  using sharing = makeRepo(FILE, { git: false });
  sharing.write(".git/HEAD", "ref: refs/heads/main\n");
  sharing.write(".git/commondir", `${foreign.root}/.git\n`);
  assert.equal(await isGit(sharing.root), false);
  using moved = projects();
  moved.write(
    "clone/.git/config",
    "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ../..\n",
  );
  assert.equal(await rootOf(`${moved.root}/clone`), `${moved.root}/clone`);
  assert.equal(await isGit(`${moved.root}/clone`), false);
});

Deno.test("root: subfolders, linked work trees, submodules and their work trees are git's", async () => {
  using repo = makeRepo(FILE);
  assert.equal(await rootOf(`${repo.root}/src`), repo.root);
  using other = makeRepo("", { git: false });
  const tree = `${other.root}/tree`;
  repo.git("worktree", "add", "-q", "-b", "other", tree);
  assert(await isGit(`${tree}/src`));
  assert.equal(await rootOf(`${tree}/src`), tree);
  assert.equal(mainWorkTree(tree), repo.root);
  using above = makeRepo(FILE);
  above.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", repo.root, "sub");
  assert.equal(await rootOf(`${above.root}/sub/src`), `${above.root}/sub`);
  assert(await isGit(`${above.root}/sub/src`));
  const subTree = `${other.root}/sub-tree`;
  above.git("-C", `${above.root}/sub`, "worktree", "add", "-q", "-b", "more", subTree);
  assert.equal(await rootOf(`${subTree}/src`), subTree);
  assert(await isGit(`${subTree}/src`));
});

Deno.test("root: a folder too broad is refused, however it came to be named", async () => {
  const home = realFolder(Deno.env.get("HOME") ?? "/") ?? "/";
  const above = home.slice(0, home.lastIndexOf("/")) || "/";
  using repo = makeRepo(FILE);
  for (const folder of ["/", home, above, `${repo.root}/.git`, `${repo.root}/.git/refs`]) {
    assert.equal(await rootOf(folder), undefined, folder);
    assert.equal(await rootOf(repo.root, folder), undefined, `configured: ${folder}`);
  }
});
