/** Tests for classes of characters in a text. */

/** True if the text contains a decimal digit. */
export const hasDigit = (text: string): boolean => /\d/.test(text);

/** True if the text contains an ASCII letter. */
export const hasLetter = (text: string): boolean => /[A-Za-z]/.test(text);

/** True if the text contains a lower-case ASCII letter. */
export const hasLower = (text: string): boolean => /[a-z]/.test(text);

/** True if the text contains an upper-case ASCII letter. */
export const hasUpper = (text: string): boolean => /[A-Z]/.test(text);

/** True if the text contains white space. */
export const hasSpace = (text: string): boolean => /\s/.test(text);

/** True if the text contains a Chinese character. */
export const hasHan = (text: string): boolean => /[\u3400-\u9FFF]/.test(text);
