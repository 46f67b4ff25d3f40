import type { SafeText } from "../model/brands.ts";
import type { Redaction } from "../model/report.ts";
import { neutraliseDelimiters } from "./delimiters.ts";
import { filterInjection, type FilterOptions } from "./injection.ts";
import { redact } from "./redaction.ts";
import { clipSafe } from "./safe_text.ts";
import { revealText } from "./unicode.ts";

/**
 * The only place that makes {@link SafeText} of other text: nothing unsanitized can become part of a report.
 */

/** Sanitized text and what was taken out of it. */
export interface Sanitized {
  readonly text: SafeText;
  /** Secrets, by kind. */
  readonly redactions: readonly Redaction[];
  /** Passages that read as instructions, and runs of hidden characters. */
  readonly injections: number;
}

/** Longest line field by default, UTF-16 units. */
const LINE_UNITS = 240;

/** More than this of a text is never sanitized, UTF-16 units: what is beyond is dropped. */
const MAX_UNITS = 200_000;

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

function brand(text: string): SafeText {
  return text as SafeText;
}
