import type { SafeText } from "../model/brands.ts";
import type { Redaction } from "../model/report.ts";
import type { Sealed } from "../safety/seal.ts";
import type { Sealer } from "./sealer.ts";

/** Adds up what redaction and the injection filter removed. */
export class Removals {
  readonly #redactions = new Map<string, number>();
  injections = 0;

  constructor(private readonly sealer: Sealer) {}

  text(raw: string): { text: SafeText; redactions: readonly Redaction[] } {
    return this.#count(this.sealer.text(raw));
  }

  line(raw: string): SafeText {
    return this.#count(this.sealer.line(raw)).text;
  }

  get redactions(): readonly Redaction[] {
    return [...this.#redactions].map(([kind, count]) => ({ kind, count }))
      .sort((a, b) => a.kind < b.kind ? -1 : 1);
  }

  #count(sealed: Sealed): Sealed {
    this.injections += sealed.injections;
    for (const { kind, count } of sealed.redactions) {
      this.#redactions.set(kind, (this.#redactions.get(kind) ?? 0) + count);
    }
    return sealed;
  }
}
