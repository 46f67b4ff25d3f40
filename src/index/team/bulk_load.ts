import type { Batch } from "../content_indexer.ts";
import { IndexStore } from "../index_store.ts";
import { insertMany } from "../insert_many.ts";
import type { Database } from "../ports.ts";

/** Puts fetched parts into a store that nothing else writes, and that had nothing before: no row is looked up. */
export class BulkLoad {
  /** Numbers of the contents by their {@link nameOf} their keys. */
  readonly numbers: Map<string, number> = new Map();
  readonly #store: IndexStore;
  #segments = 0;

  constructor(private readonly database: Database) {
    this.#store = new IndexStore(database);
  }

  /** Adds a part in one transaction; false when it could not be written: see the database's `problem`. */
  add({ keys, segment }: Batch): boolean {
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
      insertMany(this.database, "parsed (blob, data)", records);
      const columns = { ...segment.columns, blobs };
      this.#store.putSegment(++this.#segments, { ...segment, columns }, true);
      return true;
    });
    return done ?? false;
  }
}

/** A key of a content as a string, one character for each byte. */
export function nameOf(key: Uint8Array): string {
  return String.fromCharCode.apply(null, key as unknown as number[]);
}
