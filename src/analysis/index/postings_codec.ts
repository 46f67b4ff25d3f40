import type { ByteWriter } from "./bytes.ts";
import { withRoom } from "./growing.ts";

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

/** Chunk numbers as counted in a list, ascending, and their frequency records; the arrays are reused by the next list. */
export interface RawPostings {
  chunks: Uint32Array<ArrayBuffer>;
  packed: Uint32Array<ArrayBuffer>;
  count: number;
}

/**
 * Reads a posting list into `into`. One loop without calls: it runs a hundred thousand times for a long question, mostly
 * before the engine has compiled it.
 */
export function readPostings(bytes: Uint8Array, into: RawPostings): void {
  const end = bytes.length;
  // A posting takes at least a byte.
  const chunks = into.chunks = withRoom(into.chunks, end);
  const packed = into.packed = withRoom(into.packed, end);
  let at = 0;
  let count = 0;
  let chunk = -1;
  while (at < end) {
    let byte = bytes[at++]!;
    let value = byte & 127;
    for (let shift = 7; byte > 127 && shift < 35 && at < end; shift += 7) {
      byte = bytes[at++]!;
      value |= (byte & 127) << shift;
    }
    chunk += value >>> 1;
    let tf = 1;
    if ((value & 1) !== 0) {
      const head = at < end ? bytes[at++]! : 1;
      const mask = head & 15;
      tf = head >>> 4;
      let shift = FIRST_SHIFT[mask]!;
      if (tf === 15 && at < end) tf = bytes[at++]!;
      tf <<= shift;
      for (shift += 8; shift < 32; shift += 8) {
        if ((mask & (1 << (shift >> 3))) !== 0 && at < end) tf |= bytes[at++]! << shift;
      }
    }
    chunks[count] = chunk;
    packed[count++] = tf;
  }
  into.count = count;
}
