import type { ByteWriter } from "./bytes.ts";

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

/** Calls `visit` for each posting: chunk number as counted in the list, and its frequency record. */
export function eachPosting(
  bytes: Uint8Array,
  start: number,
  visit: (chunk: number, packed: number) => void,
): void {
  const end = bytes.length;
  let at = start;
  let chunk = -1;
  while (at < end) {
    let value = 0;
    for (let shift = 0, byte = 128; byte > 127 && shift < 35; shift += 7) {
      byte = bytes[at++] ?? 0;
      value |= (byte & 127) << shift;
    }
    value >>>= 0;
    chunk += value >>> 1;
    if ((value & 1) === 0) {
      visit(chunk, 1);
      continue;
    }
    const head = bytes[at++] ?? 0;
    const mask = head & 15;
    const shift = FIRST_SHIFT[mask]!;
    let first = head >>> 4;
    if (first === 15) first = bytes[at++] ?? 0;
    let packed = first << shift;
    for (let next = shift + 8; next < 32; next += 8) {
      if (mask & (1 << (next >> 3))) packed |= (bytes[at++] ?? 0) << next;
    }
    visit(chunk, packed >>> 0);
  }
}
