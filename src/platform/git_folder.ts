import { readSmallFile, realFolder } from "./host_files.ts";

/** Where git keeps the repository of a work tree, read from what lies there: git need not run for that. */

/** The folder that `.git` in `folder` is or, as a file or link, leads to: absolute and real; undefined where there is none. */
export function gitFolderOf(folder: string): string | undefined {
  const path = `${folder}/.git`;
  const named = /^gitdir: (.+?)\s*$/.exec(readSmallFile(path, 4096) ?? "")?.[1];
  if (named === undefined) return realFolder(path);
  return realFolder(named.startsWith("/") ? named : `${folder}/${named}`);
}
