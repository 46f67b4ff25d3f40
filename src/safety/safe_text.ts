import type { SafeText } from "../model/brands.ts";
import {
  BLOCK_CLOSE,
  BLOCK_OPEN,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  countDelimiters,
  neutraliseBrackets,
  neutraliseDelimiters,
} from "./delimiters.ts";

/**
 * What is made of {@link SafeText} without the rules of `sanitize.ts`, which take a process longer to load than all of this:
 * parts, wholes and the block that another process sanitized.
 */

/** No text at all. */
export const EMPTY: SafeText = brand("");

const ELLIPSIS = "…";

/** A template tag for the program's own wording, with parts that are safe already. */
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

/** Safe parts in order with a separator of the program's own between them; empty parts count. */
export function joinSafe(parts: readonly SafeText[], separator: string): SafeText {
  const own = parts.reduce((sum, part) => sum + countDelimiters(part), 0);
  return whole(parts.join(separator), own);
}

/** The block for the model: the body between the delimiters, on lines of their own. Empty for an empty body. */
export function sanitizedBlock(body: SafeText): SafeText {
  return body === "" ? EMPTY : brand(`${BLOCK_OPEN}\n${neutraliseDelimiters(body)}\n${BLOCK_CLOSE}`);
}

/** The block of {@link sanitizedBlock} between delimiters in square brackets, of the same length; other text as it is. */
export function inBrackets(block: SafeText): SafeText {
  const [open, close] = [`${BLOCK_OPEN}\n`, `\n${BLOCK_CLOSE}`];
  if (!block.startsWith(open) || !block.endsWith(close)) return block;
  const body = neutraliseBrackets(block.slice(open.length, -close.length));
  return brand(`${BRACKET_OPEN}\n${body}\n${BRACKET_CLOSE}`);
}

/**
 * The block that another process of this program sanitized, as it came; undefined for what is not one whole block or empty.
 */
export function sanitizedBefore(text: string): SafeText | undefined {
  const isBlock = text.startsWith(`${BLOCK_OPEN}\n`) && text.endsWith(`\n${BLOCK_CLOSE}`) &&
    countDelimiters(text) === 2;
  return isBlock || text === "" ? brand(text) : undefined;
}

/** A longer line for the user is none of ours. UTF-16 units. */
const LONGEST_SHOWN = 4000;

/** A text for the user that another process of this program sanitized, as it came; undefined for what cannot be one. */
export function shownBefore(text: string): SafeText | undefined {
  const isPlain = text.length <= LONGEST_SHOWN && countDelimiters(text) === 0 && !CONTROLS.test(text);
  return isPlain ? brand(text) : undefined;
}

// deno-lint-ignore no-control-regex
const CONTROLS = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/**
 * The text cut to at most `maxUnits` UTF-16 units, the last one an ellipsis when something was cut. Never splits a
 * surrogate pair. Zero or less gives the empty text.
 */
export function clipSafe(text: SafeText, maxUnits: number): SafeText {
  if (text.length <= maxUnits) return text;
  if (maxUnits < 1) return EMPTY;
  let end = maxUnits - 1;
  if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end--;
  return brand(text.slice(0, end) + ELLIPSIS);
}

/** Whole lines of safe text, from the zero-based `first` up to and without `end`. */
export function sliceLines(text: SafeText, first: number, end: number): SafeText {
  return brand(text.split("\n").slice(first, end).join("\n"));
}

/** Parts that are safe alone may form a delimiter together: then the whole is broken up again. */
function whole(text: string, delimiters: number): SafeText {
  return brand(countDelimiters(text) === delimiters ? text : neutraliseDelimiters(text));
}

function brand(text: string): SafeText {
  return text as SafeText;
}
