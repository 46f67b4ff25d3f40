/** Work trees of the repositories that are asked about. */

const GIT_ENV = { GIT_TERMINAL_PROMPT: "0", GIT_LFS_SKIP_SMUDGE: "1" };

/**
 * A work tree of a repository at a commit below `work`, made from its mirror if it is not there.
 *
 * @throws Error when there is no mirror
 */
export function workTree(
  { repo, commit }: { readonly repo: string; readonly commit: string },
  { mirrors, work }: { readonly mirrors: string; readonly work: string },
): string {
  const root = `${work}/${repo.replace("/", "__")}`;
  if (exists(`${root}/.git/ready`)) return root;
  const mirror = `${mirrors}/${repo.replace("/", "+")}`;
  const source = [`${mirror}/repo`, mirror, `${mirror}/.git`].find((path) => exists(`${path}/HEAD`));
  if (source === undefined) throw new Error(`no mirror of the repository: ${mirror}`);
  if (exists(root)) Deno.removeSync(root, { recursive: true });
  git(work, "clone", "-q", "--shared", "--no-checkout", source, root);
  git(root, "update-ref", "--no-deref", "HEAD", commit);
  git(root, "read-tree", commit);
  // A mirror may lack its largest files.
  git(root, "checkout-index", "-q", "-f", "-a");
  Deno.writeTextFileSync(`${root}/.git/ready`, "");
  return root;
}

function git(folder: string, ...args: string[]): void {
  new Deno.Command("git", { args: ["-C", folder, ...args], env: GIT_ENV, stderr: "null" }).outputSync();
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
