/** Tests for classes of characters in a text. */

const DIGIT = /\d/;
const LETTER = /[A-Za-z]/;
const LOWER = /[a-z]/;
const UPPER = /[A-Z]/;
const SPACE = /\s/;
const HAN = /[\u3400-\u9FFF]/;

/** True if the text contains a decimal digit. */
export const hasDigit = (text: string): boolean => DIGIT.test(text);

/** True if the text contains an ASCII letter. */
export const hasLetter = (text: string): boolean => LETTER.test(text);

/** True if the text contains a lower-case ASCII letter. */
export const hasLower = (text: string): boolean => LOWER.test(text);

/** True if the text contains an upper-case ASCII letter. */
export const hasUpper = (text: string): boolean => UPPER.test(text);

/** True if the text contains white space. */
export const hasSpace = (text: string): boolean => SPACE.test(text);

/** True if the text contains a Chinese character. */
export const hasHan = (text: string): boolean => HAN.test(text);
