/**
 * The delimiters of the block this program hands to a model. Text from the repository can never contain them:
 * {@link neutraliseDelimiters} breaks every spelling a model could read as one.
 */

/** The block's element name. */
export const BLOCK_NAME = "auto-tools-context";

/** First line of the block. */
export const BLOCK_OPEN = `<${BLOCK_NAME}>`;

/** Last line of the block. */
export const BLOCK_CLOSE = `</${BLOCK_NAME}>`;

/** The same lines for clients that escape angle brackets; as long as the others. */
export const BRACKET_OPEN = `[${BLOCK_NAME}]`;

/** Last line of that block. */
export const BRACKET_CLOSE = `[/${BLOCK_NAME}]`;

/** `<`, its full-width and small forms, angle quotation marks that read alike, and the HTML entity. */
const LIKENESS =
  /(?:[<\uFF1C\uFE64\u2039\u3008\u27E8]|&lt;|&#0{0,4}60;|&#x0{0,4}3c;)(?=[\s/\\\uFF0F\u2215]{0,8}auto[\s_\-\u2010-\u2015\u2212\uFF0D\uFF3F]{0,4}tools[\s_\-\u2010-\u2015\u2212\uFF0D\uFF3F]{0,4}context)/gi;

/**
 * The text with the opening bracket of everything that looks like one of our delimiters (any case, spacing, dash or
 * width) replaced by a parenthesis. Applying it twice changes nothing more.
 */
export function neutraliseDelimiters(text: string): string {
  return text.replace(LIKENESS, "(");
}

/** `[` and its likenesses before the block's name. */
const BRACKET_LIKENESS =
  /[[\uFF3B\u3010\u301A\u27E6](?=[\s/\\\uFF0F\u2215]{0,8}auto[\s_\-\u2010-\u2015\u2212\uFF0D\uFF3F]{0,4}tools[\s_\-\u2010-\u2015\u2212\uFF0D\uFF3F]{0,4}context)/gi;

/** As {@link neutraliseDelimiters}, for the delimiters in square brackets. */
export function neutraliseBrackets(text: string): string {
  return text.replace(BRACKET_LIKENESS, "(");
}

/** How many exact delimiters the text holds. */
export function countDelimiters(text: string): number {
  let count = 0;
  for (let at = text.indexOf(BLOCK_NAME); at !== -1; at = text.indexOf(BLOCK_NAME, at + 1)) {
    if (text.startsWith(BLOCK_OPEN, at - 1) || text.startsWith(BLOCK_CLOSE, at - 2)) count++;
  }
  return count;
}
