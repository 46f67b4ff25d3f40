/**
 * What the first byte of a posting means. Most postings have one of a few patterns of frequencies and are near the one
 * before, so that one byte says both: each pattern has some bytes for the nearest distances, some more that one byte of
 * the distance follows (the lowest), some that two follow, and one that three follow. How many each has was chosen by the
 * postings of Linux 6.12, of which nine in ten take one or two bytes.
 */

/** A pattern: frequencies, one byte per field in the order of FIELDS, and its bytes without, with one, and with two more. */
type Pattern = readonly [packed: number, none: number, one: number, two: number];

/** Frequencies that have no pattern of their own follow the distance. */
const OTHER = 0;

const PATTERNS: readonly Pattern[] = [
  [0x1, 39, 14, 18],
  [0x100, 29, 14, 26],
  [0x2, 13, 3, 1],
  [0x1000001, 2, 2, 1],
  [0x1000003, 2, 1, 1],
  [0x3, 5, 1, 1],
  [0x10000, 3, 2, 1],
  [0x200, 5, 2, 1],
  [0x4, 4, 1, 1],
  [0x101, 2, 1, 1],
  [0x1000004, 1, 1, 0],
  [0x5, 2, 1, 1],
  [0x6, 2, 1, 0],
  [0x10001, 1, 1, 1],
  [0x300, 2, 1, 1],
  [0x1000005, 1, 1, 0],
  [0x102, 1, 1, 0],
  [0x2000002, 0, 1, 0],
  [0x7, 1, 1, 0],
  [0x1000103, 0, 1, 0],
  [OTHER, 10, 2, 1],
];

/** The byte before the frequencies and a distance of any length, four bytes. */
export const FAR = 255;
/** Bytes of the distance that follow {@link FAR}. */
const FAR_BYTES = 4;

const TABLES = makeTables();

/** By first byte: the frequencies, 0 where they follow the distance. */
export const PACKED: Uint32Array = TABLES.packed;
/** By first byte: how many bytes of the distance follow. */
export const FOLLOWING: Uint8Array = TABLES.following;
/** By first byte: what is added to these. */
export const BASE: Uint32Array = TABLES.base;

/** By pattern and bytes that follow: the first byte of that kind, and the lowest distance that needs more bytes. */
const FIRST = TABLES.first;
const BEYOND = TABLES.beyond;
/** A hash table from frequencies to patterns. */
const SLOTS = slots();

function makeTables() {
  const packed = new Uint32Array(256);
  const following = new Uint8Array(256);
  const base = new Uint32Array(256);
  const first = new Uint8Array(PATTERNS.length * 4);
  const beyond = new Float64Array(PATTERNS.length * 4);
  let byte = 0;
  PATTERNS.forEach(([frequencies, ...counts], pattern) => {
    let distance = 1;
    for (const [more, count] of [...counts, 1].entries()) {
      first[pattern * 4 + more] = byte;
      for (const end = byte + count; byte < end; byte++) {
        packed[byte] = frequencies;
        following[byte] = more;
        base[byte] = distance;
        distance += 256 ** more;
      }
      beyond[pattern * 4 + more] = distance;
    }
  });
  following[FAR] = FAR_BYTES;
  return { packed, following, base, first, beyond };
}

function slots(): Uint8Array {
  const table = new Uint8Array(256).fill(PATTERNS.length);
  PATTERNS.forEach(([packed], pattern) => {
    if (packed === OTHER) return;
    let slot = slotOf(packed);
    while (table[slot] !== PATTERNS.length) slot = (slot + 1) & 255;
    table[slot] = pattern;
  });
  return table;
}

function slotOf(packed: number): number {
  return Math.imul(packed, 0x9e3779b1) >>> 24;
}

/** Number of the pattern of some frequencies; that of {@link OTHER} where they have none. */
export function patternOf(packed: number): number {
  for (let slot = slotOf(packed);; slot = (slot + 1) & 255) {
    const pattern = SLOTS[slot]!;
    if (pattern === PATTERNS.length) return PATTERNS.length - 1;
    if (PACKED[FIRST[pattern * 4]!] === packed) return pattern;
  }
}

/** Bytes of the distance that follow the first byte. */
export function followingOf(pattern: number, distance: number): number {
  const at = pattern * 4;
  if (distance < BEYOND[at]!) return 0;
  if (distance < BEYOND[at + 1]!) return 1;
  if (distance < BEYOND[at + 2]!) return 2;
  return distance < BEYOND[at + 3]! ? 3 : FAR_BYTES;
}

/** The first byte of a posting. */
export function firstByteOf(pattern: number, distance: number, following: number): number {
  if (following === FAR_BYTES) return FAR;
  const first = FIRST[pattern * 4 + following]!;
  return first + ((distance - BASE[first]!) >>> (following * 8));
}
