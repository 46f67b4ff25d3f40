import type { Database, Value } from "../index/ports.ts";
import type { CodePage } from "./first_pass.ts";
import type { Quantised } from "./quantise.ts";
import { codeBytes, storedBytes } from "./quantise.ts";
import type { Vectors, VectorSpace } from "./vectors.ts";
import { isSameSpace } from "./vectors.ts";

/** The tables of the vectors, beside those of the index: a vector lives and dies with the content it belongs to. */

/** The vectors of one content. */
export interface EmbeddedContent extends Quantised {
  /** Number of the content, and the key it must still have there. */
  readonly content: number;
  readonly key: Uint8Array;
  /** {@link HASH_BYTES} per chunk: hashes of what was embedded; zero for a chunk that was not. */
  readonly hashes: Uint8Array;
}

/** Where a vector of an equal passage is. */
export interface Place {
  readonly content: number;
  readonly chunk: number;
}

/** What a build of vectors asks of the place where it puts them. */
export interface VectorShelf {
  /** What all vectors together may take. */
  readonly mostBytes: number;
  /** Undefined while there are none. */
  readonly space: VectorSpace | undefined;
  /** Numbers of the contents that have vectors. */
  contents(): ReadonlyMap<number, number>;
  /** Where the vector of a passage is, by the passage's hash in hexadecimal digits. */
  passages(): ReadonlyMap<string, Place>;
  /** The stored vector of a content's chunk; empty when there is none. */
  vector(content: number, chunk: number): Uint8Array;
  /** The key of a content; empty for one that is not stored. */
  keyOf(content: number): Uint8Array;
  /** Takes contents; false when that is not possible now. */
  add(space: VectorSpace, contents: readonly EmbeddedContent[]): boolean;
}

/** Bytes of a passage's hash. */
export const HASH_BYTES = 8;

/** Chunks of one page: rewritten as a whole while it fills, read in one go. */
const PAGE_CHUNKS = 4096;

/** The vectors of a store. */
export class VectorStore implements Vectors, VectorShelf {
  #space: VectorSpace | undefined;
  /** Some 230,000 chunks of 768 dimensions. */
  readonly mostBytes = 200_000_000;

  constructor(private readonly database: Database) {
    this.#space = this.#readSpace();
  }

  get space(): VectorSpace | undefined {
    return this.#space;
  }

  *pages(): Generator<CodePage> {
    for (const row of this.database.all("SELECT contents, codes FROM vector_page ORDER BY id")) {
      yield { contents: numbers(row["contents"]), codes: bytes(row["codes"]) };
    }
  }

  vector(content: number, chunk: number): Uint8Array {
    const size = storedBytes(this.#space?.dimension ?? 0);
    const sql = "SELECT substr(data, ?, ?) AS data FROM vector WHERE content = ?";
    return bytes(this.database.get(sql, 1 + chunk * size, size, content)?.["data"]);
  }

  /** The key of a content: git's hash of its bytes and how it was read; empty for one that is not stored. */
  keyOf(content: number): Uint8Array {
    return bytes(this.database.get("SELECT key FROM blob WHERE id = ?", content)?.["key"]);
  }

  /** The number of a content by the hexadecimal digits of its key; 0 for one that is not stored. */
  numberOf(key: string): number {
    const sql = "SELECT id FROM blob WHERE key = ?";
    return Number(this.database.get(sql, bytesOfHex(key))?.["id"] ?? 0);
  }

  /** Numbers of the contents that have vectors, with how many chunks. */
  contents(): Map<number, number> {
    const known = new Map<number, number>();
    for (const row of this.database.all("SELECT contents FROM vector_page")) {
      const pairs = numbers(row["contents"]);
      for (let at = 0; at + 1 < pairs.length; at += 2) known.set(pairs[at]!, pairs[at + 1]!);
    }
    return known;
  }

  /** Where the vector of a passage is, by the passage's hash in hexadecimal digits. */
  passages(): Map<string, Place> {
    const places = new Map<string, Place>();
    const sql = "SELECT contents, hashes FROM vector_page JOIN vector_hash ON page = id";
    for (const row of this.database.all(sql)) {
      const hashes = bytes(row["hashes"]);
      let at = 0;
      eachChunk(numbers(row["contents"]), (content, chunk) => {
        const hash = hex(hashes.subarray(at, at += HASH_BYTES));
        if (/[^0]/.test(hash)) places.set(hash, { content, chunk });
      });
    }
    return places;
  }

  /**
   * Stores contents in one transaction; vectors of another space are dropped before. A content that has vectors or is no
   * longer there is left out. False when nothing could be written now.
   */
  add(space: VectorSpace, contents: readonly EmbeddedContent[]): boolean {
    const done = this.database.write(() => {
      if (!isSameSpace(this.#readSpace(), space)) this.#begin(space);
      const fresh = contents.filter((one) => this.#isWanted(one));
      for (const { content, vectors } of fresh) {
        this.database.run("INSERT INTO vector (content, data) VALUES (?, ?)", content, vectors);
      }
      if (fresh.length > 0) this.#addToPage(fresh, codeBytes(space.dimension));
      return true;
    });
    this.#space = this.#readSpace();
    return done ?? false;
  }

  #readSpace(): VectorSpace | undefined {
    const row = this.database.get("SELECT provider, model, dimension FROM vector_space");
    if (row === undefined) return undefined;
    const { provider, model, dimension } = row;
    return { provider: String(provider), model: String(model), dimension: Number(dimension) };
  }

  #begin(space: VectorSpace): void {
    for (const table of ["vector", "vector_hash", "vector_page", "vector_space"]) {
      this.database.run(`DELETE FROM ${table}`);
    }
    const values = [space.provider, space.model, space.dimension];
    this.database.run("INSERT INTO vector_space (provider, model, dimension) VALUES (?, ?, ?)", ...values);
  }

  /** Another process may have been faster, or the number may mean another content by now. */
  #isWanted({ content, key }: EmbeddedContent): boolean {
    return isEqual(this.keyOf(content), key) && key.length > 0 &&
      this.database.get("SELECT content FROM vector WHERE content = ?", content) === undefined;
  }

  #addToPage(fresh: readonly EmbeddedContent[], width: number): void {
    const sql =
      "SELECT id, contents, codes, hashes FROM vector_page JOIN vector_hash ON page = id ORDER BY id DESC";
    const last = this.database.get(`${sql} LIMIT 1`);
    const isFull = bytes(last?.["codes"]).length >= PAGE_CHUNKS * width;
    const open = isFull ? undefined : last;
    writePage(this.database, isFull ? Number(last?.["id"]) + 1 : Number(last?.["id"] ?? 1), {
      contents: [
        ...numbers(open?.["contents"]),
        ...fresh.flatMap(({ content, codes }) => [content, codes.length / width]),
      ],
      codes: joined([bytes(open?.["codes"]), ...fresh.map((one) => one.codes)]),
      hashes: joined([bytes(open?.["hashes"]), ...fresh.map((one) => one.hashes)]),
    });
  }
}

/** Drops the vectors of contents that are deleted; call inside the transaction that deletes them. */
export function forgetVectors(database: Database, dropped: ReadonlySet<number>): void {
  for (const row of database.all("SELECT id, contents FROM vector_page")) {
    const contents = numbers(row["contents"]);
    let isHit = false;
    for (let at = 0; at < contents.length; at += 2) isHit ||= dropped.has(contents[at]!);
    if (isHit) thinOut(database, Number(row["id"]), dropped);
  }
  for (const content of dropped) database.run("DELETE FROM vector WHERE content = ?", content);
}

/** Rewrites a page without the dropped contents. */
function thinOut(database: Database, id: number, dropped: ReadonlySet<number>): void {
  const sql = "SELECT contents, codes, hashes FROM vector_page JOIN vector_hash ON page = id WHERE id = ?";
  const row = database.get(sql, id);
  const [contents, codes, hashes] = [
    numbers(row?.["contents"]),
    bytes(row?.["codes"]),
    bytes(row?.["hashes"]),
  ];
  const width = codes.length / Math.max(1, hashes.length / HASH_BYTES);
  const kept: { pairs: number[]; codes: Uint8Array[]; hashes: Uint8Array[] } = {
    pairs: [],
    codes: [],
    hashes: [],
  };
  let from = 0;
  for (let at = 0; at + 1 < contents.length; at += 2) {
    const to = from + contents[at + 1]!;
    if (!dropped.has(contents[at]!)) {
      kept.pairs.push(contents[at]!, contents[at + 1]!);
      kept.codes.push(codes.subarray(from * width, to * width));
      kept.hashes.push(hashes.subarray(from * HASH_BYTES, to * HASH_BYTES));
    }
    from = to;
  }
  writePage(database, id, { contents: kept.pairs, codes: joined(kept.codes), hashes: joined(kept.hashes) });
}

function writePage(
  database: Database,
  id: number,
  page: { readonly contents: readonly number[]; readonly codes: Uint8Array; readonly hashes: Uint8Array },
): void {
  const contents = new Uint8Array(Uint32Array.from(page.contents).buffer);
  const sql = "INSERT OR REPLACE INTO vector_page (id, contents, codes) VALUES (?, ?, ?)";
  database.run(sql, id, contents, page.codes);
  database.run("INSERT OR REPLACE INTO vector_hash (page, hashes) VALUES (?, ?)", id, page.hashes);
}

function eachChunk(pairs: Uint32Array, visit: (content: number, chunk: number) => void): void {
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    for (let chunk = 0; chunk < pairs[at + 1]!; chunk++) visit(pairs[at]!, chunk);
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at]);
}

/** Hexadecimal digits of bytes. */
export function hex(value: Uint8Array): string {
  let text = "";
  for (const byte of value) text += byte.toString(16).padStart(2, "0");
  return text;
}

function bytesOfHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/[0-9a-f]{2}/g) ?? [], (pair) => parseInt(pair, 16));
}

function bytes(value: Value | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array(0);
}

/** The numbers of a column; those of another machine's byte order would not be found in any index. */
function numbers(value: Value | undefined): Uint32Array {
  const copy = bytes(value).slice();
  return new Uint32Array(copy.buffer, 0, copy.length >> 2);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
