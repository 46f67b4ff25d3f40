import { IndexStore, type TreeAddition } from "../index_store.ts";
import { insertMany } from "../insert_many.ts";
import type { Database } from "../ports.ts";
import type { Part } from "./part.ts";

/** Writes downloaded parts into a new store without other writers, so no row is looked up. */
export class BulkLoad {
  /** Blob numbers by {@link nameOf} of their keys. */
  readonly numbers: Map<string, number> = new Map();
  readonly #store: IndexStore;
  #segments = 0;

  constructor(private readonly database: Database) {
    this.#store = new IndexStore(database);
  }

  /**
   * Stores a work tree without known files while the parts are being downloaded: its path terms and traits take time.
   */
  addTree(tree: TreeAddition): void {
    this.#store.add({ tree: () => tree }, 0);
  }

  /**
   * Adds a part, whose blocks and records already end with checksums, in one transaction. Returns false if it could not
   * be written; see the database's `problem`.
   */
  add({ keys, segment }: Part): boolean {
    const done = this.database.write(() => {
      const blobs = new Uint32Array(keys.length);
      const places: number[] = [];
      keys.forEach((key, place) => {
        const name = nameOf(key);
        // The blob came with another part: in this segment it is dead.
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

/** Blob key as a string, one character per byte. */
export function nameOf(key: Uint8Array): string {
  return String.fromCharCode.apply(null, key as unknown as number[]);
}
