import assert from "node:assert/strict";
import { headIn, ownGitFolder } from "../../src/platform/git_folder.ts";
import { makeRepo, type Repo } from "../support/fixture.ts";

/** What the files say is at HEAD, and what git says. */
function headsOf({ git }: Pick<Repo, "git">, root: string): readonly [string | undefined, string] {
  const folder = ownGitFolder(root);
  return [folder && headIn(folder), git("-C", root, "rev-parse", "--short=12", "HEAD").trim()];
}

Deno.test("head: the files say what git says, whatever the branch is called and wherever its commit is kept", () => {
  using repo = makeRepo("//- /a.ts\nlet a;\n");
  const { root, git, write } = repo;
  const assertSame = (what: string, at = root): void => {
    const [files, git] = headsOf(repo, at);
    assert.equal(files, git, what);
  };
  assertSame("a loose reference");
  const before = headsOf(repo, root)[1];
  write("a.ts", "let b;\n");
  git("commit", "-qam", "two");
  assert.notEqual(headsOf(repo, root)[0], before);
  assertSame("the next commit");
  git("branch", "other", "HEAD~1");
  git("branch", "feature/a-b+c@d.e_1");
  git("tag", "-a", "v1", "-m", "v1", "HEAD~1");
  git("pack-refs", "--all");
  assertSame("packed, beside a tag with a commit of its own");
  git("checkout", "-q", "other");
  assertSame("packed, behind others");
  git("checkout", "-q", "feature/a-b+c@d.e_1");
  assertSame("an odd name");
  write("a.ts", "let c;\n");
  git("commit", "-qam", "three");
  assertSame("loose again, newer than what is packed");
  git("checkout", "-q", "--detach", "HEAD~1");
  assertSame("detached");
  const linked = `${root}-linked`;
  git("worktree", "add", "-q", linked, "other");
  assertSame("a linked work tree, with a branch of its own", linked);
  write("a.ts", "let d;\n");
  git("commit", "-qam", "four");
  assert.notEqual(headsOf(repo, linked)[0], headsOf(repo, root)[0]);
  Deno.removeSync(linked, { recursive: true });
});

Deno.test("head: what only git can tell is left to git", () => {
  using repo = makeRepo("//- /a.ts\nlet a;\n");
  const { root, git, write } = repo;
  const reported = (): string | undefined => headIn(ownGitFolder(root)!);
  assert.match(reported() ?? "", /^[0-9a-f]{12}$/);
  git("checkout", "-q", "-b", "käse");
  assert.equal(reported(), undefined, "a name beyond the usual characters");
  const branch = "refs/heads/main";
  for (const name of [`refs/heads/../../${branch}`, "refs/heads/none", branch.slice(5), "HEAD"]) {
    write(".git/HEAD", `ref: ${name}\n`);
    assert.equal(reported(), undefined, name);
  }
  write(".git/HEAD", `ref: ${branch}\n`);
  for (const content of ["ref: refs/heads/other\n", "0123\n", `${"0".repeat(39)}g\n`, ""]) {
    write(`.git/${branch}`, content);
    assert.equal(reported(), undefined, content);
  }
  Deno.removeSync(`${root}/.git/${branch}`);
  const commit = "1".repeat(40);
  write(".git/packed-refs", `# pack-refs with: peeled\n${commit} ${branch}-2\n${"2".repeat(40)} ${branch}\n`);
  assert.equal(reported(), "2".repeat(12), "the whole name counts");
  write(".git/packed-refs", `${commit} ${branch}\n`);
  assert.equal(reported(), "1".repeat(12), "the first line");
  write(".git/packed-refs", `${commit} ${branch}\n${"#".repeat(1024 * 1024)}`);
  assert.equal(reported(), "1".repeat(12), "a file of many references");
  write(".git/packed-refs", `${commit} ${branch}\n${"#".repeat(16 * 1024 * 1024)}`);
  assert.equal(reported(), undefined, "a long file");
  Deno.removeSync(`${root}/.git/HEAD`);
  assert.equal(reported(), undefined);
});
