/** Character classes of the tokenizer. All predicates take one UTF-16 code unit. */

/** Neither letter, digit, `_` nor `$`. */
export const OTHER = 0;
/** `0-9`. */
export const DIGIT = 1;
/** `a-z`. */
export const LOWER = 2;
/** `A-Z`. */
export const UPPER = 3;
/** `_` and `$`: part of an identifier, never of a word. */
export const JOINER = 4;

/** Class per ASCII code unit; index 0 to 127. */
export const ASCII: Uint8Array = asciiClasses();

/**
 * True for Chinese characters: unified ideographs, extension A, compatibility forms, `々`, `〇`, and surrogates of planes
 * 2 and 3.
 */
export function isHan(code: number): boolean {
  return (code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0xf900 && code <= 0xfaff) || code === 0x3005 || code === 0x3007 ||
    (code >= 0xd840 && code <= 0xd8ff);
}

/** True for scripts written without spaces between words or in syllable blocks: Han, kana, Hangul. */
export function isCjk(code: number): boolean {
  if (code < 0x1100) return false;
  return isHan(code) ||
    (code >= 0x3041 && code <= 0x30ff && code !== 0x30fb) || // kana without the middle dot
    (code >= 0xac00 && code <= 0xd7a3) || // Hangul syllables
    (code >= 0x31f0 && code <= 0x31ff) || (code >= 0xff66 && code <= 0xff9d) || // kana extensions, half-width kana
    (code >= 0x1100 && code <= 0x11ff) || (code >= 0x3131 && code <= 0x318e); // Hangul letters
}

/** True for the second half of a surrogate pair. */
export function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** True for a non-ASCII letter or mark of an alphabetic identifier: accents, Greek, Cyrillic, full-width ASCII. */
export function isWideLetter(code: number): boolean {
  if (code < 0xaa) return false;
  if (code >= 0xff10 && code <= 0xff5a) return ASCII[code - 0xfee0] !== OTHER;
  if (isCjk(code)) return false;
  if (code <= 0x24f) {
    return code >= 0xc0 ? code !== 0xd7 && code !== 0xf7 : code === 0xaa || code === 0xb5 || code === 0xba;
  }
  if (code < 0x2000) return WIDE_LETTER.test(String.fromCharCode(code));
  return false;
}

/** True if `text` contains Han, kana or Hangul. */
export function hasCjk(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (isCjk(text.charCodeAt(i))) return true;
  return false;
}

const WIDE_LETTER = /[\p{L}\p{M}\p{Nd}]/u;

function asciiClasses(): Uint8Array {
  const classes = new Uint8Array(128);
  classes.fill(DIGIT, 48, 58);
  classes.fill(UPPER, 65, 91);
  classes.fill(LOWER, 97, 123);
  classes[36] = JOINER;
  classes[95] = JOINER;
  return classes;
}
