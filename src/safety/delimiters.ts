/**
 * Delimiters of the context block passed to a model. Repository text never contains them: {@link neutraliseDelimiters}
 * breaks every spelling that a model could read as one.
 */

/** Element name of the block. */
export const BLOCK_NAME = "auto-tools-context";

/** First line of the block. */
export const BLOCK_OPEN = `<${BLOCK_NAME}>`;

/** Last line of the block. */
export const BLOCK_CLOSE = `</${BLOCK_NAME}>`;

/** First line of the block for clients that escape angle brackets; as long as {@link BLOCK_OPEN}. */
export const BRACKET_OPEN = `[${BLOCK_NAME}]`;

/** Last line of that block. */
export const BRACKET_CLOSE = `[/${BLOCK_NAME}]`;

/** `<` before the block's name, also full-width, small, as a similar angle quotation mark, or as HTML entity. */
const LIKENESS =
  /(?:[<\uFF1C\uFE64\u2039\u3008\u27E8]|&lt;|&#0{0,4}60;|&#x0{0,4}3c;)(?=[\s/\\\uFF0F\u2215]{0,8}auto[\s_\-\u2010-\u2015\u2212\uFF0D\uFF3F]{0,4}tools[\s_\-\u2010-\u2015\u2212\uFF0D\uFF3F]{0,4}context)/gi;

/**
 * Replaces the opening bracket of everything similar to a delimiter (any case, spacing, dash or width) by a
 * parenthesis. Idempotent.
 */
export function neutraliseDelimiters(text: string): string {
  return text.replace(LIKENESS, "(");
}

/** `[` before the block's name, also full-width or as a similar bracket. */
const BRACKET_LIKENESS =
  /[[\uFF3B\u3010\u301A\u27E6](?=[\s/\\\uFF0F\u2215]{0,8}auto[\s_\-\u2010-\u2015\u2212\uFF0D\uFF3F]{0,4}tools[\s_\-\u2010-\u2015\u2212\uFF0D\uFF3F]{0,4}context)/gi;

/** Same as {@link neutraliseDelimiters}, for the delimiters in square brackets. */
export function neutraliseBrackets(text: string): string {
  return text.replace(BRACKET_LIKENESS, "(");
}

/** Number of exact delimiters in a text. */
export function countDelimiters(text: string): number {
  let count = 0;
  for (let at = text.indexOf(BLOCK_NAME); at !== -1; at = text.indexOf(BLOCK_NAME, at + 1)) {
    if (text.startsWith(BLOCK_OPEN, at - 1) || text.startsWith(BLOCK_CLOSE, at - 2)) count++;
  }
  return count;
}
