import type { SafeText } from "../model/brands.ts";
import type { Redaction } from "../model/report.ts";
import type { Sanitized } from "../safety/sanitize.ts";
import type { Sanitizer } from "../safety/sanitizer.ts";

/** Adds up what redaction and the injection filter removed. */
export class Removals {
  readonly #redactions = new Map<string, number>();
  injections = 0;

  constructor(private readonly sanitizer: Sanitizer) {}

  text(raw: string): { text: SafeText; redactions: readonly Redaction[] } {
    return this.#count(this.sanitizer.text(raw));
  }

  line(raw: string): SafeText {
    return this.#count(this.sanitizer.line(raw)).text;
  }

  get redactions(): readonly Redaction[] {
    return [...this.#redactions.keys()].sort().map((kind) => ({ kind, count: this.#redactions.get(kind)! }));
  }

  #count(sanitized: Sanitized): Sanitized {
    this.injections += sanitized.injections;
    for (const { kind, count } of sanitized.redactions) {
      this.#redactions.set(kind, (this.#redactions.get(kind) ?? 0) + count);
    }
    return sanitized;
  }
}
