import type { ByteWriter } from "./bytes.ts";
import { BASE, firstByteOf, FOLLOWING, followingOf, PACKED, patternOf } from "./posting_codes.ts";

/**
 * Posting lists: delta-encoded ascending chunk numbers, each with its frequencies per field (32 bits, one byte per
 * field in the order of FIELDS). A posting starts with a code of `posting_codes.ts`, followed by distance bytes, lowest
 * first. If the code does not imply the frequencies, they follow: the low half of a byte is the mask of fields present,
 * its high half the frequency of the first one (15: in a separate byte); each other field takes one byte.
 */

/** Appends one posting. */
export function writePosting(out: ByteWriter, delta: number, packed: number): void {
  const pattern = patternOf(packed >>> 0);
  const following = followingOf(pattern, delta);
  const first = firstByteOf(pattern, delta, following);
  out.byte(first);
  let rest = delta - BASE[first]!;
  for (let left = following; left > 0; left--) {
    out.byte(rest & 255);
    rest >>>= 8;
  }
  if (PACKED[first] === 0) writeFrequencies(out, packed);
}

function writeFrequencies(out: ByteWriter, packed: number): void {
  const mask = (packed & 0xff ? 1 : 0) | (packed & 0xff00 ? 2 : 0) | (packed & 0xff0000 ? 4 : 0) |
    (packed >>> 24 ? 8 : 0);
  const shift = FIRST_SHIFT[mask]!;
  const first = (packed >>> shift) & 0xff;
  out.byte(mask | (Math.min(first, 15) << 4));
  if (first >= 15) out.byte(first);
  for (let next = shift + 8; next < 32; next += 8) {
    const tf = (packed >>> next) & 0xff;
    if (tf > 0) out.byte(tf);
  }
}

/** Bit offset of the first field present in a mask. */
const FIRST_SHIFT = Uint8Array.from(
  { length: 16 },
  (_, mask) => (mask & 1 ? 0 : mask & 2 ? 8 : mask & 4 ? 16 : 24),
);

/** By the byte with the field mask: number of frequency bytes that follow it. */
const FIELD_BYTES = Uint8Array.from({ length: 256 }, (_, head) => {
  const fields = [1, 2, 4, 8].filter((bit) => head & bit).length;
  return fields === 0 ? 0 : fields - 1 + (head >> 4 === 15 ? 1 : 0);
});

/** Last chunk of the posting list from `start` to `stop` (exclusive); `Infinity` if the list is empty or damaged. */
export function lastChunkOf(bytes: Uint8Array, start = 0, stop: number = bytes.length): number {
  let chunk = -1;
  let at = start;
  while (at < stop) {
    const first = bytes[at++]!;
    chunk += BASE[first]!;
    const end = at + FOLLOWING[first]!;
    for (let unit = 1; at < end; unit *= 256) chunk += (bytes[at++] ?? 0) * unit;
    if (PACKED[first] !== 0) continue;
    const head = bytes[at++] ?? 0;
    if ((head & 15) === 0) return Infinity;
    at += FIELD_BYTES[head]!;
  }
  return at === stop && chunk >= 0 ? chunk : Infinity;
}

/**
 * Appends the posting list from `start` to `stop` (exclusive) with all chunk numbers shifted by `by`; only the first
 * distance changes.
 */
export function movePostings(
  out: ByteWriter,
  bytes: Uint8Array,
  by: number,
  start = 0,
  stop: number = bytes.length,
): void {
  const first = bytes[start]!;
  const behind = start + 1 + FOLLOWING[first]!;
  let distance = BASE[first]! + by;
  for (let at = start + 1, unit = 1; at < behind; at++, unit *= 256) distance += (bytes[at] ?? 0) * unit;
  if (PACKED[first] !== 0) {
    writePosting(out, distance, PACKED[first]!);
    out.bytes(bytes, behind, stop);
    return;
  }
  const rest = behind + 1 + FIELD_BYTES[bytes[behind] ?? 0]!;
  writePosting(out, distance, packedOf(bytes, behind));
  out.bytes(bytes, rest, stop);
}

/** Maximum chunk number; a damaged list may exceed it. */
const HIGHEST = 0xffffffff;

/** Buffers for the postings of one term: chunk numbers, and a column of frequencies per field. */
export interface PostingColumns {
  readonly chunks: Uint32Array<ArrayBuffer>;
  readonly code: Uint8Array<ArrayBuffer>;
  readonly doc: Uint8Array<ArrayBuffer>;
  readonly str: Uint8Array<ArrayBuffer>;
  readonly def: Uint8Array<ArrayBuffer>;
}

/** Allocates columns for at least `count` postings. */
export function postingColumns(count: number): PostingColumns {
  const column = (): Uint8Array<ArrayBuffer> => new Uint8Array(count);
  return { chunks: new Uint32Array(count), code: column(), doc: column(), str: column(), def: column() };
}

/**
 * Decodes a posting list into `into` from row `start`; `into` must have as many free rows as the list has bytes.
 * `numbers[chunk]` is the new number of a chunk, -1 drops it; default: numbers are unchanged. Returns the end row
 * (exclusive); rows ascend by chunk number.
 *
 * One loop, calling functions only for rare frequencies: it runs a hundred thousand times for a long question, mostly
 * before the JavaScript engine has compiled it.
 */
export function readPostings(
  bytes: Uint8Array,
  into: PostingColumns,
  start: number,
  numbers?: Int32Array,
): number {
  const { chunks, code, doc, str, def } = into;
  const end = bytes.length;
  let at = 0;
  let row = start;
  let chunk = -1;
  while (at < end) {
    const first = bytes[at++]!;
    let distance = BASE[first]!;
    const following = FOLLOWING[first]!;
    if (following > 0 && at < end) {
      distance += bytes[at++]!;
      for (let unit = 256, left = following - 1; left > 0 && at < end; left--, unit *= 256) {
        distance += bytes[at++]! * unit;
      }
    }
    chunk += distance;
    let packed = PACKED[first]!;
    if (packed === 0) {
      packed = packedOf(bytes, at);
      at += 1 + FIELD_BYTES[bytes[at] ?? 0]!;
    }
    const number = numbers === undefined ? chunk : numbers[chunk] ?? -1;
    if (number < 0 || number > HIGHEST) continue;
    chunks[row] = number;
    code[row] = packed;
    doc[row] = packed >>> 8;
    str[row] = packed >>> 16;
    def[row++] = packed >>> 24;
  }
  return row;
}

/** Decodes the frequencies at an offset; 1 in `code` past the end. */
function packedOf(bytes: Uint8Array, start: number): number {
  let at = start;
  const head = bytes[at++] ?? 1;
  let tf = head >>> 4;
  if (tf === 15) tf = bytes[at++] ?? 0;
  let packed = 0;
  // The frequency of the first field present is in the head; the others take a byte each.
  let isFirst = true;
  for (let field = 0; field < 4; field++) {
    if ((head & (1 << field)) === 0) continue;
    if (!isFirst) tf = bytes[at++] ?? 0;
    isFirst = false;
    packed |= tf << (field * 8);
  }
  return packed >>> 0;
}
