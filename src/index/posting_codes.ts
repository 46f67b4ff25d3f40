/**
 * The codes of a posting's first byte. Most postings have one of a few frequency patterns and a short distance to the
 * posting before, so one byte encodes both: each pattern has codes for the shortest distances, codes followed by one
 * more byte of the distance (low byte first), codes followed by two, and one followed by three. The number of codes per
 * pattern was fitted to the postings of Linux 6.12, nine in ten of which take one or two bytes.
 */

/**
 * A pattern: frequencies, one byte per field in the order of FIELDS, and its number of codes followed by none, one, and
 * two bytes.
 */
type Pattern = readonly [packed: number, none: number, one: number, two: number];

/** Pseudo-pattern of all other frequencies; they follow the distance. */
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

/** Code followed by a four-byte distance and the frequencies. */
export const FAR = 255;
/** Number of distance bytes that follow {@link FAR}. */
const FAR_BYTES = 4;

const TABLES = makeTables();

/** By code: the frequencies; 0 if they follow the distance. */
export const PACKED: Uint32Array = TABLES.packed;
/** By code: number of distance bytes that follow. */
export const FOLLOWING: Uint8Array = TABLES.following;
/** By code: shortest distance, added to the following bytes. */
export const BASE: Uint32Array = TABLES.base;

/** By pattern and number of following bytes: the first code. */
const FIRST = TABLES.first;
/** By pattern and number of following bytes: the shortest distance that needs more bytes. */
const BEYOND = TABLES.beyond;
/** Hash table from frequencies to patterns. */
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

/** Number of the pattern for some frequencies; that of {@link OTHER} if they have none. */
export function patternOf(packed: number): number {
  for (let slot = slotOf(packed);; slot = (slot + 1) & 255) {
    const pattern = SLOTS[slot]!;
    if (pattern === PATTERNS.length) return PATTERNS.length - 1;
    if (PACKED[FIRST[pattern * 4]!] === packed) return pattern;
  }
}

/** Number of distance bytes that follow the code. */
export function followingOf(pattern: number, distance: number): number {
  const at = pattern * 4;
  if (distance < BEYOND[at]!) return 0;
  if (distance < BEYOND[at + 1]!) return 1;
  if (distance < BEYOND[at + 2]!) return 2;
  return distance < BEYOND[at + 3]! ? 3 : FAR_BYTES;
}

/** The code of a posting. */
export function firstByteOf(pattern: number, distance: number, following: number): number {
  if (following === FAR_BYTES) return FAR;
  const first = FIRST[pattern * 4 + following]!;
  return first + ((distance - BASE[first]!) >>> (following * 8));
}
