import { mainOf, ownGitFolder } from "./git_folder.ts";
import { realFolder, realPath } from "./host_files.ts";

/** Folders of a repository, determined from its files without running git. */

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
