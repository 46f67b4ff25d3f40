import { mainOf, ownGitFolder } from "./git_folder.ts";
import { realFolder, realPath } from "./host_files.ts";

/** Folders of a repository, told from what lies there: git need not run for that. */

/** The nearest folder upwards that holds `.git`, else the folder itself; undefined when it is no folder. Real path. */
export function nearestProject(cwd: string): string | undefined {
  const start = realFolder(cwd);
  for (let folder = start; folder; folder = folder.slice(0, folder.lastIndexOf("/"))) {
    if (realPath(`${folder}/.git`) !== undefined) return folder;
  }
  return start;
}

/** The main work tree of a linked one; any other folder itself. */
export function mainWorkTree(root: string): string {
  const own = ownGitFolder(root);
  return own === undefined ? root : mainOf(root, own);
}
