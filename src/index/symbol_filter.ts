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
const HASHES = 5;
const SMALLEST = 64;
const NAME = /^[A-Za-z_$][\w$]{2,79}$/;
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

/** The filter of names, one per line; repeats do no harm. The first byte says whether they are all. */
export function buildSymbolFilter(lines: string, isComplete: boolean): Uint8Array<ArrayBuffer> {
  const names = lines.split("\n").filter((name) => NAME.test(name));
  const size = Math.min(LARGEST_FILTER, Math.max(SMALLEST, Math.ceil(names.length * 2 * BITS_PER_KEY / 8)));
  const bytes = new Uint8Array(size + 1);
  bytes[0] = isComplete ? 1 : 0;
  putNames(bytes, names);
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
  putNames(bytes, lines.split("\n").filter((name) => NAME.test(name)));
  return bytes;
}

function putNames(bytes: Uint8Array, names: readonly string[]): void {
  const bits = bytes.subarray(1);
  for (const name of names) {
    eachBit(name, bits.length, (bit) => setBit(bits, bit));
    eachBit(FOLDED + fold(name), bits.length, (bit) => setBit(bits, bit));
  }
}

/** Opens a filter as {@link buildSymbolFilter} made it; any bytes of a fitting size are one. */
export function openSymbolFilter(bytes: Uint8Array): SymbolFilter | undefined {
  if (bytes.length <= SMALLEST || bytes.length > LARGEST_FILTER + 1) return undefined;
  const bits = bytes.subarray(1);
  const has = (key: string): boolean => {
    let all = true;
    eachBit(key, bits.length, (bit) => all &&= (bits[bit >>> 3]! & (1 << (bit & 7))) !== 0);
    return all;
  };
  return { isComplete: bytes[0] === 1, has, hasFolded: (name) => has(FOLDED + fold(name)) };
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}

function setBit(bits: Uint8Array, bit: number): void {
  bits[bit >>> 3]! |= 1 << (bit & 7);
}

/** Two hashes make them all (Kirsch and Mitzenmacher 2006); FNV-1a with the finish of MurmurHash3. */
function eachBit(key: string, size: number, visit: (bit: number) => void): void {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  const first = finish(hash);
  const step = finish(hash ^ 0x9e3779b9) | 1;
  for (let i = 0; i < HASHES; i++) visit(((first + Math.imul(i, step)) >>> 0) % (size * 8));
}

function finish(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
