import { fnv1a } from "../model/hash.ts";

/**
 * A Bloom filter (Bloom 1970) over the names of definitions, and over the words that many of them, of the folders and of
 * the files have, in one small file: the intent gate queries it without opening the index. No false negatives; about one
 * in a hundred other words is a false positive.
 */

/** Name of the file in the cache folder; contains the format version. */
export const SYMBOL_FILE = "symbols-2.bin";

/** Maximum filter size in bytes: about 700,000 names. */
export const LARGEST_FILTER: number = 2 * 1024 * 1024;

/**
 * Minimum size, in bytes, of a filter that is extended instead of rebuilt: rebuilding one of 80,000 names takes longer
 * than a prompt allows.
 */
const SMALLEST_EXTENDED = 256 * 1024;
/** Maximum number of characters of names added to a filter. */
const MOST_ADDED = 200_000;

const BITS_PER_KEY = 12;
/** Number of names at which the filter reaches its maximum size. */
const MOST_NAMES = LARGEST_FILTER * 8 / (2 * BITS_PER_KEY);
const HASHES = 5;
const SMALLEST = 64;
/** Minimum and maximum length of a name, in characters. */
const [SHORTEST, LONGEST] = [3, 80];
const [NEWLINE, UNDERSCORE, A] = [10, 95, 97];
/** Lower-case code of each character allowed in names; 0 for others. */
const LOWER = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[\w$!?=#+*/<>&|^~%()[\]-]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});
/** FNV-1a parameters. */
const [EMPTY, PRIME] = [0x811c9dc5, 0x01000193];
/** Numbers of names that share a word, from which it is common among them; see {@link SymbolFilter.level}. */
const LEVELS = [2, 16];
/** Number of counters of words while a filter is built. */
const COUNTERS = 1 << 18;
/** Prefix of the folded spelling, to distinguish the keys of the two spellings. */
const FOLDED = "~";

/** Queries of the symbol filter. */
export interface SymbolFilter {
  /** False if files were missing when the filter was built; negative results are then uncertain. */
  readonly isComplete: boolean;
  /** True if a definition has exactly this name. */
  has(name: string): boolean;
  /** True if a definition has this name, ignoring case and underscores. */
  hasFolded(name: string): boolean;
  /**
   * Spread of a word over the names of definitions, folders and files: 0 below two of them, 1 below sixteen, else 2. Lower
   * estimates are exact, a word in about a hundred is estimated too high.
   */
  level(word: string): number;
}

/**
 * Builds the filter of names; its first byte is 1 if they are complete. Each table contains names, one per line, as
 * UTF-8, and is generated up to twice, because the names of a large repository take 80 MB together, and a quarter of a
 * gigabyte when converted to a string and back. Duplicates are harmless.
 *
 * @param paths of the files; the words of each folder and file count once
 */
export function buildSymbolFilter(
  lines: string | readonly (() => Uint8Array)[],
  isComplete: boolean,
  paths: readonly string[] = [],
): Uint8Array<ArrayBuffer> {
  const tables = typeof lines === "string" ? [() => new TextEncoder().encode(lines)] : lines;
  const names = tables.reduce((sum, table) => sum < MOST_NAMES ? sum + countNames(table()) : sum, 0);
  const size = Math.min(LARGEST_FILTER, Math.max(SMALLEST, Math.ceil(names * 2 * BITS_PER_KEY / 8)));
  const bytes = new Uint8Array(size + 1);
  bytes[0] = isComplete ? 1 : 0;
  const counts = new Uint8Array(COUNTERS);
  for (const table of tables) {
    const text = table();
    putNames(bytes, text);
    putWords(bytes, text, counts);
  }
  const folders = new Set(paths.flatMap((path) => path.split("/")));
  putWords(bytes, new TextEncoder().encode([...folders].join("\n")), counts);
  return bytes;
}

/**
 * Adds names, one per line, to a copy of a filter. Returns undefined if the filter should be rebuilt: it is small, or
 * there are many new names.
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

/** Adds the words whose count reaches a level. */
function putWords(bytes: Uint8Array, text: Uint8Array, counts: Uint8Array): void {
  const bits = bytes.subarray(1);
  eachWord(text, (hash) => {
    const count = ++counts[finish(hash) & (COUNTERS - 1)]!;
    if (LEVELS.includes(count)) setBits(bits, atLevel(hash, count));
  });
}

function atLevel(hash: number, level: number): number {
  return Math.imul(hash ^ level, PRIME);
}

/** Visits the hash of each word of two letters or more in a text of names: `HTTPServer_names2` has three. */
function eachWord(text: Uint8Array, visit: (hash: number) => void): void {
  for (let at = 0; at < text.length;) {
    let [hash, start] = [EMPTY, at];
    do {
      const lower = LOWER[text[at]!]!;
      if (lower < A) start = at + 1;
      else hash = Math.imul(hash ^ lower, PRIME);
    } while (++at < text.length && LOWER[text[at]!]! >= A && !beginsWord(text, at));
    if (at - start > 1) visit(hash);
  }
}

/** True for a capital that begins a word: the first one, or the last of several before a small letter. */
function beginsWord(text: Uint8Array, at: number): boolean {
  return text[at]! < A && (text[at - 1]! >= A || (text[at + 1] ?? 0) >= A);
}

/** Visits the hashes of both spellings of each name in lines of UTF-8, without creating a string per name. */
function eachName(text: Uint8Array, visit: (exact: number, folded: number) => void): void {
  for (let start = 0; start < text.length;) {
    let [exact, folded, at] = [EMPTY, fnv1a(FOLDED), start];
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

/** Opens a filter built by {@link buildSymbolFilter}; undefined if the size is out of range. */
export function openSymbolFilter(bytes: Uint8Array): SymbolFilter | undefined {
  if (bytes.length <= SMALLEST || bytes.length > LARGEST_FILTER + 1) return undefined;
  const bits = bytes.subarray(1);
  const has = (key: string): boolean => hasBits(bits, fnv1a(key));
  const level = (word: string): number => {
    let least: number | undefined;
    eachWord(new TextEncoder().encode(word.toLowerCase()), (hash) => {
      const own = LEVELS.filter((level) => hasBits(bits, atLevel(hash, level))).length;
      least = Math.min(own, least ?? own);
    });
    return least ?? 0;
  };
  return { isComplete: bytes[0] === 1, has, hasFolded: (name) => has(FOLDED + fold(name)), level };
}

/** A name, or a whole table of them, without case and underscores. */
export function fold(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** FNV-1a hash. */
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

/** Derives all hashes from two (Kirsch and Mitzenmacher 2006), with the finalizer of MurmurHash3. */
function bitOf(hash: number, number: number, size: number): number {
  const step = finish(hash ^ 0x9e3779b9) | 1;
  return ((finish(hash) + Math.imul(number, step)) >>> 0) % (size * 8);
}

function finish(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
