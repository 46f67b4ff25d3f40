import { readSmallFile, realFolder, realPath } from "./host_files.ts";
import { MESSAGE_BYTES } from "./limits.ts";

/** Location of a work tree's git repository, read from its files without running git. */

/** The repository of a work tree; both paths are absolute and real. */
export interface GitFolder {
  readonly path: string;
  /** Folder shared by linked work trees; otherwise equal to `path`. */
  readonly common: string;
}

/**
 * The git folder of `folder`: its `.git`, or the target of that file or link. Absolute and real; undefined if absent.
 */
export function gitFolderOf(folder: string): string | undefined {
  const path = `${folder}/.git`;
  const text = textOf(path).trimEnd();
  return text.startsWith("gitdir: ") ? folderAt(text.slice("gitdir: ".length), folder) : realFolder(path);
}

/**
 * The repository of the work tree at `folder` (absolute, real). Undefined without `.git`, and if it leads to a
 * repository that does not name this folder in turn, as git does for linked work trees and submodules: any clone can
 * contain a file that leads to another repository.
 */
export function ownGitFolder(folder: string): GitFolder | undefined {
  const path = gitFolderOf(folder);
  if (path === undefined) return undefined;
  const common = commonOf(path);
  if (path === `${folder}/.git`) return common === path ? { path, common } : undefined;
  const isShared = common === path || (common !== undefined && path.startsWith(`${common}/worktrees/`));
  return isShared && namesBack(path, folder) ? { path, common } : undefined;
}

/** Root of the main work tree for the work tree at `folder` with this repository. */
export function mainOf(folder: string, { path, common }: GitFolder): string {
  const main = path !== common && common.endsWith("/.git") ? realFolder(common.slice(0, -5)) : undefined;
  return main ?? folder;
}

function commonOf(path: string): string | undefined {
  const named = textOf(`${path}/commondir`).trim();
  return named === "" ? path : folderAt(named, path);
}

/** True if the repository names the folder: a linked work tree by a file `gitdir`, a submodule by its configuration. */
function namesBack(path: string, folder: string): boolean {
  const linked = textOf(`${path}/gitdir`).trimEnd();
  if (linked.endsWith("/.git")) return folderAt(linked.slice(0, -"/.git".length), path) === folder;
  return ["config", "config.worktree"].some((name) => {
    const named = /^\s*worktree\s*=\s*"?([^"\n]+?)"?\s*$/m.exec(textOf(`${path}/${name}`))?.[1];
    return named !== undefined && folderAt(named, path) === folder;
  });
}

function folderAt(named: string, base: string): string | undefined {
  return realFolder(named.startsWith("/") ? named : `${base}/${named}`);
}

function textOf(path: string): string {
  return readSmallFile(path) ?? "";
}

/** Digits of an abbreviated commit. */
const SHORT = 12;
const COMMIT = /^[0-9a-f]{40,64}$/;

/** The commit at HEAD as git's files say, abbreviated to 12 digits; undefined where only git can tell. */
export function headIn({ path, common }: GitFolder): string | undefined {
  const head = readSmallFile(`${path}/HEAD`)?.trim();
  const name = head?.startsWith("ref: ") ? head.slice(5) : undefined;
  const commit = name === undefined ? head : commitOf(name, common);
  return commit !== undefined && COMMIT.test(commit) ? commit.slice(0, SHORT) : undefined;
}

function commitOf(name: string, common: string): string | undefined {
  if (!/^refs\/[\w./@+-]+$/.test(name) || name.includes("..")) return undefined;
  const loose = readSmallFile(`${common}/${name}`)?.trim();
  if (loose !== undefined) return loose;
  const packed = readSmallFile(`${common}/packed-refs`, MESSAGE_BYTES) ?? "";
  const end = packed.indexOf(` ${name}\n`);
  return end < 0 ? undefined : packed.slice(packed.lastIndexOf("\n", end) + 1, end);
}

/** The nearest folder upwards with `.git`, otherwise the folder itself; undefined if it is not a folder. Real path. */
export function nearestProject(cwd: string): string | undefined {
  const start = realFolder(cwd);
  for (let folder = start; folder; folder = folder.slice(0, folder.lastIndexOf("/"))) {
    if (realPath(`${folder}/.git`) !== undefined) return folder;
  }
  return start;
}

/** The main work tree of a linked one; otherwise the folder itself. */
export function mainWorkTree(root: string): string {
  const own = ownGitFolder(root);
  return own === undefined ? root : mainOf(root, own);
}
