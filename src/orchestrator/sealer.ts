import type { Findings } from "../model/findings.ts";
import type { Sealed } from "../safety/seal.ts";
import { seal, sealLine } from "../safety/seal.ts";

/** Entries and snippets that one tool can bring into a report. */
const MOST_ITEMS = 8;
const MOST_SNIPPETS = 3;

/**
 * Seals every text once. This thread waits while the tools run, so what an early tool found is sealed before the last
 * one has answered.
 */
export class Sealer {
  readonly #texts = new Map<string, Sealed>();
  readonly #lines = new Map<string, Sealed>();

  /** A text of several lines. */
  text(raw: string): Sealed {
    return once(this.#texts, raw, () => seal(raw));
  }

  /** A text on one line, shortened. */
  line(raw: string): Sealed {
    return once(this.#lines, raw, () => sealLine(raw));
  }

  /** Seals what of these findings can be shown. */
  prepare(findings: Findings): void {
    this.line(findings.summary);
    for (const { path, symbol, claim } of findings.items.slice(0, MOST_ITEMS)) {
      this.line(path);
      this.line(claim);
      if (symbol !== undefined) this.line(symbol);
    }
    for (const { snippet } of findings.items.slice(0, MOST_SNIPPETS)) if (snippet) this.text(snippet.text);
  }
}

function once(known: Map<string, Sealed>, raw: string, make: () => Sealed): Sealed {
  let sealed = known.get(raw);
  if (!sealed) known.set(raw, sealed = make());
  return sealed;
}
