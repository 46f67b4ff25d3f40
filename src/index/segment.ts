import { FIELDS } from "./lexical_index.ts";
import { type NumberColumn, ShortColumn } from "./short_column.ts";

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
  readonly startLine: NumberColumn;
  /** One-based, inclusive. */
  readonly endLine: NumberColumn;
  /** Index into the blob's definitions; -1 if the chunk is not a definition. */
  readonly definition: NumberColumn;
  /** Number of tokens per chunk in code, comments and strings together, at most 65,535. */
  readonly length: Uint16Array;
  /** Number of tokens per blob, one column per field in the order of FIELDS. */
  readonly lengths: readonly Uint32Array[];
}

/** Maximum blob number, because tables are allocated up to the highest one; a higher number is damage. */
const MOST_BLOBS = 1 << 24;

/** Words per number that exceeds 16 bits: column, chunk, and value. */
const LARGE_WORDS = 3;

/**
 * Encodes the columns, little-endian like all supported machines. Per-chunk columns take 16 bits; the few larger
 * numbers are stored before them.
 */
export function encodeColumns(columns: SegmentColumns): Uint8Array<ArrayBuffer> {
  const { blobs, firstChunk, startLine, endLine, definition, length, lengths } = columns;
  const large: number[] = [];
  [startLine, endLine, definition].forEach((values, column) => {
    const [least, most] = column === 2 ? [-0x8000, 0x7fff] : [0, 0xffff];
    for (let chunk = 0; chunk < values.length; chunk++) {
      const value = values.at(chunk)!;
      if (value < least || value > most) large.push(column, chunk, value);
    }
  });
  const head = Uint32Array.of(blobs.length, startLine.length, large.length / LARGE_WORDS);
  const short = [startLine, endLine, definition].map((values) =>
    Uint16Array.from({ length: values.length }, (_, chunk) => values.at(chunk)!)
  );
  const all = [head, blobs, firstChunk, ...lengths, Uint32Array.from(large), ...short, length];
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of all) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return bytes;
}

/** Inverse of {@link encodeColumns}; undefined if the sizes do not match. */
export function decodeColumns(stored: Uint8Array): SegmentColumns | undefined {
  const bytes = stored.byteOffset % 4 === 0 ? stored : stored.slice();
  if (bytes.length < 12) return undefined;
  const [blobCount = 0, chunkCount = 0, largeCount = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 3);
  const words = blobCount * (2 + FIELDS.length) + 1 + largeCount * LARGE_WORDS;
  if (bytes.length !== 12 + words * 4 + chunkCount * 8) return undefined;
  let at = bytes.byteOffset + 12;
  const next = (count: number): Uint32Array =>
    new Uint32Array(bytes.buffer, (at += count * 4) - count * 4, count);
  const short = (): Uint16Array =>
    new Uint16Array(bytes.buffer, (at += chunkCount * 2) - chunkCount * 2, chunkCount);
  const blobs = next(blobCount);
  const firstChunk = next(blobCount + 1);
  const lengths = FIELDS.map(() => next(blobCount));
  const large = largeNumbers(next(largeCount * LARGE_WORDS));
  const startLine = new ShortColumn(short(), large[0]);
  const endLine = new ShortColumn(short(), large[1]);
  const { buffer, byteOffset } = short();
  const definition = new ShortColumn(new Int16Array(buffer, byteOffset, chunkCount), large[2]);
  return isAscending(firstChunk, chunkCount) && !hasHigher(blobs, MOST_BLOBS)
    ? { blobs, firstChunk, startLine, endLine, definition, length: short(), lengths }
    : undefined;
}

/** By column: the numbers that exceed 16 bits, by chunk. */
function largeNumbers(rows: Uint32Array): [Map<number, number>, Map<number, number>, Map<number, number>] {
  const columns: ReturnType<typeof largeNumbers> = [new Map(), new Map(), new Map()];
  for (let row = 0; row < rows.length; row += LARGE_WORDS) {
    columns[rows[row]!]?.set(rows[row + 1]!, rows[row + 2]! | 0);
  }
  return columns;
}

function isAscending(firstChunk: Uint32Array, chunkCount: number): boolean {
  let previous = 0;
  for (let at = 0; at < firstChunk.length; at++) {
    if (firstChunk[at]! < previous) return false;
    previous = firstChunk[at]!;
  }
  return previous === chunkCount;
}

function hasHigher(numbers: Uint32Array, most: number): boolean {
  for (let at = 0; at < numbers.length; at++) if (numbers[at]! > most) return true;
  return false;
}
