import type { Sanitized } from "./sanitize.ts";
import { sanitize, sanitizeLine } from "./sanitize.ts";

/** Sanitizes every text once: drafts and the report share most of theirs. */
export class Sanitizer {
  readonly #texts = new Map<string, Sanitized>();
  readonly #lines = new Map<string, Sanitized>();

  /** A text of several lines. */
  text(raw: string): Sanitized {
    return once(this.#texts, raw, () => sanitize(raw));
  }

  /** A text on one line, shortened. */
  line(raw: string): Sanitized {
    return once(this.#lines, raw, () => sanitizeLine(raw));
  }
}

function once(known: Map<string, Sanitized>, raw: string, make: () => Sanitized): Sanitized {
  let sanitized = known.get(raw);
  if (!sanitized) known.set(raw, sanitized = make());
  return sanitized;
}
