import type { PathTraits } from "./path_traits.ts";
import type { TreeSnapshot } from "./tree_snapshot.ts";

type Column = Uint8Array | Uint16Array | Uint32Array | Float32Array;

/** The listed files that are there: their numbers once the few that are missing are left out. */
export class PresentFiles {
  /** How many there are. */
  readonly count: number;
  /** Files between missing ones, as [first, behind the last]. */
  readonly #runs: (readonly [number, number])[] = [];

  /** @param missing listed files that are not there, ascending; of `listed` files */
  constructor(private readonly missing: readonly number[], listed: number) {
    let from = 0;
    for (const file of [...missing, listed]) {
      if (file > from) this.#runs.push([from, file]);
      from = file + 1;
    }
    this.count = listed - missing.length;
  }

  /** The new number of a listed file, -1 for one that is missing. */
  numberOf(file: number): number {
    let low = 0;
    let high = this.missing.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.missing[middle]! < file) low = middle + 1;
      else high = middle;
    }
    return this.missing[low] === file ? -1 : file - low;
  }

  /** Entries of a list of files, in order. */
  entries<T>(list: readonly T[]): T[] {
    return this.#runs.flatMap(([from, to]) => list.slice(from, to));
  }

  /** A column of files. */
  column<T extends Column>(column: T): T {
    const kept = column.slice(0, this.count) as T;
    let at = 0;
    for (const [from, to] of this.#runs) {
      kept.set(column.subarray(from, to), at);
      at += to - from;
    }
    return kept;
  }

  /** A snapshot for views. */
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

  /** The traits as stored: what counts how many files share a name or an ending counts all that are listed. */
  traits(traits: PathTraits): PathTraits {
    return {
      test: this.column(traits.test),
      aside: this.column(traits.aside),
      entry: this.column(traits.entry),
      legacy: this.column(traits.legacy),
      declaration: this.column(traits.declaration),
      depths: this.column(traits.depths),
      namesakes: this.column(traits.namesakes),
      endingShares: this.column(traits.endingShares),
    };
  }
}
