import type { Blocks } from "./dictionary.ts";
import { concat } from "../model/concat.ts";
import { areBelow, areStarts } from "./growing.ts";
import { FIELDS } from "./lexical_index.ts";

/**
 * A segment: the chunks of some blobs, numbered from 0, and the dictionary of their terms and names. Segments are
 * immutable; readers skip dead chunks. A blob is in one segment, its chunks are consecutive.
 *
 * Keys of the dictionary: terms and bigrams unchanged; names of definitions after the prefix `DEFINITION`, used names
 * after `REFERENCE`.
 */
export interface Segment {
  readonly columns: SegmentColumns;
  /** First keys of the dictionary's blocks. */
  readonly firstKeys: readonly string[];
  readonly blocks: readonly Uint8Array[];
  /** Names of definitions, one per line. */
  readonly names: string;
  /** Packed record of each blob. */
  readonly parsed: readonly Uint8Array[];
}

/** Prefix of the keys for definitions by name. */
export const DEFINITION = "\u0001";
/** Prefix of the keys for references by name. */
export const REFERENCE = "\u0002";

/** The columns of a segment, held in memory by readers. */
export interface SegmentColumns {
  /** Number of each blob in the store. */
  readonly blobs: Uint32Array;
  /** First chunk of each blob; the last entry is the number of chunks. */
  readonly firstChunk: Uint32Array;
  /** One-based. */
  readonly startLine: Uint32Array;
  /** One-based, inclusive. */
  readonly endLine: Uint32Array;
  /** Index into the blob's definitions; -1 if the chunk is not a definition. */
  readonly definition: Int32Array;
  /** Number of tokens per chunk in code, comments and strings together, at most 65,535. */
  readonly length: Uint16Array;
  /** Number of tokens per blob, one column per field in the order of FIELDS. */
  readonly lengths: readonly Uint32Array[];
}

/** Maximum blob number, because tables are allocated up to the highest one; a higher number is damage. */
const MOST_BLOBS = 1 << 24;

/** Encodes the columns, little-endian like all supported machines. */
export function encodeColumns(columns: SegmentColumns): Uint8Array<ArrayBuffer> {
  const { blobs, firstChunk, startLine, endLine, definition, length, lengths } = columns;
  const head = Uint32Array.of(blobs.length, startLine.length);
  return concat([head, blobs, firstChunk, ...lengths, startLine, endLine, definition, length]);
}

/** Inverse of {@link encodeColumns}; undefined if the sizes do not match. */
export function decodeColumns(stored: Uint8Array): SegmentColumns | undefined {
  const bytes = stored.byteOffset % 4 === 0 ? stored : stored.slice();
  if (bytes.length < 8) return undefined;
  const [blobCount = 0, chunkCount = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 2);
  const words = blobCount * (2 + FIELDS.length) + 1 + chunkCount * 3;
  if (bytes.length !== 8 + words * 4 + chunkCount * 2) return undefined;
  let at = bytes.byteOffset + 8;
  const next = (count: number): Uint32Array =>
    new Uint32Array(bytes.buffer, (at += count * 4) - count * 4, count);
  const blobs = next(blobCount);
  const firstChunk = next(blobCount + 1);
  const lengths = FIELDS.map(() => next(blobCount));
  const [startLine, endLine] = [next(chunkCount), next(chunkCount)];
  const definition = new Int32Array(bytes.buffer, next(chunkCount).byteOffset, chunkCount);
  const length = new Uint16Array(bytes.buffer, at, chunkCount);
  return areStarts(firstChunk, chunkCount) && areBelow(blobs, MOST_BLOBS + 1)
    ? { blobs, firstChunk, startLine, endLine, definition, length, lengths }
    : undefined;
}

/** A segment as read by a view: columns in memory, dictionary read block by block. */
export interface SegmentReader extends Blocks, Pick<Segment, "columns"> {
  /** Names of the definitions, one per line, as UTF-8. */
  names(): Uint8Array;
  /** Record of the blob at a position; undefined if it cannot be read. */
  parsed(place: number): Uint8Array | undefined;
  /**
   * True if the segment was built on another machine: its entries are then verified against the local files; default:
   * false.
   */
  readonly isFetched?: boolean;
}

/** A reader of an in-memory segment. */
export function segmentReader(segment: Segment): SegmentReader {
  return {
    columns: segment.columns,
    firstKeys: segment.firstKeys,
    names: () => new TextEncoder().encode(segment.names),
    block: (number) => segment.blocks[number] ?? new Uint8Array(0),
    parsed: (place) => segment.parsed[place],
  };
}
