import { readSmallFile, realFolder } from "./host_files.ts";

/** Where git keeps the repository of a work tree, read from what lies there: git need not run for that. */

/** The repository of a work tree; both paths are absolute and real. */
export interface GitFolder {
  readonly path: string;
  /** What several linked work trees share; for others the same folder. */
  readonly common: string;
}

/** The folder that `.git` in `folder` is or, as a file or link, leads to: absolute and real; undefined where there is none. */
export function gitFolderOf(folder: string): string | undefined {
  const path = `${folder}/.git`;
  const named = /^gitdir: (.+?)\s*$/.exec(textOf(path))?.[1];
  return named === undefined ? realFolder(path) : folderAt(named, folder);
}

/**
 * The repository of the work tree at `folder` (absolute, real). Undefined where there is no `.git`, and where it leads to a
 * repository that does not name this folder in turn, as git has it for linked work trees and submodules: any clone can
 * carry a file that leads to another repository.
 */
export function ownGitFolder(folder: string): GitFolder | undefined {
  const path = gitFolderOf(folder);
  if (path === undefined) return undefined;
  const common = commonOf(path);
  if (path === `${folder}/.git`) return common === path ? { path, common } : undefined;
  const isShared = common === path || (common !== undefined && path.startsWith(`${common}/worktrees/`));
  return isShared && namesBack(path, folder) ? { path, common } : undefined;
}

/** The root of the main work tree of the one at `folder`, whose repository this is. */
export function mainOf(folder: string, { path, common }: GitFolder): string {
  const main = path !== common && common.endsWith("/.git") ? realFolder(common.slice(0, -5)) : undefined;
  return main ?? folder;
}

function commonOf(path: string): string | undefined {
  const named = textOf(`${path}/commondir`).trim();
  return named === "" ? path : folderAt(named, path);
}

/** A linked work tree is named by a file `gitdir`, a submodule's by its configuration. */
function namesBack(path: string, folder: string): boolean {
  const linked = /^(.+)\/\.git\s*$/.exec(textOf(`${path}/gitdir`))?.[1];
  if (linked !== undefined) return folderAt(linked, path) === folder;
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
