import data from "../../config/letter_pairs.json" with { type: "json" };

/**
 * How random a value looks. Everything here takes time linear in the value's length: a hostile value must not hold up
 * a prompt.
 */

/** Bits per pair of neighbouring characters from which a value is no word, name or path. */
const RANDOM_BITS = 4.7;

/** The same for values shorter than {@link SHORT}, UTF-16 units. */
const CLEARLY_RANDOM_BITS = 5.5;
const SHORT = 16;

/** What neighbours of different classes count, bits. */
const LETTER_TO_DIGIT = 6.5;
const DIGIT_TO_DIGIT = 4;
const HUMP = 5;

/** As many changes between letters and digits make it random, whatever its letters. */
const MANY_CHANGES = 4;

/** Letters and digits, and no name: a plain word with a number at its end is one. */
export function isDense(value: string): boolean {
  return value.length >= 6 && hasDigit(value) && /[A-Za-z]/.test(value) &&
    !/^[A-Za-z_$]+(?:\d{1,3}_[A-Za-z_]*)*\d{0,3}$/.test(value.replace(/[.+*/-]/g, "_"));
}

/** Letters with digits among them, or letters in no order of words: neither a version, a file name nor an algorithm. */
export function isOpaque(value: string, least: number): boolean {
  if (value.length < least || !/[A-Za-z]/.test(value)) return false;
  if (hasDigit(value)) return !isNumberedName(value);
  return value.length >= 16 && variety(value) >= 10 && !/[./_-]/.test(value) && isUnlikeWords(value);
}

/** Stands out even among names of variables. */
export function isStrong(value: string): boolean {
  return value.length >= 16 && hasDigit(value) && variety(value) >= 8 && /[A-Za-z]/.test(value) &&
    !/^[a-z]+(?:[A-Z][a-z]*)*\d{0,2}$/.test(value) && !/^[A-Za-z]+(?:_[A-Za-z0-9]+)*$/.test(value) &&
    !/^[a-z]+\d{0,3}(?:[._-][a-z]+\d{0,3})+$/i.test(value);
}

/**
 * Made by a machine, by its characters alone: keys, tokens, hashes, identifiers in base64 or hexadecimal digits. The
 * fewer characters there are, the clearer it must be.
 *
 * @param least UTF-16 units
 */
export function isRandom(value: string, least: number): boolean {
  if (value.length < least || variety(value) < 8) return UUID.test(value);
  if (value.length < SHORT) {
    return bitsPerPair(value) >= CLEARLY_RANDOM_BITS || changes(value) > MANY_CHANGES;
  }
  return isUnlikeWords(value) || changes(value) >= MANY_CHANGES || HEX.test(value) || UUID.test(value);
}

const HEX = /^(?=[^a-f]*[a-f])(?=\D*\d)[0-9a-f:.-]+$/i;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether a decimal digit stands in it. */
export function hasDigit(value: string): boolean {
  return /\d/.test(value);
}

/** How many different characters. */
export function variety(value: string): number {
  return new Set(value).size;
}

/** `foo_2`, `my-key-1`, `node12`: words with a short number at the end. */
function isNumberedName(value: string): boolean {
  if (!/^[a-z]+(?:[_.-][a-z]+)*[_.-]?\d{1,3}$/i.test(value)) return false;
  return value.length < 8 || value.length < 24 && (/[_.-]/.test(value) || !/[a-z]\d{2,3}$/i.test(value));
}

function isUnlikeWords(value: string): boolean {
  return bitsPerPair(value) >= RANDOM_BITS;
}

/** The mean surprise of each character after the one before it; separators do not count. NaN where nothing counts. */
function bitsPerPair(value: string): number {
  const chars = [...value];
  const bits = chars.slice(1).flatMap((second, at) => bitsOf(chars[at] ?? "", second) ?? []);
  return bits.reduce((sum, one) => sum + one, 0) / bits.length;
}

function bitsOf(first: string, second: string): number | undefined {
  const [one, two] = [LETTERS.indexOf(first.toLowerCase()), LETTERS.indexOf(second.toLowerCase())];
  if (one !== -1 && two !== -1) {
    if (/[a-z]/.test(first) && /[A-Z]/.test(second)) return HUMP;
    return (data.rows[one] ?? "").charCodeAt(two) - ZERO;
  }
  if (/\d\d/.test(first + second)) return DIGIT_TO_DIGIT;
  return changes(first + second) === 1 ? LETTER_TO_DIGIT : undefined;
}

/** How often a letter and a digit stand side by side. */
function changes(value: string): number {
  return [...value.matchAll(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)].length;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Bits are written as the character that far behind this one. */
const ZERO = "0".charCodeAt(0);
