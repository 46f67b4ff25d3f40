import { ByteReader, type ByteWriter } from "./bytes.ts";

/**
 * Posting lists: ascending chunk numbers, each with its frequencies per field (32 bits, one byte per field in the order
 * of FIELDS). A posting is a base-128 number: the distance to the chunk before, and in the two lowest bits the
 * frequencies if they are among the {@link COMMON} ones. Otherwise they follow: the low half of a byte is the mask of
 * fields present, its high half the frequency of the first one (15: in a separate byte); each other field takes one
 * byte.
 */

/** The most common frequencies: once or twice in code, once in a comment; 0: others. */
const COMMON = Uint32Array.of(0, 0x1, 0x100, 0x2);

/** Appends one posting. */
export function writePosting(out: ByteWriter, delta: number, packed: number): void {
  const common = Math.max(0, COMMON.indexOf(packed >>> 0));
  out.varint(delta * 4 + common);
  if (common === 0) writeFrequencies(out, packed);
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
  const reader = new ByteReader(bytes, stop);
  reader.at = start;
  let chunk = -1;
  while (!reader.done) {
    const head = reader.varint();
    chunk += head >>> 2;
    if ((head & 3) !== 0) continue;
    const mask = bytes[reader.at++] ?? 0;
    if ((mask & 15) === 0) return Infinity;
    reader.at += FIELD_BYTES[mask]!;
  }
  return reader.at === stop && chunk >= 0 ? chunk : Infinity;
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
  const reader = new ByteReader(bytes, stop);
  reader.at = start;
  out.varint(reader.varint() + by * 4);
  out.bytes(bytes, reader.at, stop);
}

/** Maximum chunk number; a damaged list may exceed it. */
const HIGHEST = 0xffffffff;

/** Buffers for the postings of one term: chunk numbers and frequencies. */
export interface PostingRows {
  readonly chunks: Uint32Array<ArrayBuffer>;
  readonly packed: Uint32Array<ArrayBuffer>;
}

/** Allocates room for at least `count` postings. */
export function postingRows(count: number): PostingRows {
  return { chunks: new Uint32Array(count), packed: new Uint32Array(count) };
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
  into: PostingRows,
  start: number,
  numbers?: Int32Array,
): number {
  const { chunks, packed: frequencies } = into;
  const end = bytes.length;
  let at = 0;
  let row = start;
  let chunk = -1;
  while (at < end) {
    let head = bytes[at++]!;
    if (head > 127) {
      head &= 127;
      for (let shift = 7; shift < 35 && at < end; shift += 7) {
        const byte = bytes[at++]!;
        head |= (byte & 127) << shift;
        if (byte < 128) break;
      }
    }
    chunk += head >>> 2;
    let packed = COMMON[head & 3]!;
    if (packed === 0) {
      packed = packedOf(bytes, at);
      at += 1 + FIELD_BYTES[bytes[at] ?? 0]!;
    }
    const number = numbers === undefined ? chunk : numbers[chunk] ?? -1;
    if (number < 0 || number > HIGHEST) continue;
    chunks[row] = number;
    frequencies[row++] = packed;
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
