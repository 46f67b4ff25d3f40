import { lowerBound } from "../model/lower_bound.ts";
import type { PathTraits } from "./path_traits.ts";
import type { TreeSnapshot } from "./tree_snapshot.ts";

type Column = Uint8Array | Uint16Array | Uint32Array | Float32Array;

/** Renumbers listed files after the few missing ones are left out. */
export class PresentFiles {
  /** Number of files present. */
  readonly count: number;
  /** Ranges of files between missing ones: [start, end (exclusive)]. */
  readonly #runs: (readonly [number, number])[] = [];

  /**
   * @param missing listed files that do not exist, ascending
   * @param listed number of listed files
   */
  constructor(private readonly missing: readonly number[], listed: number) {
    let from = 0;
    for (const file of [...missing, listed]) {
      if (file > from) this.#runs.push([from, file]);
      from = file + 1;
    }
    this.count = listed - missing.length;
  }

  /** The new number of a listed file; -1 if it is missing. */
  numberOf(file: number): number {
    const before = lowerBound(this.missing.length, (at) => this.missing[at]! < file);
    return this.missing[before] === file ? -1 : file - before;
  }

  /** Filters a per-file list. */
  entries<T>(list: readonly T[]): T[] {
    return this.#runs.flatMap(([from, to]) => list.slice(from, to));
  }

  /** Filters a per-file column. */
  column<T extends Column>(column: T): T {
    const kept = column.slice(0, this.count) as T;
    let at = 0;
    for (const [from, to] of this.#runs) {
      kept.set(column.subarray(from, to), at);
      at += to - from;
    }
    return kept;
  }

  /** Filters a snapshot for use in a view. */
  snapshot(snapshot: TreeSnapshot): TreeSnapshot {
    return {
      paths: this.entries(snapshot.paths),
      blobs: this.column(snapshot.blobs),
      signatures: new Uint32Array(0),
      kinds: this.column(snapshot.kinds),
      roles: this.column(snapshot.roles),
      languages: this.column(snapshot.languages),
      languageNames: snapshot.languageNames,
    };
  }

  /** Filters the stored traits. */
  traits({ test, aside }: PathTraits): PathTraits {
    return { test: this.column(test), aside: this.column(aside) };
  }
}
