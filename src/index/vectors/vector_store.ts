import { DEAD_TOLERATED, SHRINK_PAGES } from "../compact.ts";
import { columnBytes } from "../column.ts";
import type { ContentKeys } from "../lexical_index.ts";
import type { Store } from "../../platform/store.ts";
import type { CodePage } from "./first_pass.ts";
import { codeBytes, type Quantised, storedBytes } from "./quantise.ts";
import type { Place } from "./vector_pages.ts";
import { addToPage, HASH_BYTES, readPages, readPassages, readRows, thinOut } from "./vector_pages.ts";
import { isSameSpace, type Vectors, type VectorSpace } from "./vectors.ts";

/** The vectors of one blob. */
export interface EmbeddedContent extends Quantised {
  /** Key as in the index. */
  readonly key: Uint8Array;
  /** Hash of the chunk boundaries. */
  readonly cut: number;
  /** Passage hashes, {@link HASH_BYTES} per chunk; zero for a chunk that was not embedded. */
  readonly hashes: Uint8Array;
}

/** Destination of a vector build. */
export interface VectorTarget {
  /** Maximum size of all vectors in bytes. */
  readonly mostBytes: number;
  /** Undefined if there are no vectors. */
  readonly space: VectorSpace | undefined;
  /** Blobs with vectors, by number. */
  contents(): ReadonlyMap<number, number>;
  /** Locations of the vectors, by passage hash in hexadecimal digits. */
  passages(): ReadonlyMap<string, Place>;
  /** The stored vector of a passage; empty if absent. */
  vectorAt(place: Place): Uint8Array;
  /** The key of a blob; empty if it is not stored. */
  keyOf(content: number): Uint8Array;
  /** Adds blobs; returns false if that is not possible now. */
  add(space: VectorSpace, contents: readonly EmbeddedContent[]): boolean;
}

/** Opens the vector file of a space, or creates it if `create` is true; undefined if that is not possible. */
export type OpenVectors = (create: boolean) => Store | undefined;

/** Mapping between rows of the vector file and blob numbers of the index; 0 or out of range: no counterpart. */
interface Joined {
  readonly numberOf: Uint32Array;
  readonly rowOf: Uint32Array;
}

/** The vectors of one space, keyed by blob key, so that they fit any index of the same blobs. */
export class VectorStore implements Vectors, VectorTarget {
  #database: Store | undefined;
  #space: VectorSpace | undefined;
  #joined: Joined | undefined;
  #version: number | undefined;
  /** Maximum size in bytes: about 230,000 chunks of 768 dimensions. */
  readonly mostBytes = 200_000_000;

  /** Opens the store; the file is created with the first vectors. */
  constructor(
    private readonly keys: ContentKeys,
    /** Returns the current hash of the chunk boundaries by blob number. */
    private readonly cuts: () => ReadonlyMap<number, number>,
    private readonly open: OpenVectors,
  ) {
    this.#database = open(false);
    this.#version = this.#database?.version();
    this.#space = this.#readSpace();
  }

  /** True if no other process has recreated or written the file since it was opened. */
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
   * Stores blobs in one transaction, after dropping vectors of another space. Blobs that already have vectors are
   * skipped. Returns false if nothing could be written now.
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

  /** Dimension of the last query vector that did not match the stored ones; undefined if none is recorded. */
  get doubt(): number | undefined {
    const doubt = this.#database?.get("SELECT doubt FROM space")?.["doubt"];
    return typeof doubt === "number" ? doubt : undefined;
  }

  /** Records or clears (undefined) a dimension mismatch; the next build resolves it. */
  setDoubt(length: number | undefined): void {
    const database = this.#database;
    if (database?.isWritable !== true || this.doubt === length) return;
    database.write(() => database.run("UPDATE space SET doubt = ?", length ?? null));
  }

  /** Drops blobs unknown to the index, once there are many or the space is needed. */
  tidy(): void {
    const database = this.#database;
    if (!database || !this.#space) return;
    const { numberOf } = this.#join();
    const rows = readRows(database);
    const dead = new Set([...rows.keys()].filter((row) => !numberOf[row]));
    const deadChunks = [...dead].reduce((sum, row) => sum + rows.get(row)!, 0);
    const live = [...rows.values()].reduce((sum, chunks) => sum + chunks, 0) - deadChunks;
    const isFull = (live + deadChunks) * bytesPerChunk(this.#space.dimension) > this.mostBytes;
    if (deadChunks === 0 || !(isFull || deadChunks > Math.max(DEAD_TOLERATED, live))) return;
    database.write(() => forget(database, dead));
    database.shrink(SHRINK_PAGES);
  }

  /**
   * Joins only rows with the current chunk boundaries. The join runs in the database, which is fastest in a new
   * process.
   */
  #join(): Joined {
    if (this.#joined) return this.#joined;
    const sql = "SELECT json_group_array(content.id) AS rows, json_group_array(known.value) AS numbers, " +
      "json_group_array(cut) AS cuts FROM json_each(?) AS known JOIN content ON content.key = unhex(known.key)";
    const found = this.#database?.get(sql, this.keys.numbers());
    const list = (name: string): number[] => JSON.parse(String(found?.[name] ?? "[]"));
    const [rows, numbers, cuts] = [list("rows"), list("numbers"), list("cuts")];
    const now = this.cuts();
    // A blob in no file has no current boundaries; it may return with another branch.
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

/** Array with the values at the given indexes. */
function placed(places: readonly number[], values: readonly number[]): Uint32Array {
  const table = new Uint32Array(places.reduce((most, place) => Math.max(most, place), 0) + 1);
  for (let at = 0; at < places.length; at++) table[places[at]!] = values[at]!;
  return table;
}

/** Size of a chunk in bytes, including its bit code and its hash. */
export function bytesPerChunk(dimension: number): number {
  return storedBytes(dimension) + codeBytes(dimension) + HASH_BYTES;
}

function begin(database: Store, { provider, model, dimension }: VectorSpace): void {
  for (const table of ["content", "page", "page_hash", "space", "vector"]) {
    database.run(`DELETE FROM ${table}`);
  }
  const sql = "INSERT INTO space (provider, model, dimension) VALUES (?, ?, ?)";
  database.run(sql, provider, model, dimension);
}

/** The blobs to store: without those another process has stored already; drops rows with other chunk boundaries. */
function wantedOf(database: Store, contents: readonly EmbeddedContent[]): EmbeddedContent[] {
  const stale = new Set<number>();
  const wanted = contents.filter(({ key, cut }) => {
    const known = database.get("SELECT id, cut FROM content WHERE key = ?", key);
    if (known && known["cut"] !== cut) stale.add(Number(known["id"]));
    return key.length > 0 && known?.["cut"] !== cut;
  });
  if (stale.size > 0) forget(database, stale);
  return wanted;
}

/** Deletes blobs and their vectors; call within a transaction. */
function forget(database: Store, rows: ReadonlySet<number>): void {
  thinOut(database, rows);
  for (const row of rows) {
    database.run("DELETE FROM vector WHERE content = ?", row);
    database.run("DELETE FROM content WHERE id = ?", row);
  }
}
