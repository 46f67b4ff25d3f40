import type { EmbeddingSpace } from "../../model/embedding_space.ts";

/**
 * The files of vectors: one per space, beside the index and with a format of their own. So they outlive the index, whose
 * format changes more often than how contents are cut into passages.
 */

/** In the files' names and headers; a file of another format is not read. */
export const VECTOR_FORMAT = 2;

/** "AuVe" in the header of the files. */
export const VECTOR_ID = 0x41755665;

/** In order of the names. */
export const VECTOR_SCHEMA: readonly string[] = [
  // Keys as in the index; `cut` says how the content was cut into passages, see passages.ts.
  "CREATE TABLE content (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, cut INTEGER NOT NULL)",
  // The bits of many contents' vectors: read as a whole for every question.
  "CREATE TABLE page (id INTEGER PRIMARY KEY, contents BLOB NOT NULL, codes BLOB NOT NULL)",
  // Hashes of the passages of a page, to notice those that only moved.
  "CREATE TABLE page_hash (page INTEGER PRIMARY KEY, hashes BLOB NOT NULL)",
  // One row. `doubt`: the length a question's vector had, when it was another one.
  "CREATE TABLE space (provider TEXT NOT NULL, model TEXT NOT NULL, dimension INTEGER NOT NULL, doubt INTEGER)",
  // Vectors of a content's chunks, one after the other; see quantise.ts.
  "CREATE TABLE vector (content INTEGER PRIMARY KEY, data BLOB NOT NULL)",
];

/** Files that are kept of one repository: the space in use and the one before, to which the user may go back. */
export const MOST_SPACES = 2;

/** Begins the names of all files of vectors. */
export const VECTORS = "vectors-";

/** The name of a space's file, without format and ending. */
export function vectorsName({ provider, model, dimensions = 0 }: EmbeddingSpace): string {
  const text = JSON.stringify([provider, model, dimensions]);
  return VECTORS + hash(text, 0x811c9dc5) + hash(text, 0x2f0b4a27);
}

/** FNV-1a, 32 bits, in hexadecimal digits. */
function hash(text: string, seed: number): string {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, "0");
}
