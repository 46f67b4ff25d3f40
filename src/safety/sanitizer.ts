import type { Findings } from "../model/findings.ts";
import type { Sanitized } from "./sanitize.ts";
import { sanitize, sanitizeLine } from "./sanitize.ts";

/** Entries that one tool is likely to bring into a report, and those of them with code. */
const MOST_ITEMS = 10;
const MOST_WITH_CODE = 5;

/**
 * Sanitizes every text once. This thread waits while the tools run, so what an early tool found is sanitized before the last
 * one has answered.
 */
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

  /** Sanitizes what of these findings can be shown. */
  prepare(findings: Findings): void {
    this.line(findings.summary);
    for (const { path, symbol, claim } of findings.items.slice(0, MOST_ITEMS)) {
      this.line(path);
      this.line(claim);
      if (symbol !== undefined) this.line(symbol);
    }
    for (const { code = [] } of findings.items.slice(0, MOST_WITH_CODE)) {
      for (const { text } of code) this.text(text);
    }
  }
}

function once(known: Map<string, Sanitized>, raw: string, make: () => Sanitized): Sanitized {
  let sanitized = known.get(raw);
  if (!sanitized) known.set(raw, sanitized = make());
  return sanitized;
}
