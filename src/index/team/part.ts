import { withChecksum, withoutChecksum } from "../../platform/checksum.ts";
import { compress, decompress } from "../../platform/compression.ts";
import { ByteReader, ByteWriter } from "../bytes.ts";
import { decodeDirectory, encodeDirectory } from "../dictionary.ts";
import { FORMAT } from "../schema.ts";
import { decodeColumns, encodeColumns, type Segment } from "../segment.ts";

/**
 * A part of a published index: a segment with the keys and records of its contents, gzipped. Blocks and records have the
 * checksums behind them with which they are stored, so that they can be put into a store as they are. Its bytes depend on
 * those alone, so equal parts have equal hashes on every machine.
 */

/** A segment and the keys of its contents; without the list of names, which stand in its blocks. */
export interface Part {
  readonly keys: readonly Uint8Array[];
  readonly segment: Omit<Segment, "names">;
}

/** Bytes of a part as it travels, at most. */
export const LARGEST_PART: number = 64 * 1024 * 1024;
/** Bytes of a part once it is unpacked, at most. */
export const LARGEST_UNPACKED: number = 128 * 1024 * 1024;
const MAGIC = 0x4154_5032;
/** Bytes of git's id at the front of a key. */
const ID_BYTES = 20;

/** The bytes of a part. */
export function packPart({ segment, keys }: Part): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter(1 << 20);
  out.varint(MAGIC);
  out.varint(FORMAT);
  putList(out, keys);
  putBytes(out, encodeColumns(segment.columns));
  putBytes(out, encodeDirectory(segment.firstKeys));
  putList(out, segment.blocks.map(withChecksum));
  putList(out, segment.parsed.map(withChecksum));
  return compress(out.view());
}

/** Inverse of {@link packPart}; undefined for anything that is no whole part of this format. */
export function unpackPart(packed: Uint8Array): Part | undefined {
  const bytes = packed.length <= LARGEST_PART ? decompress(packed, LARGEST_UNPACKED) : undefined;
  const sealed = bytes && readPart(bytes);
  return sealed && unsealed(sealed);
}

/**
 * The part in what {@link packPart} gzipped, not copied, its blocks and records with their checksums behind them, which are
 * not compared; undefined for anything that is no whole part of this format.
 */
export function readPart(bytes: Uint8Array): Part | undefined {
  const reader = new ByteReader(bytes);
  if (reader.varint() !== MAGIC || reader.varint() !== FORMAT) return undefined;
  const keys = takeList(reader);
  const columns = decodeColumns(takeBytes(reader));
  const firstKeys = decodeDirectory(takeBytes(reader));
  const blocks = takeList(reader);
  const parsed = takeList(reader);
  const isWhole = reader.done && columns?.blobs.length === keys.length && parsed.length === keys.length &&
    firstKeys.length === blocks.length && keys.every((key) => key.length > ID_BYTES);
  return isWhole && columns ? { keys, segment: { columns, firstKeys, blocks, parsed } } : undefined;
}

/** A part that was {@link readPart read} without the checksums; undefined where one of them is wrong. */
export function unsealed({ keys, segment }: Part): Part | undefined {
  const blocks = without(segment.blocks);
  const parsed = without(segment.parsed);
  return blocks && parsed && { keys, segment: { ...segment, blocks, parsed } };
}

function without(list: readonly Uint8Array[]): Uint8Array[] | undefined {
  const bare = list.flatMap((sealed) => withoutChecksum(sealed) ?? []);
  return bare.length === list.length ? bare : undefined;
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
