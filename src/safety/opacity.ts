import { hasDigit, hasLetter, hasLower, hasUpper } from "./fold.ts";
import data from "../../config/letter_pairs.json" with { type: "json" };

/**
 * Randomness estimates of a value. All functions are linear in its length, so that a hostile value cannot delay a
 * prompt.
 */

/** Mean bits per pair of adjacent characters above which a value is not a word, name or path. */
const RANDOM_BITS = 4.7;

/** The same limit for values shorter than {@link SHORT}. */
const CLEARLY_RANDOM_BITS = 5.5;
/** Maximum length of a short value, in UTF-16 code units (exclusive). */
const SHORT = 16;

/** Bits of a pair with a letter and a digit. */
const LETTER_TO_DIGIT = 6.5;
/** Bits of a pair of digits. */
const DIGIT_TO_DIGIT = 4;
/** Bits of a lower-case letter followed by an upper-case one. */
const HUMP = 5;

/** Number of letter-digit transitions above which a value is random whatever its letters. */
const MANY_CHANGES = 4;

/** True for letters with digits that are not a name; a plain word with a trailing number is a name. */
export function isDense(value: string): boolean {
  return value.length >= 6 && hasDigit(value) && hasLetter(value) &&
    !/^[A-Za-z_$]+(?:\d{1,3}_[A-Za-z_]*)*\d{0,3}$/.test(value.replace(/[.+*/-]/g, "_"));
}

/** True for letters with digits, or letters unlike words: not a version, file name or algorithm name. */
export function isOpaque(value: string, least: number): boolean {
  if (value.length < least || !hasLetter(value)) return false;
  if (hasDigit(value)) return !isNumberedName(value);
  return value.length >= 16 && variety(value) >= 10 && !/[./_-]/.test(value) && isUnlikeWords(value);
}

/** True for values unlike variable names. */
export function isStrong(value: string): boolean {
  return value.length >= 16 && hasDigit(value) && variety(value) >= 8 && hasLetter(value) &&
    !/^[a-z]+(?:[A-Z][a-z]*)*\d{0,2}$/.test(value) && !/^[A-Za-z]+(?:_[A-Za-z0-9]+)*$/.test(value) &&
    !/^[a-z]+\d{0,3}(?:[._-][a-z]+\d{0,3})+$/i.test(value);
}

/**
 * True for machine-generated values, by their characters alone: keys, tokens, hashes, identifiers in base64 or
 * hexadecimal digits. The shorter the value, the stricter the criteria.
 *
 * @param least minimum length in UTF-16 code units
 */
export function isRandom(value: string, least: number): boolean {
  if (value.length < least || variety(value) < 8) return UUID.test(value);
  if (value.length < SHORT) return bitsPerPair(value) >= CLEARLY_RANDOM_BITS || changes(value) > MANY_CHANGES;
  return isUnlikeWords(value) || changes(value) >= MANY_CHANGES || HEX.test(value) || UUID.test(value);
}

const HEX = /^(?=[^a-f]*[a-f])(?=\D*\d)[0-9a-f:.-]+$/i;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Number of distinct characters. */
export function variety(value: string): number {
  return new Set(value).size;
}

/** True for words with a short trailing number: `foo_2`, `my-key-1`, `node12`. */
function isNumberedName(value: string): boolean {
  if (!/^[a-z]+(?:[_.-][a-z]+)*[_.-]?\d{1,3}$/i.test(value)) return false;
  return value.length < 8 || value.length < 24 && (/[_.-]/.test(value) || !/[a-z]\d{2,3}$/i.test(value));
}

function isUnlikeWords(value: string): boolean {
  return bitsPerPair(value) >= RANDOM_BITS;
}

/** Mean surprisal of each character given the one before, in bits; separators are ignored. NaN without pairs. */
function bitsPerPair(value: string): number {
  const chars = [...value];
  const bits = chars.slice(1).flatMap((second, at) => bitsOf(chars[at] ?? "", second) ?? []);
  return bits.reduce((sum, one) => sum + one, 0) / bits.length;
}

function bitsOf(first: string, second: string): number | undefined {
  const [one, two] = [LETTERS.indexOf(first.toLowerCase()), LETTERS.indexOf(second.toLowerCase())];
  if (one !== -1 && two !== -1) {
    if (hasLower(first) && hasUpper(second)) return HUMP;
    return (data.rows[one] ?? "").charCodeAt(two) - ZERO;
  }
  if (hasDigit(first) && hasDigit(second)) return DIGIT_TO_DIGIT;
  return changes(first + second) === 1 ? LETTER_TO_DIGIT : undefined;
}

/** Number of transitions between letters and digits. */
function changes(value: string): number {
  return [...value.matchAll(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)].length;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Bits are encoded as characters with this offset. */
const ZERO = "0".charCodeAt(0);
