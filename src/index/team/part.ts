import { compress, decompress } from "../../platform/compression.ts";
import { ByteReader, ByteWriter } from "../bytes.ts";
import type { Batch } from "../content_indexer.ts";
import { decodeDirectory, encodeDirectory } from "../dictionary.ts";
import { FORMAT } from "../schema.ts";
import { decodeColumns, encodeColumns } from "../segment.ts";

/**
 * A part of a published index: a segment with the keys and records of its contents, gzipped. Its bytes depend on those
 * alone, so equal parts have equal hashes on every machine.
 */

/** Bytes of a part as it travels, at most. */
export const LARGEST_PART: number = 64 * 1024 * 1024;
/** Bytes of a part once it is unpacked, at most. */
export const LARGEST_UNPACKED: number = 512 * 1024 * 1024;
const MAGIC = 0x4154_5031;
/** Bytes of git's id at the front of a key. */
const ID_BYTES = 20;

/** The bytes of a part. */
export function packPart({ segment, keys }: Batch): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter(1 << 20);
  out.varint(MAGIC);
  out.varint(FORMAT);
  putList(out, keys);
  putBytes(out, encodeColumns(segment.columns));
  putBytes(out, encodeDirectory(segment.firstKeys));
  putList(out, segment.blocks);
  putBytes(out, new TextEncoder().encode(segment.names));
  putList(out, segment.parsed);
  return compress(out.view());
}

/** Inverse of {@link packPart}; undefined for anything that is no whole part of this format. */
export function unpackPart(packed: Uint8Array): Batch | undefined {
  const bytes = packed.length <= LARGEST_PART ? decompress(packed, LARGEST_UNPACKED) : undefined;
  return bytes && readPart(bytes);
}

/** The part in what {@link packPart} gzipped, not copied; undefined for anything that is no whole part of this format. */
export function readPart(bytes: Uint8Array): Batch | undefined {
  const reader = new ByteReader(bytes);
  if (reader.varint() !== MAGIC || reader.varint() !== FORMAT) return undefined;
  const keys = takeList(reader);
  const columns = decodeColumns(takeBytes(reader));
  const firstKeys = decodeDirectory(takeBytes(reader));
  const blocks = takeList(reader);
  const names = new TextDecoder().decode(takeBytes(reader));
  const parsed = takeList(reader);
  const isWhole = reader.done && columns?.blobs.length === keys.length && parsed.length === keys.length &&
    firstKeys.length === blocks.length && keys.every((key) => key.length > ID_BYTES);
  return isWhole && columns ? { keys, segment: { columns, firstKeys, blocks, names, parsed } } : undefined;
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
  return Array.from({ length: reader.count() }, () => takeBytes(reader));
}
