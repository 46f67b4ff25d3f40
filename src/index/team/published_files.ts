import { type FileTable, ID_BYTES, type IndexedKind, KINDS } from "../lexical_index.ts";
import { fromHex } from "../../model/hex.ts";
import { compress } from "../../platform/compression.ts";
import { languageConfig } from "../../syntax/languages.ts";
import { ByteReader, ByteWriter } from "../bytes.ts";
import { FORMAT } from "../schema.ts";

/** File listing of a published tree: the blob of each path and its parsing mode. */

/** One file of the listing. */
export interface PublishedFile {
  readonly path: string;
  /** Git object id of the blob, 40 hexadecimal digits. */
  readonly id: string;
  /** Size in bytes. */
  readonly size: number;
  readonly kind: IndexedKind;
  readonly language: string;
  /** Number of the part with the blob; -1 if the file is only listed. */
  readonly part: number;
}

/** The files in columns, ordered by path. */
export interface FileListing extends Pick<FileTable, "paths" | "kinds" | "languages" | "languageNames"> {
  /** Git object ids of the blobs, {@link ID_BYTES} each. */
  readonly ids: Uint8Array;
  /** Sizes in bytes. */
  readonly sizes: Uint32Array;
  /** Number of the part with the blob; -1 if the file is only listed. */
  readonly parts: Int32Array;
}

/** Maximum uncompressed size of the listing in bytes: about two million files. */
export const LARGEST_LISTING: number = 256 * 1024 * 1024;
const MAGIC = 0x4154_4c32;

/** Encodes and compresses a listing; `files` must be sorted by path. */
export function packFiles(files: readonly PublishedFile[]): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter(1 << 16);
  const languages = [...new Set(files.map((file) => file.language))];
  out.varint(MAGIC);
  out.varint(FORMAT);
  out.varint(languages.length);
  for (const language of languages) out.string(language);
  const paths = new TextEncoder().encode(files.map(({ path }) => path).join("\0"));
  out.varint(files.length);
  out.varint(paths.length);
  out.bytes(paths);
  for (const { size } of files) out.varint(size);
  for (const { part } of files) out.varint(part + 1);
  // Fixed-length columns come last, so that a truncated listing is always detected.
  for (const { id } of files) out.bytes(fromHex(id));
  for (const { kind } of files) out.byte(KINDS.indexOf(kind));
  for (const { language } of files) out.byte(languages.indexOf(language));
  return compress(out.view());
}

/** Decodes an uncompressed listing; undefined unless the bytes are a complete listing of this format. */
export function readFiles(bytes: Uint8Array): FileListing | undefined {
  const reader = new ByteReader(bytes);
  if (reader.varint() !== MAGIC || reader.varint() !== FORMAT) return undefined;
  // One byte per file has the number of its language.
  const languageCount = Math.min(reader.count(), 1 << 8);
  const languageNames = Array.from({ length: languageCount }, () => reader.string());
  const count = reader.varint();
  if (count * (ID_BYTES + 4) > bytes.length) return undefined;
  // One call of the decoder for all paths; one call per path takes as long as everything else.
  const text = new TextDecoder().decode(reader.take(reader.varint()));
  const paths = count === 0 ? [] : text.split("\0", count + 1);
  const sizes = Uint32Array.from({ length: count }, () => reader.varint());
  const parts = Int32Array.from({ length: count }, () => reader.varint() - 1);
  const [ids, kinds, languages] = [reader.take(count * ID_BYTES), reader.take(count), reader.take(count)];
  const isWhole = reader.done && paths.length === count && languages.length === count;
  const areKnown =
    languageNames.every((language) => language === "" || languageConfig(language) !== undefined) &&
    languages.every((language) => language < languageNames.length) &&
    kinds.every((kind) => kind < KINDS.length);
  return isWhole && areKnown ? { paths, ids, sizes, kinds, languages, languageNames, parts } : undefined;
}
