import { readSmallFile, realFolder, realPath } from "./host_files.ts";

/** Folders of a repository, told from what lies there: git need not run for that. */

/** The nearest folder upwards that holds `.git`, else the folder itself; undefined when it is no folder. Real path. */
export function nearestProject(cwd: string): string | undefined {
  const start = realFolder(cwd);
  for (let folder = start; folder; folder = folder.slice(0, folder.lastIndexOf("/"))) {
    if (realPath(`${folder}/.git`) !== undefined) return folder;
  }
  return start;
}

/** The main work tree of a linked one, which names it in its file `.git`; any other folder itself. */
export function mainWorkTree(root: string): string {
  const link = readSmallFile(`${root}/.git`, 4096);
  const main = link === undefined
    ? undefined
    : /^gitdir: (\/.+)\/\.git\/worktrees\/[^/\n]+\s*$/.exec(link)?.[1];
  return (main === undefined ? undefined : realFolder(main)) ?? root;
}
