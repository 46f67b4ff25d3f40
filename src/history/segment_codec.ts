import { areBelow, areStarts } from "../index/growing.ts";
import { concat } from "../model/concat.ts";
import type { Segment, SegmentText } from "./segment.ts";
import { STATUSES } from "./history.ts";

/**
 * Segment codec: two files per segment, columns and text. A file is a header of seven 32-bit words, then word columns,
 * then bytes, little-endian. Decoding validates all input: damaged data decodes to undefined, and the caller rebuilds
 * it. Checksums are those of the cache's files.
 */
export const HISTORY_FORMAT = 3;

const COLUMNS_MAGIC = 0x31484741;
const TEXT_MAGIC = 0x31544741;
const HEAD = 7;

const encoder = new TextEncoder();

/** Encodes the columns of a segment. */
export function encodeColumns(segment: Segment): Uint8Array<ArrayBuffer> {
  const { count, ids, times, authors, starts, paths, renames, lengths, statuses } = segment;
  const authorNames = encoder.encode(segment.authorNames.join("\0"));
  const pathNames = encoder.encode(segment.pathNames.join("\0"));
  return assemble(
    [COLUMNS_MAGIC, count, paths.length, renames.length, authorNames.length, pathNames.length],
    [ids, times, authors, starts, paths, renames, lengths],
    [statuses, authorNames, pathNames],
  );
}

/** Encodes posting lists. */
export function encodeText({ terms, starts, postings }: SegmentText): Uint8Array<ArrayBuffer> {
  const termBytes = encoder.encode(terms.join("\0"));
  return assemble([TEXT_MAGIC, terms.length, termBytes.length, postings.length], [starts], [
    termBytes,
    postings,
  ]);
}

/** Access to the text file of a segment. */
export interface TextFile {
  /** Called on first use of the text. */
  read(): Uint8Array<ArrayBuffer> | undefined;
  /** Called if the text is unavailable; the segment then has no terms. */
  onUnavailable(): void;
}

/** Decodes a segment; undefined if `bytes` are damaged. */
export function decodeColumns(bytes: Uint8Array<ArrayBuffer>, text: TextFile): Segment | undefined {
  const file = openFile(bytes, COLUMNS_MAGIC);
  if (!file) return undefined;
  const [count, rows, renameCount, authorBytes, pathBytes] = file.head;
  const [ids, times, authors] = [file.words(2 * count), file.words(count), file.words(count)];
  const [starts, paths] = [file.words(count + 1), file.words(rows)];
  const [renames, lengths] = [file.words(renameCount), file.words(count)];
  const statuses = file.bytes(rows);
  const [authorNames, pathNames] = [strings(file.bytes(authorBytes)), strings(file.bytes(pathBytes))];
  const isValid = file.isRead() && renameCount % 2 === 0 && areBelow(authors, authorNames.length) &&
    areBelow(paths, pathNames.length) && areStarts(starts, rows) && areBelow(statuses, STATUSES.length) &&
    areValidRenames(renames, rows, pathNames.length);
  if (!isValid) return undefined;
  let decoded: SegmentText | undefined;
  return {
    ...{ count, ids, times, authors, authorNames, starts, paths, pathNames, statuses, renames, lengths },
    text: () => decoded ??= decodeText(text.read()) ?? (text.onUnavailable(), NO_TEXT),
  };
}

const NO_TEXT: SegmentText = { terms: [], starts: new Uint32Array(1), postings: new Uint8Array(0) };

function decodeText(bytes: Uint8Array<ArrayBuffer> | undefined): SegmentText | undefined {
  const file = bytes && openFile(bytes, TEXT_MAGIC);
  if (!file) return undefined;
  const [termCount, termBytes, postingBytes] = file.head;
  const starts = file.words(termCount + 1);
  const terms = strings(file.bytes(termBytes));
  const postings = file.bytes(postingBytes);
  const isValid = file.isRead() && terms.length === termCount && areStarts(starts, postingBytes);
  return isValid ? { terms, starts, postings } : undefined;
}

function assemble(
  [magic, ...sizes]: readonly [magic: number, ...sizes: number[]],
  columns: readonly Uint32Array[],
  blobs: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const head = new Uint32Array(HEAD);
  head.set([magic, HISTORY_FORMAT, ...sizes]);
  const length = blobs.reduce((sum, blob) => sum + blob.length, 0);
  return concat([head, ...columns, ...blobs, new Uint8Array(-length & 3)]);
}

/** Sequential reader of a file. */
interface OpenFile {
  readonly head: readonly [number, number, number, number, number];
  words(count: number): Uint32Array;
  bytes(count: number): Uint8Array;
  /** True if the whole file was read, and not more. */
  isRead(): boolean;
}

function openFile(bytes: Uint8Array<ArrayBuffer>, magic: number): OpenFile | undefined {
  if (bytes.byteOffset % 4 !== 0 || bytes.length % 4 !== 0 || bytes.length < HEAD * 4) return undefined;
  const view = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  if (view[0] !== magic || view[1] !== HISTORY_FORMAT) return undefined;
  let at = HEAD * 4;
  const take = (size: number): number => {
    const start = at;
    at += size;
    return start;
  };
  return {
    head: [view[2]!, view[3]!, view[4]!, view[5]!, view[6]!],
    words: (count) => {
      const start = take(count * 4) / 4;
      return view.subarray(start, start + count);
    },
    bytes: (count) => {
      const start = take(count);
      return bytes.subarray(start, start + count);
    },
    isRead: () => Math.ceil(at / 4) * 4 === bytes.length,
  };
}

function strings(bytes: Uint8Array): string[] {
  if (bytes.length === 0) return [];
  return new TextDecoder().decode(bytes).split("\0");
}

function areValidRenames(renames: Uint32Array, rows: number, paths: number): boolean {
  for (let at = 0; at < renames.length; at += 2) {
    if (renames[at]! >= rows || renames[at + 1]! >= paths) return false;
    if (at > 0 && renames[at]! <= renames[at - 2]!) return false;
  }
  return true;
}
