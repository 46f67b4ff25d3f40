import { oneLine } from "../model/text.ts";
import type { SafeText } from "../model/brands.ts";
import type { Redaction } from "../model/report.ts";
import { clipSafe, neutraliseDelimiters } from "./safe_text.ts";
import { filterInjection, type FilterOptions } from "./injection.ts";
import { redact } from "./redaction.ts";
import { revealText } from "./unicode.ts";
import { onceEach } from "../model/once.ts";

/** The only constructor of {@link SafeText} from other text: nothing unsanitized can become part of a report. */

/** Sanitized text with counts of the removed parts. */
export interface Sanitized {
  readonly text: SafeText;
  /** Number of secrets by kind. */
  readonly redactions: readonly Redaction[];
  /** Number of instruction-like passages and runs of hidden characters. */
  readonly injections: number;
}

/** Default maximum length of a one-line field in UTF-16 code units. */
export const LINE_UNITS = 240;
/** The same of a field that may hold a list of places. */
const LIST_UNITS = 600;

/** Maximum length of a sanitized text in UTF-16 code units; the rest is dropped. */
const MAX_UNITS = 200_000;

/**
 * Makes text safe to display: removes hidden and control characters, redacts secrets, removes instruction-like
 * passages, and breaks our own delimiters. Idempotent. Preserves line breaks and tabs.
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

/** Options of {@link sanitizeLine}. */
export interface LineOptions extends FilterOptions {
  /** Maximum length in UTF-16 code units; default 240. */
  readonly maxUnits?: number;
}

/**
 * Same as {@link sanitize}, for one-line fields: paths, symbols, claims. Line breaks and blanks become single blanks;
 * text beyond `maxUnits` (default: 240 UTF-16 code units) is truncated with an ellipsis.
 */
export function sanitizeLine(text: string, options: LineOptions = {}): Sanitized {
  const sanitized = sanitize(text, options);
  const line = brand(neutraliseDelimiters(oneLine(sanitized.text)));
  return { ...sanitized, text: clipSafe(line, options.maxUnits ?? LINE_UNITS) };
}

function brand(text: string): SafeText {
  return text as SafeText;
}

/**
 * Sanitizes all strings of structured data, including keys; its shape is unchanged. Results are cached, because rows
 * repeat their keys and much of their text.
 */
export function sanitizeData<T>(data: T): T {
  return sanitizeValue(data, onceEach((text) => sanitize(text).text)) as T;
}

function sanitizeValue(value: unknown, sanitized: (text: string) => string): unknown {
  if (typeof value === "string") return sanitized(value);
  if (Array.isArray(value)) return value.map((one) => sanitizeValue(one, sanitized));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [sanitized(key), sanitizeValue(inner, sanitized)]),
  );
}

/** Caching sanitizer: drafts and the report share most of their texts. */
export class Sanitizer {
  /** Sanitizes a text of several lines. */
  readonly text: (raw: string) => Sanitized = onceEach((raw) => sanitize(raw));

  /** Sanitizes a text to one line, truncated where not even a list of places is so long. */
  readonly line: (raw: string) => Sanitized = onceEach((raw) => sanitizeLine(raw, { maxUnits: LIST_UNITS }));
}
