import { readSmallFile, realFolder } from "./host_files.ts";

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
