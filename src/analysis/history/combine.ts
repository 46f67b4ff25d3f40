import { followRenames } from "./follow_renames.ts";
import type { ChangeTable, CommitTable } from "./history.ts";
import type { Segment } from "./segment.ts";

/** Segments as one run of commits, renames followed. */
export interface Combined {
  readonly commits: CommitTable;
  readonly changes: ChangeTable;
  readonly paths: readonly string[];
  readonly authors: readonly string[];
  /** Number of a path by any name it ever had. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Two words per commit: the first 16 hexadecimal digits of its name. */
  readonly ids: Uint32Array;
  /** Per segment: local commit number to the number here, -1 for one that was dropped. */
  readonly places: readonly Int32Array[];
}

/** Puts segments, newest first, behind each other, without the commits in `dropped` (first 16 digits). */
export function combine(segments: readonly Segment[], dropped: ReadonlySet<string>): Combined {
  const places = segments.map(() => new Int32Array(0));
  let count = 0;
  let rowCount = 0;
  segments.forEach((segment, at) => {
    const place = places[at] = new Int32Array(segment.count).fill(-1);
    for (let commit = 0; commit < segment.count; commit++) {
      if (dropped.size > 0 && dropped.has(idAt(segment.ids, commit))) continue;
      place[commit] = count++;
      rowCount += segment.starts[commit + 1]! - segment.starts[commit]!;
    }
  });
  const target = new Target(count, rowCount);
  segments.forEach((segment, at) => target.append(segment, places[at]!));
  return target.finish(places);
}

/** First 16 hexadecimal digits of a commit's name. */
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

  append(segment: Segment, place: Int32Array): void {
    const paths = numbersOf(segment.pathNames, this.#pathNumbers);
    const authors = numbersOf(segment.authorNames, this.#authorNumbers);
    let rename = 0;
    for (let local = 0; local < segment.count; local++) {
      const commit = place[local]!;
      const end = segment.starts[local + 1]!;
      if (commit < 0) {
        while (segment.renames[rename]! < end) rename += 2;
        continue;
      }
      this.#times[commit] = segment.times[local]!;
      this.#authors[commit] = authors[segment.authors[local]!]!;
      this.#ids[2 * commit] = segment.ids[2 * local]!;
      this.#ids[2 * commit + 1] = segment.ids[2 * local + 1]!;
      for (let row = segment.starts[local]!; row < end; row++) {
        if (segment.renames[rename] === row) {
          this.#renames.push({ row: this.#rows, from: paths[segment.renames[rename + 1]!]! });
          rename += 2;
        }
        this.#paths[this.#rows] = paths[segment.paths[row]!]!;
        this.#statuses[this.#rows++] = segment.statuses[row]!;
      }
      this.#starts[commit + 1] = this.#rows;
    }
  }

  finish(places: readonly Int32Array[]): Combined {
    const paths = [...this.#pathNumbers.keys()];
    const raw = {
      paths: this.#paths,
      statuses: this.#statuses,
      renames: this.#renames,
      pathCount: paths.length,
    };
    const newest = followRenames(raw);
    for (const [path, number] of this.#pathNumbers) {
      let at = number;
      for (let steps = 0; newest[at]! >= 0 && steps < 100; steps++) at = newest[at]!;
      if (at !== number) this.#pathNumbers.set(path, at);
    }
    const changes = this.#sortedChanges();
    return {
      commits: { count: this.count, times: this.#times, authors: this.#authors },
      changes,
      paths,
      authors: [...this.#authorNumbers.keys()],
      numbers: this.#pathNumbers,
      ids: this.#ids,
      places,
    };
  }

  /** Each commit's rows ascending by path, each path once; of several statuses the first counts. */
  #sortedChanges(): ChangeTable {
    const [starts, paths, statuses] = [this.#starts, this.#paths, this.#statuses];
    let out = 0;
    let first = 0;
    for (let commit = 0; commit < this.count; commit++) {
      const end = starts[commit + 1]!;
      const start = out;
      if (end - first > SMALL) out = sortLarge(paths, statuses, { first, end, out });
      else for (let row = first; row < end; row++) out = insert(paths, statuses, { row, start, out });
      first = end;
      starts[commit + 1] = out;
    }
    return { count: out, starts, paths: paths.subarray(0, out), statuses: statuses.subarray(0, out) };
  }
}

/** Up to here insertion beats sorting. */
const SMALL = 24;

/** Moves one row to its place among the rows from `start` to `out`; the new end of them. */
function insert(
  paths: Uint32Array,
  statuses: Uint8Array,
  { row, start, out }: { row: number; start: number; out: number },
): number {
  const path = paths[row]!;
  const status = statuses[row]!;
  let at = out;
  while (at > start && paths[at - 1]! > path) at--;
  if (at > start && paths[at - 1] === path) return out;
  paths.copyWithin(at + 1, at, out);
  statuses.copyWithin(at + 1, at, out);
  paths[at] = path;
  statuses[at] = status;
  return out + 1;
}

function sortLarge(
  paths: Uint32Array,
  statuses: Uint8Array,
  { first, end, out }: { first: number; end: number; out: number },
): number {
  const status = new Map<number, number>();
  for (let row = first; row < end; row++) {
    if (!status.has(paths[row]!)) status.set(paths[row]!, statuses[row]!);
  }
  for (const path of Uint32Array.from(status.keys()).sort()) {
    paths[out] = path;
    statuses[out++] = status.get(path)!;
  }
  return out;
}

function numbersOf(names: readonly string[], numbers: Map<string, number>): Uint32Array {
  return Uint32Array.from(names, (name) => {
    let number = numbers.get(name);
    if (number === undefined) numbers.set(name, number = numbers.size);
    return number;
  });
}
