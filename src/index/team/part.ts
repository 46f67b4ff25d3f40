import { ID_BYTES } from "../lexical_index.ts";
import { compress } from "../../platform/compression.ts";
import { ByteReader, ByteWriter } from "../bytes.ts";
import { decodeDirectory, encodeDirectory } from "../dictionary.ts";
import { FORMAT } from "../schema.ts";
import { decodeColumns, encodeColumns, type Segment } from "../segment.ts";

/**
 * A part of a published index: a segment with the keys and records of its blobs, compressed. Its bytes depend only on
 * those, so equal parts have equal hashes on every machine.
 */

/** A segment and the keys of its blobs; without the list of names, which can be read from its blocks. */
export interface Part {
  readonly keys: readonly Uint8Array[];
  readonly segment: Omit<Segment, "names">;
}

/** Maximum compressed size of a part in bytes. */
export const LARGEST_PART: number = 64 * 1024 * 1024;
/** Maximum uncompressed size of a part in bytes. */
export const LARGEST_UNPACKED: number = 128 * 1024 * 1024;
/** Maximum number of blobs, and of blocks, of a part. */
const MOST_LISTED = 1 << 18;
const MAGIC = 0x4154_5032;

/** Encodes and compresses a part. */
export function packPart({ segment, keys }: Part): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter(1 << 20);
  out.varint(MAGIC);
  out.varint(FORMAT);
  putList(out, keys);
  putBytes(out, encodeColumns(segment.columns));
  putBytes(out, encodeDirectory(segment.firstKeys));
  putList(out, segment.blocks);
  putList(out, segment.parsed);
  return compress(out.view());
}

/**
 * Decodes an uncompressed part without copying; undefined unless the bytes are a complete part of this format. Damage
 * is detected by the hash of the compressed bytes.
 */
export function readPart(bytes: Uint8Array): Part | undefined {
  const reader = new ByteReader(bytes);
  if (reader.varint() !== MAGIC || reader.varint() !== FORMAT) return undefined;
  const keys = takeList(reader);
  const columns = decodeColumns(takeBytes(reader));
  const firstKeys = decodeDirectory(takeBytes(reader), MOST_LISTED);
  const blocks = takeList(reader);
  const parsed = takeList(reader);
  const isWhole = reader.done && columns?.blobs.length === keys.length && parsed.length === keys.length &&
    firstKeys.length === blocks.length && keys.every((key) => key.length > ID_BYTES);
  return isWhole && columns ? { keys, segment: { columns, firstKeys, blocks, parsed } } : undefined;
}

function putBytes(out: ByteWriter, bytes: Uint8Array): void {
  out.varint(bytes.length);
  out.bytes(bytes);
}

function putList(out: ByteWriter, list: readonly Uint8Array[]): void {
  out.varint(list.length);
  for (const bytes of list) putBytes(out, bytes);
}

function takeBytes(reader: ByteReader): Uint8Array {
  return reader.take(reader.varint());
}

function takeList(reader: ByteReader): Uint8Array[] {
  return Array.from({ length: Math.min(reader.count(), MOST_LISTED) }, () => takeBytes(reader));
}
