/**
 * Which words are names of definitions, as a Bloom filter (Bloom 1970) in one small file: the gate asks it without
 * opening the index. It never denies a name it was made of; one word in some hundred that is no name passes as one.
 */

/** Names the file in the cache folder; a change of the format changes it. */
export const SYMBOL_FILE = "symbols-1.bin";

/** No filter is larger: about 700,000 names. Bytes. */
export const LARGEST_FILTER: number = 2 * 1024 * 1024;

/** A filter of some 80,000 names takes longer to make than a prompt has. Bytes. */
const SMALLEST_EXTENDED = 256 * 1024;
/** Characters of names that are added to one. */
const MOST_ADDED = 200_000;

const BITS_PER_KEY = 12;
/** With more the filter is as large as one may be. */
const MOST_NAMES = LARGEST_FILTER * 8 / (2 * BITS_PER_KEY);
const HASHES = 5;
const SMALLEST = 64;
/** Characters of a name. */
const [SHORTEST, LONGEST] = [3, 80];
const [NEWLINE, UNDERSCORE] = [10, 95];
/** Lower case of the characters that names consist of, by their codes; 0 for others. */
const LOWER = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z0-9_$]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});
/** Of FNV-1a. */
const [EMPTY, PRIME] = [0x811c9dc5, 0x01000193];
/** In front of the folded spelling, so that the two spellings are different keys. */
const FOLDED = "~";

/** What the filter answers. */
export interface SymbolFilter {
  /** False when files were still missing: then a name may be denied all the same. */
  readonly isComplete: boolean;
  /** Whether a definition is spelled exactly so. */
  has(name: string): boolean;
  /** Whether a definition is spelled so but for case and underscores. */
  hasFolded(name: string): boolean;
}

/**
 * The filter of names; the first byte says whether they are all. Each table has names, one per line, as UTF-8, and is
 * made when it is read, up to twice: those of a large repository take a quarter of a gigabyte on their way into a
 * string and back, and 80 MB side by side. Repeats do no harm.
 */
export function buildSymbolFilter(
  lines: string | readonly (() => Uint8Array)[],
  isComplete: boolean,
): Uint8Array<ArrayBuffer> {
  const tables = typeof lines === "string" ? [() => new TextEncoder().encode(lines)] : lines;
  const names = tables.reduce((sum, table) => sum < MOST_NAMES ? sum + countNames(table()) : sum, 0);
  const size = Math.min(LARGEST_FILTER, Math.max(SMALLEST, Math.ceil(names * 2 * BITS_PER_KEY / 8)));
  const bytes = new Uint8Array(size + 1);
  bytes[0] = isComplete ? 1 : 0;
  for (const table of tables) putNames(bytes, table());
  return bytes;
}

/**
 * A filter with further names, one per line. Undefined where it is better made anew: it is small, or there are many new
 * ones.
 */
export function extendSymbolFilter(
  filter: Uint8Array,
  lines: string,
  isComplete: boolean,
): Uint8Array<ArrayBuffer> | undefined {
  if (filter.length < SMALLEST_EXTENDED || lines.length > MOST_ADDED) return undefined;
  const bytes = filter.slice();
  bytes[0] = isComplete ? 1 : 0;
  putNames(bytes, new TextEncoder().encode(lines));
  return bytes;
}

function countNames(table: Uint8Array): number {
  let names = 0;
  eachName(table, () => names++);
  return names;
}

function putNames(bytes: Uint8Array, text: Uint8Array): void {
  const bits = bytes.subarray(1);
  eachName(text, (exact, folded) => {
    setBits(bits, exact);
    setBits(bits, folded);
  });
}

/** The hashes of both spellings of each name in lines of UTF-8: of millions of names none becomes a string. */
function eachName(text: Uint8Array, visit: (exact: number, folded: number) => void): void {
  for (let start = 0; start < text.length;) {
    let [exact, folded, at] = [EMPTY, hashOf(FOLDED), start];
    let isName = !isDigit(text[start]!);
    for (; at < text.length && text[at] !== NEWLINE; at++) {
      const code = text[at]!;
      const lower = LOWER[code]!;
      exact = Math.imul(exact ^ code, PRIME);
      if (lower === 0) isName = false;
      else if (lower !== UNDERSCORE) folded = Math.imul(folded ^ lower, PRIME);
    }
    if (isName && at - start >= SHORTEST && at - start <= LONGEST) visit(exact, folded);
    start = at + 1;
  }
}

/** Opens a filter as {@link buildSymbolFilter} made it; any bytes of a fitting size are one. */
export function openSymbolFilter(bytes: Uint8Array): SymbolFilter | undefined {
  if (bytes.length <= SMALLEST || bytes.length > LARGEST_FILTER + 1) return undefined;
  const bits = bytes.subarray(1);
  const has = (key: string): boolean => hasBits(bits, hashOf(key));
  return { isComplete: bytes[0] === 1, has, hasFolded: (name) => has(FOLDED + fold(name)) };
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** FNV-1a. */
function hashOf(key: string): number {
  let hash = EMPTY;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), PRIME);
  return hash;
}

function setBits(bits: Uint8Array, hash: number): void {
  for (let number = 0; number < HASHES; number++) {
    const bit = bitOf(hash, number, bits.length);
    bits[bit >>> 3]! |= 1 << (bit & 7);
  }
}

function hasBits(bits: Uint8Array, hash: number): boolean {
  for (let number = 0; number < HASHES; number++) {
    const bit = bitOf(hash, number, bits.length);
    if ((bits[bit >>> 3]! & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

/** Two hashes make them all (Kirsch and Mitzenmacher 2006); the finish is MurmurHash3's. */
function bitOf(hash: number, number: number, size: number): number {
  const step = finish(hash ^ 0x9e3779b9) | 1;
  return ((finish(hash) + Math.imul(number, step)) >>> 0) % (size * 8);
}

function finish(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
