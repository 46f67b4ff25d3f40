import { IndexStore, type TreeAddition } from "../index_store.ts";
import { insertMany } from "../insert_many.ts";
import type { Database } from "../ports.ts";
import type { Part } from "./part.ts";

/** Puts fetched parts into a store that nothing else writes, and that had nothing before: no row is looked up. */
export class BulkLoad {
  /** Numbers of the contents by their {@link nameOf} their keys. */
  readonly numbers: Map<string, number> = new Map();
  readonly #store: IndexStore;
  #segments = 0;

  constructor(private readonly database: Database) {
    this.#store = new IndexStore(database);
  }

  /** Stores a work tree of which no file is known yet, while the parts travel: what its paths tell takes time to make. */
  addTree(tree: TreeAddition): void {
    this.#store.add({ tree: () => tree }, 0);
  }

  /**
   * Adds a part, with checksums behind its blocks and records, in one transaction; false when it could not be written: see the
   * database's `problem`.
   */
  add({ keys, segment }: Part): boolean {
    const done = this.database.write(() => {
      const blobs = new Uint32Array(keys.length);
      const places: number[] = [];
      keys.forEach((key, place) => {
        const name = nameOf(key);
        // Another part brought it: here it is dead.
        if (this.numbers.has(name)) return;
        this.numbers.set(name, blobs[place] = this.numbers.size + 1);
        places.push(place);
      });
      insertMany(this.database, "blob (id, key)", places.map((place) => [blobs[place]!, keys[place]!]));
      const records = places.map((place) => [blobs[place]!, segment.parsed[place]!]);
      insertMany(this.database, "parsed (blob, data)", records, true);
      const columns = { ...segment.columns, blobs };
      this.#store.putSegment(++this.#segments, { ...segment, columns }, { isFetched: true, isSealed: true });
      return true;
    });
    return done ?? false;
  }
}

/** A key of a content as a string, one character for each byte. */
export function nameOf(key: Uint8Array): string {
  return String.fromCharCode.apply(null, key as unknown as number[]);
}
