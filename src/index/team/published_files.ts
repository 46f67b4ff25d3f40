import { fromHex, toHex } from "../../model/hex.ts";
import { compress, decompress } from "../../platform/compression.ts";
import { languageConfig } from "../../syntax/languages.ts";
import { ByteReader, ByteWriter } from "../bytes.ts";
import { type IndexedKind, KINDS } from "../lexical_index.ts";
import { FORMAT } from "../schema.ts";

/** The files of a published tree: which content each path has, and how it was read. */

/** One file. */
export interface PublishedFile {
  readonly path: string;
  /** Git's id of the content, 40 hexadecimal digits. */
  readonly id: string;
  /** Bytes. */
  readonly size: number;
  readonly kind: IndexedKind;
  readonly language: string;
  /** Number of the part that holds the content, -1 for a file that is only listed. */
  readonly part: number;
}

/** Bytes of the listing once it is unpacked, at most: some two million files. */
export const LARGEST_LISTING: number = 256 * 1024 * 1024;
const MAGIC = 0x4154_4c31;
const ID_DIGITS = 40;

/** The listing as it travels; `files` are sorted by path. */
export function packFiles(files: readonly PublishedFile[]): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter(1 << 16);
  const languages = [...new Set(files.map((file) => file.language))];
  out.varint(MAGIC);
  out.varint(FORMAT);
  out.varint(languages.length);
  for (const language of languages) out.string(language);
  out.varint(files.length);
  for (const { path, id, size, kind, language, part } of files) {
    out.string(path);
    out.bytes(fromHex(id));
    out.varint(size);
    out.byte(KINDS.indexOf(kind));
    out.varint(languages.indexOf(language));
    out.varint(part + 1);
  }
  return compress(out.view());
}

/** Inverse of {@link packFiles}; undefined for anything that is no whole listing of this format. */
export function unpackFiles(packed: Uint8Array): PublishedFile[] | undefined {
  const bytes = decompress(packed, LARGEST_LISTING);
  return bytes && readFiles(bytes);
}

/** The listing in what {@link packFiles} gzipped; undefined for anything that is no whole listing of this format. */
export function readFiles(bytes: Uint8Array): PublishedFile[] | undefined {
  const reader = new ByteReader(bytes);
  if (reader.varint() !== MAGIC || reader.varint() !== FORMAT) return undefined;
  const languages = Array.from({ length: reader.count() }, () => reader.string());
  const files = Array.from({ length: reader.count() }, (): PublishedFile => ({
    path: reader.string(),
    id: toHex(reader.take(ID_DIGITS / 2)),
    size: reader.varint(),
    kind: KINDS[reader.byte()] ?? "pending",
    language: languages[reader.varint()] ?? "",
    part: reader.varint() - 1,
  }));
  const areKnown = languages.every((language) => language === "" || languageConfig(language) !== undefined);
  return reader.done && areKnown && files.every(({ id }) => id.length === ID_DIGITS) ? files : undefined;
}
