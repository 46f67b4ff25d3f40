import { remember } from "../model/memo.ts";
import { followRenames } from "./follow_renames.ts";
import type { ChangeTable, History } from "./history.ts";
import type { Segment } from "./segment.ts";

/** Several segments as one sequence of commits, with renames followed. */
export interface CombinedHistory extends Pick<History, "commits" | "changes" | "paths" | "authors"> {
  /** Path number by each name that the file ever had. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Two words per commit: the first 16 hexadecimal digits of its hash. */
  readonly ids: Uint32Array;
  /** Per segment: commit number in the segment to commit number here, -1 for a dropped commit. */
  readonly commitMaps: readonly Int32Array[];
}

/**
 * Concatenates segments, newest first. Leaves out the commits in `dropped` (first 16 digits of the hash) and everything
 * after the newest `most` commits.
 */
export function combine(
  segments: readonly Segment[],
  dropped: ReadonlySet<string>,
  most: number = Infinity,
): CombinedHistory {
  let count = 0;
  const commitMaps = segments.map((segment) => {
    const commitMap = new Int32Array(segment.count);
    for (let commit = 0; commit < commitMap.length; commit++) {
      const isDropped = count >= most || (dropped.size > 0 && dropped.has(idAt(segment.ids, commit)));
      commitMap[commit] = isDropped ? -1 : count++;
    }
    return commitMap;
  });
  const rowCount = segments.reduce((sum, segment) => sum + segment.paths.length, 0);
  const target = new Target(count, rowCount);
  segments.forEach((segment, at) => target.append(segment, commitMaps[at]!));
  return target.finish(commitMaps);
}

/** First 16 hexadecimal digits of a commit hash. */
export function idAt(ids: Uint32Array, commit: number): string {
  return hex(ids[2 * commit]!) + hex(ids[2 * commit + 1]!);
}

function hex(word: number): string {
  return word.toString(16).padStart(8, "0");
}

class Target {
  readonly #times: Uint32Array;
  readonly #authors: Uint32Array;
  readonly #ids: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #paths: Uint32Array;
  readonly #statuses: Uint8Array;
  readonly #renames: { row: number; from: number }[] = [];
  readonly #pathNumbers = new Map<string, number>();
  readonly #authorNumbers = new Map<string, number>();
  #rows = 0;

  constructor(private readonly count: number, rowCount: number) {
    this.#times = new Uint32Array(count);
    this.#authors = new Uint32Array(count);
    this.#ids = new Uint32Array(2 * count);
    this.#starts = new Uint32Array(count + 1);
    this.#paths = new Uint32Array(rowCount);
    this.#statuses = new Uint8Array(rowCount);
  }

  append(segment: Segment, commitMap: Int32Array): void {
    const pathOf = numbersOf(segment.pathNames, this.#pathNumbers);
    const authorOf = numbersOf(segment.authorNames, this.#authorNumbers);
    // Local variables: this code runs cold, and every field access is slow then.
    const { starts: from, paths: pathsFrom, statuses: statusesFrom, renames } = segment;
    const [times, authors, ids, starts] = [this.#times, this.#authors, this.#ids, this.#starts];
    const [paths, statuses] = [this.#paths, this.#statuses];
    let out = this.#rows;
    let rename = 0;
    for (let local = 0; local < commitMap.length; local++) {
      const commit = commitMap[local]!;
      const end = from[local + 1]!;
      if (commit < 0) {
        while (renames[rename]! < end) rename += 2;
        continue;
      }
      times[commit] = segment.times[local]!;
      authors[commit] = authorOf[segment.authors[local]!]!;
      ids[2 * commit] = segment.ids[2 * local]!;
      ids[2 * commit + 1] = segment.ids[2 * local + 1]!;
      for (let row = from[local]!; row < end; row++) {
        if (renames[rename] === row) {
          this.#renames.push({ row: out, from: pathOf[renames[rename + 1]!]! });
          rename += 2;
        }
        paths[out] = pathOf[pathsFrom[row]!]!;
        statuses[out++] = statusesFrom[row]!;
      }
      starts[commit + 1] = out;
    }
    this.#rows = out;
  }

  finish(commitMaps: readonly Int32Array[]): CombinedHistory {
    const paths = [...this.#pathNumbers.keys()];
    const raw = {
      paths: this.#paths.subarray(0, this.#rows),
      statuses: this.#statuses.subarray(0, this.#rows),
      renames: this.#renames,
      pathCount: paths.length,
    };
    const newest = followRenames(raw);
    for (const [path, number] of this.#pathNumbers) {
      let at = number;
      for (let steps = 0; newest[at]! >= 0 && steps < 100; steps++) at = newest[at]!;
      if (at !== number) this.#pathNumbers.set(path, at);
    }
    const changes = this.#distinctChanges(paths.length);
    return {
      commits: { count: this.count, times: this.#times, authors: this.#authors },
      changes,
      paths,
      authors: [...this.#authorNumbers.keys()],
      numbers: this.#pathNumbers,
      ids: this.#ids,
      commitMaps,
    };
  }

  /** Removes duplicate paths within a commit, which renames can cause. The first row is kept. */
  #distinctChanges(pathCount: number): ChangeTable {
    const [starts, paths] = [this.#starts, this.#paths];
    const lastCommit = new Int32Array(pathCount).fill(-1);
    let out = 0;
    let row = 0;
    for (let commit = 0; commit < this.count; commit++) {
      const end = starts[commit + 1]!;
      for (; row < end; row++) {
        const path = paths[row]!;
        if (lastCommit[path] === commit) continue;
        lastCommit[path] = commit;
        paths[out++] = path;
      }
      starts[commit + 1] = out;
    }
    return { count: out, starts, paths: paths.subarray(0, out) };
  }
}

function numbersOf(names: readonly string[], numbers: Map<string, number>): Uint32Array {
  return Uint32Array.from(names, (name) => remember(numbers, name, () => numbers.size));
}
