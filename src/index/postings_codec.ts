import { ByteReader, type ByteWriter } from "./bytes.ts";

/**
 * Posting lists: ascending chunk numbers as differences, each with its frequencies per field. A frequency record is
 * 32 bits, one byte per field in the order of FIELDS. By far the most postings are "once, in code": they take the
 * difference alone, its lowest bit 0. The others have it 1, then a byte: the low half says which fields follow, the
 * high half is the first one's frequency (15: in a byte of its own); the other fields take a byte each.
 */

/** Appends one posting. */
export function writePosting(out: ByteWriter, delta: number, packed: number): void {
  if (packed === 1) return out.varint(delta * 2);
  out.varint(delta * 2 + 1);
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
const FOLLOWING = Uint8Array.from({ length: 256 }, (_, head) => {
  const fields = [1, 2, 4, 8].filter((bit) => head & bit).length;
  return fields === 0 ? 0 : fields - 1 + (head >> 4 === 15 ? 1 : 0);
});

/** The last chunk of a posting list; `Infinity` where there is none or the list is damaged. */
export function lastChunkOf(bytes: Uint8Array): number {
  let chunk = -1;
  let at = 0;
  while (at < bytes.length) {
    let byte = bytes[at++]!;
    let value = byte & 127;
    for (let shift = 7; byte > 127 && shift < 35 && at < bytes.length; shift += 7) {
      byte = bytes[at++]!;
      value |= (byte & 127) << shift;
    }
    chunk += value >>> 1;
    if ((value & 1) === 0) continue;
    const head = bytes[at++] ?? 0;
    if ((head & 15) === 0) return Infinity;
    at += FOLLOWING[head]!;
  }
  return at === bytes.length && chunk >= 0 ? chunk : Infinity;
}

/** Appends a posting list with its first chunk `by` further on; the others follow from it. */
export function movePostings(out: ByteWriter, bytes: Uint8Array, by: number): void {
  const reader = new ByteReader(bytes);
  const first = reader.varint();
  out.varint(first + by * 2);
  out.bytes(bytes, reader.at);
}

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
 * `numbers[base + chunk]` is the number a chunk gets, -1 leaves it out. Returns the row behind the last.
 *
 * One loop without calls: it runs a hundred thousand times for a long question, mostly before the engine has compiled it.
 */
export function readPostings(
  bytes: Uint8Array,
  into: PostingColumns,
  start: number,
  numbers: Int32Array,
  base: number,
): number {
  const { chunks, code, doc, str, def } = into;
  const end = bytes.length;
  const highest = numbers.length;
  let at = 0;
  let row = start;
  let chunk = base - 1;
  while (at < end) {
    let byte = bytes[at++]!;
    let value = byte & 127;
    for (let shift = 7; byte > 127 && shift < 35 && at < end; shift += 7) {
      byte = bytes[at++]!;
      value |= (byte & 127) << shift;
    }
    chunk += value >>> 1;
    const number = chunk < highest ? numbers[chunk]! : -1;
    if ((value & 1) === 0) {
      if (number < 0) continue;
      chunks[row] = number;
      code[row++] = 1;
      continue;
    }
    const head = at < end ? bytes[at++]! : 1;
    let tf = head >>> 4;
    if (tf === 15 && at < end) tf = bytes[at++]!;
    // The first field present has its frequency in the head, the others a byte each.
    let isFirst = true;
    for (let field = 0; field < 4; field++) {
      if ((head & (1 << field)) === 0) continue;
      if (!isFirst) tf = at < end ? bytes[at++]! : 0;
      isFirst = false;
      if (number < 0) continue;
      if (field === 0) code[row] = tf;
      else if (field === 1) doc[row] = tf;
      else if (field === 2) str[row] = tf;
      else def[row] = tf;
    }
    if (number >= 0) chunks[row++] = number;
  }
  return row;
}
