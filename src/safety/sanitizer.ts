import { onceEach } from "../model/once.ts";
import { sanitize, type Sanitized, sanitizeLine } from "./sanitize.ts";

/** Caching sanitizer: drafts and the report share most of their texts. */
export class Sanitizer {
  /** Sanitizes a text of several lines. */
  readonly text: (raw: string) => Sanitized = onceEach((raw) => sanitize(raw));

  /** Sanitizes a text to one line, truncated. */
  readonly line: (raw: string) => Sanitized = onceEach((raw) => sanitizeLine(raw));
}
