import { toHex } from "../../model/hex.ts";
import { columnBytes } from "../column.ts";
import type { Store, StoreValue } from "../../platform/store.ts";
import type { CodePage } from "./first_pass.ts";
import { codeBytes } from "./quantise.ts";
import { concat } from "../../model/concat.ts";

/** Pages with the bit codes of all vectors and the hashes of their passages; the chunks of a blob are consecutive. */

/** Location of a stored vector. */
export interface Place {
  /** Number of the blob in the vector file. */
  readonly row: number;
  readonly chunk: number;
}

/** A blob's entry in a page. */
export interface PageEntry {
  readonly row: number;
  readonly codes: Uint8Array;
  /** Passage hashes, {@link HASH_BYTES} per chunk. */
  readonly hashes: Uint8Array;
}

/** Size of a passage's hash in bytes. */
export const HASH_BYTES = 8;

/** Maximum number of chunks in a page, rewritten as a whole while it fills and read at once. */
const PAGE_CHUNKS = 4096;

/** All pages; blobs by row number. */
export function* readPages(database: Store): Generator<CodePage> {
  for (const row of database.all("SELECT contents, codes FROM page ORDER BY id")) {
    yield { contents: numbers(row["contents"]), codes: columnBytes(row["codes"]) };
  }
}

/** Rows of the blobs with vectors, and their number of chunks. */
export function readRows(database: Store): Map<number, number> {
  const known = new Map<number, number>();
  for (const row of database.all("SELECT contents FROM page")) {
    const pairs = numbers(row["contents"]);
    for (let at = 0; at + 1 < pairs.length; at += 2) known.set(pairs[at]!, pairs[at + 1]!);
  }
  return known;
}

/** Locations of the vectors, by passage hash in hexadecimal digits. */
export function readPassages(database: Store): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const row of database.all("SELECT contents, hashes FROM page JOIN page_hash ON page = id")) {
    const pairs = numbers(row["contents"]);
    const hashes = columnBytes(row["hashes"]);
    let from = 0;
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      for (let chunk = 0; chunk < pairs[at + 1]!; chunk++) {
        const hash = toHex(hashes.subarray(from, from += HASH_BYTES));
        if (/[^0]/.test(hash)) places.set(hash, { row: pairs[at]!, chunk });
      }
    }
  }
  return places;
}

/** Adds blobs to the last page, or to a new one if it is full; call within a transaction. */
export function addToPage(database: Store, fresh: readonly PageEntry[], dimension: number): void {
  const width = codeBytes(dimension);
  const sql = "SELECT id, contents, codes, hashes FROM page JOIN page_hash ON page = id ORDER BY id DESC";
  const last = database.get(`${sql} LIMIT 1`);
  const isFull = columnBytes(last?.["codes"]).length >= PAGE_CHUNKS * width;
  const open = isFull ? undefined : last;
  writePage(database, isFull ? Number(last?.["id"]) + 1 : Number(last?.["id"] ?? 1), {
    contents: [
      ...numbers(open?.["contents"]),
      ...fresh.flatMap((one) => [one.row, one.codes.length / width]),
    ],
    codes: [columnBytes(open?.["codes"]), ...fresh.map((one) => one.codes)],
    hashes: [columnBytes(open?.["hashes"]), ...fresh.map((one) => one.hashes)],
  });
}

/** Removes blobs from their pages; call within a transaction. */
export function thinOut(database: Store, dropped: ReadonlySet<number>): void {
  for (const row of database.all("SELECT id, contents FROM page")) {
    const contents = numbers(row["contents"]);
    let isHit = false;
    for (let at = 0; at < contents.length; at += 2) isHit ||= dropped.has(contents[at]!);
    if (isHit) thinOutPage(database, Number(row["id"]), dropped);
  }
}

/** Rewrites a page without the dropped blobs. */
function thinOutPage(database: Store, id: number, dropped: ReadonlySet<number>): void {
  const sql = "SELECT contents, codes, hashes FROM page JOIN page_hash ON page = id WHERE id = ?";
  const row = database.get(sql, id);
  const contents = numbers(row?.["contents"]);
  const codes = columnBytes(row?.["codes"]);
  const hashes = columnBytes(row?.["hashes"]);
  const width = codes.length / Math.max(1, hashes.length / HASH_BYTES);
  const kept: Page = { contents: [], codes: [], hashes: [] };
  let from = 0;
  for (let at = 0; at + 1 < contents.length; at += 2) {
    const to = from + contents[at + 1]!;
    if (!dropped.has(contents[at]!)) {
      kept.contents.push(contents[at]!, contents[at + 1]!);
      kept.codes.push(codes.subarray(from * width, to * width));
      kept.hashes.push(hashes.subarray(from * HASH_BYTES, to * HASH_BYTES));
    }
    from = to;
  }
  writePage(database, id, kept);
}

/** A page in parts. */
interface Page {
  readonly contents: number[];
  readonly codes: Uint8Array[];
  readonly hashes: Uint8Array[];
}

function writePage(database: Store, id: number, page: Page): void {
  const contents = new Uint8Array(Uint32Array.from(page.contents).buffer);
  database.run(
    "INSERT OR REPLACE INTO page (id, contents, codes) VALUES (?, ?, ?)",
    id,
    contents,
    concat(page.codes),
  );
  database.run("INSERT OR REPLACE INTO page_hash (page, hashes) VALUES (?, ?)", id, concat(page.hashes));
}

/** The numbers of a column, in the machine's byte order; numbers in another byte order match no blob of the index. */
function numbers(value: StoreValue | undefined): Uint32Array {
  const copy = columnBytes(value).slice();
  return new Uint32Array(copy.buffer, 0, copy.length >> 2);
}
