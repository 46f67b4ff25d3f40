import { columnBytes } from "../column.ts";
import type { ContentKeys, Database } from "../ports.ts";
import type { CodePage } from "./first_pass.ts";
import type { Quantised } from "./quantise.ts";
import { codeBytes, storedBytes } from "./quantise.ts";
import type { Place } from "./vector_pages.ts";
import { addToPage, HASH_BYTES, readPages, readPassages, readRows, thinOut } from "./vector_pages.ts";
import type { Vectors, VectorSpace } from "./vectors.ts";
import { isSameSpace } from "./vectors.ts";

/** The vectors of one content. */
export interface EmbeddedContent extends Quantised {
  /** As in the index. */
  readonly key: Uint8Array;
  /** How it was cut. */
  readonly cut: number;
  /** {@link HASH_BYTES} per chunk: hashes of what was embedded; zero for a chunk that was not. */
  readonly hashes: Uint8Array;
}

/** What a build of vectors asks of the place where it puts them. */
export interface VectorTarget {
  /** What all vectors together may take. */
  readonly mostBytes: number;
  /** Undefined while there are none. */
  readonly space: VectorSpace | undefined;
  /** Numbers of the contents that have vectors. */
  contents(): ReadonlyMap<number, number>;
  /** Where the vector of a passage is, by the passage's hash in hexadecimal digits. */
  passages(): ReadonlyMap<string, Place>;
  /** The stored vector of a passage; empty when there is none. */
  vectorAt(place: Place): Uint8Array;
  /** The key of a content; empty for one that is not stored. */
  keyOf(content: number): Uint8Array;
  /** Takes contents; false when that is not possible now. */
  add(space: VectorSpace, contents: readonly EmbeddedContent[]): boolean;
}

/** Opens the file of a space's vectors, or begins it when `create` says so; undefined where that is not possible. */
export type OpenVectors = (create: boolean) => Database | undefined;

/** Chunks of contents that the index does not know, kept for branches that are switched back to. */
const DEAD_KEPT = 20_000;

/** Which rows of the file and which numbers of the index mean the same content; 0 or beyond the end: none. */
interface Joined {
  readonly numberOf: Uint32Array;
  readonly rowOf: Uint32Array;
}

/** The vectors of one space. They are found by the contents' keys, so that they serve any index of the same contents. */
export class VectorStore implements Vectors, VectorTarget {
  #database: Database | undefined;
  #space: VectorSpace | undefined;
  #joined: Joined | undefined;
  #version: number | undefined;
  /** Some 230,000 chunks of 768 dimensions. */
  readonly mostBytes = 200_000_000;

  /** The file is begun with the first vectors. */
  constructor(
    private readonly keys: ContentKeys,
    /** How contents are cut now, by their numbers. */
    private readonly cuts: () => ReadonlyMap<number, number>,
    private readonly open: OpenVectors,
  ) {
    this.#database = open(false);
    this.#version = this.#database?.version();
    this.#space = this.#readSpace();
  }

  /** Whether no other process has created the file again or written to it since it was opened here. */
  get isCurrent(): boolean {
    return this.#database !== undefined && this.#database.version() === this.#version;
  }

  get space(): VectorSpace | undefined {
    return this.#space;
  }

  *pages(): Generator<CodePage> {
    if (!this.#database) return;
    const { numberOf } = this.#join();
    for (const { contents, codes } of readPages(this.#database)) {
      yield { contents: contents.map((value, at) => at % 2 ? value : numberOf[value] ?? 0), codes };
    }
  }

  vector(content: number, chunk: number): Uint8Array {
    return this.vectorAt({ row: this.#join().rowOf[content] ?? 0, chunk });
  }

  vectorAt({ row, chunk }: Place): Uint8Array {
    const size = storedBytes(this.#space?.dimension ?? 0);
    const data = this.#database?.get("SELECT data FROM vector WHERE content = ?", row)?.["data"];
    return columnBytes(data).subarray(chunk * size, (chunk + 1) * size);
  }

  keyOf(content: number): Uint8Array {
    return this.keys.keyOf(content);
  }

  contents(): Map<number, number> {
    if (!this.#database) return new Map();
    const { numberOf } = this.#join();
    const known = [...readRows(this.#database)].map(([row, chunks]) => [numberOf[row] ?? 0, chunks] as const);
    return new Map(known.filter(([content]) => content > 0));
  }

  passages(): Map<string, Place> {
    return this.#database ? readPassages(this.#database) : new Map();
  }

  /**
   * Stores contents in one transaction; vectors of another length are dropped before. A content that has vectors is left
   * out. False when nothing could be written now.
   */
  add(space: VectorSpace, contents: readonly EmbeddedContent[]): boolean {
    const database = this.#database ??= this.open(true);
    const done = database?.write(() => {
      if (!isSameSpace(this.#readSpace(), space)) begin(database, space);
      const fresh = wantedOf(database, contents).map((one) => {
        const row = database.run("INSERT INTO content (key, cut) VALUES (?, ?)", one.key, one.cut);
        database.run("INSERT INTO vector (content, data) VALUES (?, ?)", row, one.vectors);
        return { row, codes: one.codes, hashes: one.hashes };
      });
      if (fresh.length > 0) addToPage(database, fresh, space.dimension);
      return true;
    });
    this.#space = this.#readSpace();
    this.#joined = undefined;
    return done ?? false;
  }

  /** The length a question's vector had, when it was another one than that of the stored; undefined without doubt. */
  get doubt(): number | undefined {
    const doubt = this.#database?.get("SELECT doubt FROM space")?.["doubt"];
    return typeof doubt === "number" ? doubt : undefined;
  }

  /** Notes or takes back that the model answers in another length: the next build has to find out. */
  setDoubt(length: number | undefined): void {
    const database = this.#database;
    if (database?.isWritable !== true || this.doubt === length) return;
    database.write(() => database.run("UPDATE space SET doubt = ?", length ?? null));
  }

  /** Drops contents that the index does not know, once they are many or the room is needed. */
  tidy(): void {
    const database = this.#database;
    if (!database || !this.#space) return;
    const { numberOf } = this.#join();
    const rows = readRows(database);
    const dead = new Set([...rows.keys()].filter((row) => !numberOf[row]));
    const deadChunks = [...dead].reduce((sum, row) => sum + rows.get(row)!, 0);
    const live = [...rows.values()].reduce((sum, chunks) => sum + chunks, 0) - deadChunks;
    const isFull = (live + deadChunks) * bytesPerChunk(this.#space.dimension) > this.mostBytes;
    if (deadChunks === 0 || !(isFull || deadChunks > Math.max(DEAD_KEPT, live))) return;
    database.write(() => forget(database, dead));
    database.shrink(SHRINK_PAGES);
  }

  /** Only rows that are cut as contents are cut now. The database joins: in a new process that is what is fast. */
  #join(): Joined {
    if (this.#joined) return this.#joined;
    const sql = "SELECT json_group_array(content.id) AS rows, json_group_array(known.value) AS numbers, " +
      "json_group_array(cut) AS cuts FROM json_each(?) AS known JOIN content ON content.key = unhex(known.key)";
    const found = this.#database?.get(sql, this.keys.numbers());
    const list = (name: string): number[] => JSON.parse(String(found?.[name] ?? "[]"));
    const [rows, numbers, cuts] = [list("rows"), list("numbers"), list("cuts")];
    const now = this.cuts();
    // What is in no file has no cut now; it may come back with another branch.
    const isCurrent = numbers.map((number, at) => (now.get(number) ?? cuts[at]) === cuts[at]);
    const [current, known] = [rows, numbers].map((all) => all.filter((_, at) => isCurrent[at]));
    return this.#joined = { numberOf: placed(current!, known!), rowOf: placed(known!, current!) };
  }

  #readSpace(): VectorSpace | undefined {
    const row = this.#database?.get("SELECT provider, model, dimension FROM space");
    if (row === undefined) return undefined;
    const { provider, model, dimension } = row;
    return { provider: String(provider), model: String(model), dimension: Number(dimension) };
  }
}

/** The values at the places. */
function placed(places: readonly number[], values: readonly number[]): Uint32Array {
  const table = new Uint32Array(places.reduce((most, place) => Math.max(most, place), 0) + 1);
  for (let at = 0; at < places.length; at++) table[places[at]!] = values[at]!;
  return table;
}

/** Pages of 4 KB given back to the file system in one go. */
const SHRINK_PAGES = 4000;

/** What a chunk takes, its bits and its hash included. */
export function bytesPerChunk(dimension: number): number {
  return storedBytes(dimension) + codeBytes(dimension) + HASH_BYTES;
}

function begin(database: Database, { provider, model, dimension }: VectorSpace): void {
  for (const table of ["content", "page", "page_hash", "space", "vector"]) {
    database.run(`DELETE FROM ${table}`);
  }
  const sql = "INSERT INTO space (provider, model, dimension) VALUES (?, ?, ?)";
  database.run(sql, provider, model, dimension);
}

/** Another process may have been faster with a content; one that was cut otherwise makes room. */
function wantedOf(database: Database, contents: readonly EmbeddedContent[]): EmbeddedContent[] {
  const stale = new Set<number>();
  const wanted = contents.filter(({ key, cut }) => {
    const known = database.get("SELECT id, cut FROM content WHERE key = ?", key);
    if (known && known["cut"] !== cut) stale.add(Number(known["id"]));
    return key.length > 0 && known?.["cut"] !== cut;
  });
  if (stale.size > 0) forget(database, stale);
  return wanted;
}

/** Deletes contents with their vectors; call inside a transaction. */
function forget(database: Database, rows: ReadonlySet<number>): void {
  thinOut(database, rows);
  for (const row of rows) {
    database.run("DELETE FROM vector WHERE content = ?", row);
    database.run("DELETE FROM content WHERE id = ?", row);
  }
}
