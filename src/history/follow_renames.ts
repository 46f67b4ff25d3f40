import { STATUSES } from "./history.ts";
/** Changes of all commits, newest first, before renames are followed. */
export interface RawChanges {
  /** Path number per row. */
  readonly paths: Uint32Array;
  /** Index into `STATUSES`, per row. */
  readonly statuses: Uint8Array;
  /** Rename rows, ascending, with the path number of the old name. */
  readonly renames: readonly { readonly row: number; readonly from: number }[];
  /** Number of distinct paths. */
  readonly pathCount: number;
}

const ADDED = STATUSES.indexOf("added");
const NONE = -1;

/**
 * Replaces the path number in each row by that of the file's newest name. One pass from the newest commit to the
 * oldest: below a rename, the old name refers to the renamed file; below the commit that adds a path, uses of the same
 * name belong to a different file. A branch forked before a rename and merged after it still uses the old name, so
 * newer uses of an old name are assigned to the new name too, unless a file with the old name was added again.
 *
 * @returns per path number: number of the newest name, -1 for a path without a newer name and for a name used again
 * later
 */
export function followRenames(changes: RawChanges): Int32Array {
  const { paths, statuses, renames, pathCount } = changes;
  const alias = new Int32Array(pathCount).fill(NONE);
  const newest = new Int32Array(pathCount).fill(NONE);
  const isTaken = new Uint8Array(pathCount);
  let next = 0;
  let nextRow = renames[0]?.row ?? NONE;
  for (let row = 0; row < paths.length; row++) {
    const path = paths[row]!;
    const file = alias[path] === NONE ? path : follow(alias, path);
    paths[row] = file;
    if (row === nextRow) {
      const from = renames[next++]!.from;
      nextRow = renames[next]?.row ?? NONE;
      if (file !== from) {
        alias[from] = file;
        if (isTaken[from] === 0 && follow(newest, file) !== from) newest[from] = file;
      }
    }
    if (statuses[row] === ADDED) {
      isTaken[path] = 1;
      alias[path] = NONE;
    }
  }
  for (let row = 0; row < paths.length; row++) {
    if (newest[paths[row]!] !== NONE) paths[row] = follow(newest, paths[row]!);
  }
  return newest;
}

/** Last element of a chain of renames. At most 100 steps, so that a cycle in damaged data ends. */
function follow(chain: Int32Array, path: number): number {
  let at = path;
  for (let steps = 0; steps < 100; steps++) {
    const next = chain[at]!;
    if (next === NONE) return at;
    at = next;
  }
  return at;
}
