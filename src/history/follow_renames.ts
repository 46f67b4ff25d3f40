/** The changes of all commits, newest first, before renames are followed. */
export interface RawChanges {
  /** Path number of each row. */
  readonly paths: Uint32Array;
  /** Index into `STATUSES` of each row. */
  readonly statuses: Uint8Array;
  /** Rows that are renames, ascending, with the path number of the old name. */
  readonly renames: readonly { readonly row: number; readonly from: number }[];
  /** Number of different paths. */
  readonly pathCount: number;
}

const ADDED = 1;
const NONE = -1;

/**
 * Replaces each row's path by the number of the file's newest name. One walk from the newest commit to the oldest: from
 * a rename on, the old name means the new file; from the commit that adds a path on, older uses of its name mean
 * another file. A branch that was forked before a rename and merged after it still uses the old name, so newer uses of
 * an old name belong to the new one too, unless a file of that name was added anew.
 *
 * @returns path number to the number of its newest name, for names that were never taken again
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

/** The end of a chain of names; chains are short, and cut where damage made a circle. */
function follow(chain: Int32Array, path: number): number {
  let at = path;
  for (let steps = 0; steps < 100; steps++) {
    const next = chain[at]!;
    if (next === NONE) return at;
    at = next;
  }
  return at;
}
