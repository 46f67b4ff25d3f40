import { attempt } from "../model/attempt.ts";

/** Walks folders below a root without git. */

const MOST_FILES = 50_000;
const DEEPEST = 40;

/**
 * Relative paths of the regular files below `root`, unordered, at most 50,000, and whether there are more. Symlinks are
 * neither followed nor listed; git's folders, folders rejected by `enter`, and unreadable ones are skipped.
 */
export function walk(root: string, enter: (path: string) => boolean): { paths: string[]; isCut: boolean } {
  const open: { path: string; depth: number }[] = [{ path: "", depth: 0 }];
  const paths: string[] = [];
  for (let folder = open.pop(); folder; folder = open.pop()) {
    for (const entry of attempt(() => [...Deno.readDirSync(`${root}/${folder.path}`)]) ?? []) {
      if (entry.name === ".git") continue;
      const path = folder.path === "" ? entry.name : `${folder.path}/${entry.name}`;
      if (entry.isDirectory && folder.depth < DEEPEST && enter(`${path}/`)) {
        open.push({ path, depth: folder.depth + 1 });
      } else if (entry.isFile) {
        if (paths.length === MOST_FILES) return { paths, isCut: true };
        paths.push(path);
      }
    }
  }
  return { paths, isCut: false };
}
