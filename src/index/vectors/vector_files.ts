import { fnv1a } from "../../model/hash.ts";
import type { EmbeddingSpace } from "../../model/semantic.ts";

/**
 * Vector files: one per vector space, beside the index, with their own format. They outlive the index, whose format
 * changes more often than the passages.
 */

/** Format version in the files' names and headers; files of another format are ignored. */
export const VECTOR_FORMAT = 2;

/** The value "AuVe" in the header of the files. */
export const VECTOR_ID = 0x41755665;

/** Tables in order of their names. */
export const VECTOR_SCHEMA: readonly string[] = [
  // Keys as in the index; `cut` is the hash of the chunk boundaries, see passages.ts.
  "CREATE TABLE content (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, cut INTEGER NOT NULL)",
  // Bit codes of the vectors of many blobs; all pages are read for every query.
  "CREATE TABLE page (id INTEGER PRIMARY KEY, contents BLOB NOT NULL, codes BLOB NOT NULL)",
  // Hashes of a page's passages, to detect passages that only moved.
  "CREATE TABLE page_hash (page INTEGER PRIMARY KEY, hashes BLOB NOT NULL)",
  // One row. `doubt`: the dimension of a query vector that differed from `dimension`.
  "CREATE TABLE space (provider TEXT NOT NULL, model TEXT NOT NULL, dimension INTEGER NOT NULL, doubt INTEGER)",
  // Vectors of a blob's chunks in order; see quantise.ts.
  "CREATE TABLE vector (content INTEGER PRIMARY KEY, data BLOB NOT NULL)",
];

/**
 * Maximum number of vector files per repository: the space in use and the previous one, to which the user may return.
 */
export const MOST_SPACES = 2;

/** Prefix of the names of all vector files. */
export const VECTORS = "vectors-";

/** Name of a space's file, without format and extension. */
export function vectorsName({ provider, model, dimensions = 0 }: EmbeddingSpace): string {
  const text = JSON.stringify([provider, model, dimensions]);
  const hashes = [fnv1a(text), fnv1a(text, 0x2f0b4a27)];
  return VECTORS + hashes.map((hash) => hash.toString(16).padStart(8, "0")).join("");
}
