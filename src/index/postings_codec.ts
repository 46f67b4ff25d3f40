import type { ByteWriter } from "./bytes.ts";
import { BASE, firstByteOf, FOLLOWING, followingOf, PACKED, patternOf } from "./posting_codes.ts";

/**
 * Posting lists: ascending chunk numbers as differences, each with its frequencies per field. A frequency record is
 * 32 bits, one byte per field in the order of FIELDS. The first byte of a posting is one of `posting_codes.ts`. Bytes of the
 * distance follow, the lowest first, then frequencies that it does not mean: the low half of a byte says which fields
 * follow, the high half is the first one's frequency (15: in a byte of its own); the other fields take a byte each.
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

/** Bits to the right of the first field present in a mask. */
const FIRST_SHIFT = Uint8Array.from(
  { length: 16 },
  (_, mask) => (mask & 1 ? 0 : mask & 2 ? 8 : mask & 4 ? 16 : 24),
);

/** Bytes that follow the byte that says which fields do, by that byte. */
const FIELD_BYTES = Uint8Array.from({ length: 256 }, (_, head) => {
  const fields = [1, 2, 4, 8].filter((bit) => head & bit).length;
  return fields === 0 ? 0 : fields - 1 + (head >> 4 === 15 ? 1 : 0);
});

/** The last chunk of a posting list; `Infinity` where there is none or the list is damaged. */
export function lastChunkOf(bytes: Uint8Array): number {
  let chunk = -1;
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at++]!;
    chunk += BASE[first]!;
    const end = at + FOLLOWING[first]!;
    for (let unit = 1; at < end; unit *= 256) chunk += (bytes[at++] ?? 0) * unit;
    if (PACKED[first] !== 0) continue;
    const head = bytes[at++] ?? 0;
    if ((head & 15) === 0) return Infinity;
    at += FIELD_BYTES[head]!;
  }
  return at === bytes.length && chunk >= 0 ? chunk : Infinity;
}

/** Appends a posting list with its first chunk `by` further on; the others follow from it. */
export function movePostings(out: ByteWriter, bytes: Uint8Array, by: number): void {
  const first = bytes[0]!;
  const start = 1 + FOLLOWING[first]!;
  let distance = BASE[first]! + by;
  for (let at = 1, unit = 1; at < start; at++, unit *= 256) distance += (bytes[at] ?? 0) * unit;
  if (PACKED[first] !== 0) {
    writePosting(out, distance, PACKED[first]!);
    out.bytes(bytes, start);
    return;
  }
  const end = start + 1 + FIELD_BYTES[bytes[start] ?? 0]!;
  writePosting(out, distance, packedOf(bytes, start));
  out.bytes(bytes, end);
}

/** No chunk has a higher number; a damaged list may. */
const HIGHEST = 0xffffffff;

/** Room for the postings of one term: chunk numbers, and a column of frequencies per field. */
export interface PostingColumns {
  readonly chunks: Uint32Array<ArrayBuffer>;
  readonly code: Uint8Array<ArrayBuffer>;
  readonly doc: Uint8Array<ArrayBuffer>;
  readonly str: Uint8Array<ArrayBuffer>;
  readonly def: Uint8Array<ArrayBuffer>;
}

/** Columns for at least `count` postings. */
export function postingColumns(count: number): PostingColumns {
  const column = (): Uint8Array<ArrayBuffer> => new Uint8Array(count);
  return { chunks: new Uint32Array(count), code: column(), doc: column(), str: column(), def: column() };
}

/**
 * Reads a posting list into `into` from row `start` on, there must be room for as many rows as the list has bytes.
 * `numbers[chunk]` is the number a chunk gets, -1 leaves it out; default: its own. Returns the row behind the last; the rows
 * ascend like the numbers.
 *
 * One loop without calls but for rare frequencies: it runs a hundred thousand times for a long question, mostly before the
 * engine has compiled it.
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

/** The frequencies that stand at a place; once in code where nothing does. */
function packedOf(bytes: Uint8Array, start: number): number {
  let at = start;
  const head = bytes[at++] ?? 1;
  let tf = head >>> 4;
  if (tf === 15) tf = bytes[at++] ?? 0;
  let packed = 0;
  // The first field present has its frequency in the head, the others a byte each.
  let isFirst = true;
  for (let field = 0; field < 4; field++) {
    if ((head & (1 << field)) === 0) continue;
    if (!isFirst) tf = bytes[at++] ?? 0;
    isFirst = false;
    packed |= tf << (field * 8);
  }
  return packed >>> 0;
}
