import type { Sanitized } from "./sanitize.ts";
import { sanitize, sanitizeLine } from "./sanitize.ts";

/** Caching sanitizer: drafts and the report share most of their texts. */
export class Sanitizer {
  readonly #texts = new Map<string, Sanitized>();
  readonly #lines = new Map<string, Sanitized>();

  /** Sanitizes a text of several lines. */
  text(raw: string): Sanitized {
    return once(this.#texts, raw, () => sanitize(raw));
  }

  /** Sanitizes a text to one line, truncated. */
  line(raw: string): Sanitized {
    return once(this.#lines, raw, () => sanitizeLine(raw));
  }
}

function once(known: Map<string, Sanitized>, raw: string, make: () => Sanitized): Sanitized {
  let sanitized = known.get(raw);
  if (!sanitized) known.set(raw, sanitized = make());
  return sanitized;
}
