import type { SafeText } from "../model/brands.ts";
import type { Redaction } from "../model/report.ts";
import {
  BLOCK_CLOSE,
  BLOCK_OPEN,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  countDelimiters,
  neutraliseBrackets,
  neutraliseDelimiters,
} from "./delimiters.ts";
import { filterInjection, type FilterOptions } from "./injection.ts";
import { redact } from "./redaction.ts";
import { revealText } from "./unicode.ts";

/**
 * The only place that makes {@link SafeText}: nothing unsanitized can become part of a report.
 */

/** Sanitized text and what was taken out of it. */
export interface Sanitized {
  readonly text: SafeText;
  /** Secrets, by kind. */
  readonly redactions: readonly Redaction[];
  /** Passages that read as instructions, and runs of hidden characters. */
  readonly injections: number;
}

/** No text at all. */
export const EMPTY: SafeText = brand("");

/** Longest line field by default, UTF-16 units. */
const LINE_UNITS = 240;

/** More than this of a text is never sanitized, UTF-16 units: what is beyond is dropped. */
const MAX_UNITS = 200_000;

const ELLIPSIS = "…";

/**
 * Makes text safe to show: hidden and control characters out, secrets redacted, passages that read as instructions
 * removed, our own delimiters broken. Sanitizing twice changes nothing more. Keeps line breaks and tabs.
 */
export function sanitize(text: string, options: FilterOptions = {}): Sanitized {
  const revealed = revealText(text.slice(0, MAX_UNITS));
  const redacted = redact(revealed.text);
  const filtered = filterInjection(redacted.text, options);
  return {
    text: brand(neutraliseDelimiters(filtered.text)),
    redactions: redacted.redactions,
    injections: revealed.hidden + filtered.removed,
  };
}

/** How one line is sanitized. */
export interface LineOptions extends FilterOptions {
  /** UTF-16 units; default 240. */
  readonly maxUnits?: number;
}

/**
 * As {@link sanitize}, for fields of one line: paths, symbols, claims. Line breaks and blanks become single blanks, and
 * what exceeds `maxUnits` (240 UTF-16 units by default) is cut, the last unit being an ellipsis.
 */
export function sanitizeLine(text: string, options: LineOptions = {}): Sanitized {
  const sanitized = sanitize(text, options);
  const line = brand(neutraliseDelimiters(sanitized.text.replace(/\s+/g, " ").trim()));
  return { ...sanitized, text: clipSafe(line, options.maxUnits ?? LINE_UNITS) };
}

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
