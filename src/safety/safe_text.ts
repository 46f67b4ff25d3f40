import type { SafeText } from "../model/brands.ts";
import { splitsPair } from "../model/text.ts";

/**
 * Operations on {@link SafeText} that do not need the rules of `sanitize.ts`, which take longer to load than all of
 * this: parts, concatenations, and blocks sanitized by another process.
 */

/** The empty text. */
export const EMPTY: SafeText = brand("");

const ELLIPSIS = "…";

/** Template tag for the program's own wording with safe parts. */
export function fixed(strings: TemplateStringsArray, ...parts: readonly (SafeText | number)[]): SafeText {
  let out = strings[0] ?? "";
  let delimiters = countDelimiters(out);
  parts.forEach((part, at) => {
    const after = strings[at + 1] ?? "";
    out += String(part) + after;
    delimiters += countDelimiters(String(part)) + countDelimiters(after);
  });
  return whole(out, delimiters);
}

/** Joins safe parts, including empty ones, with a separator of the program's own. */
export function joinSafe(parts: readonly SafeText[], separator: string): SafeText {
  const own = parts.reduce((sum, part) => sum + countDelimiters(part), 0);
  return whole(parts.join(separator), own);
}

/** The context block: the body between the delimiters, in lines of their own. Empty for an empty body. */
export function sanitizedBlock(body: SafeText): SafeText {
  return body === "" ? EMPTY : brand(`${BLOCK_OPEN}\n${neutraliseDelimiters(body)}\n${BLOCK_CLOSE}`);
}

/**
 * Replaces the delimiters of {@link sanitizedBlock} by those in square brackets, of equal length; other text is
 * unchanged.
 */
export function inBrackets(block: SafeText): SafeText {
  const [open, close] = [`${BLOCK_OPEN}\n`, `\n${BLOCK_CLOSE}`];
  if (!block.startsWith(open) || !block.endsWith(close)) return block;
  const body = neutraliseBrackets(block.slice(open.length, -close.length));
  return brand(`${BRACKET_OPEN}\n${body}\n${BRACKET_CLOSE}`);
}

/** Accepts a block sanitized by another process of this program; undefined unless it is one complete block or empty. */
export function sanitizedBefore(text: string): SafeText | undefined {
  const isBlock = text.startsWith(`${BLOCK_OPEN}\n`) && text.endsWith(`\n${BLOCK_CLOSE}`) &&
    countDelimiters(text) === 2;
  return isBlock || text === "" ? brand(text) : undefined;
}

/** Maximum length of a line for the user in UTF-16 code units. */
const LONGEST_SHOWN = 4000;

/** Accepts a text for the user sanitized by another process of this program; undefined if it cannot be one. */
export function shownBefore(text: string): SafeText | undefined {
  const isPlain = text.length <= LONGEST_SHOWN && countDelimiters(text) === 0 && !CONTROLS.test(text);
  return isPlain ? brand(text) : undefined;
}

// deno-lint-ignore no-control-regex
const CONTROLS = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/**
 * Truncates a text to at most `maxUnits` UTF-16 code units, ending with an ellipsis if truncated. Never splits a
 * surrogate pair. Zero or less gives the empty text.
 */
export function clipSafe(text: SafeText, maxUnits: number): SafeText {
  if (text.length <= maxUnits) return text;
  if (maxUnits < 1) return EMPTY;
  let end = maxUnits - 1;
  if (splitsPair(text, end)) end--;
  return brand(text.slice(0, end) + ELLIPSIS);
}

/** Lines of safe text from the zero-based `first` to `end` (exclusive). */
export function sliceLines(text: SafeText, first: number, end: number): SafeText {
  return brand(text.split("\n").slice(first, end).join("\n"));
}

/** Safe parts may form a delimiter together: it is broken then. */
function whole(text: string, delimiters: number): SafeText {
  return brand(countDelimiters(text) === delimiters ? text : neutraliseDelimiters(text));
}

function brand(text: string): SafeText {
  return text as SafeText;
}

/**
 * Element name of the context block passed to a model. Repository text never contains its delimiters:
 * {@link neutraliseDelimiters} breaks every spelling that a model could read as one.
 */
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
