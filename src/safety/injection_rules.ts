import type { TestedRule } from "./passages.ts";
import data from "../../config/injection.json" with { type: "json" };
import { onceEach } from "../model/once.ts";

/** A rule in `config/injection.json`. */
export interface InjectionRule extends TestedRule {
  /** `en`, `zh` or `any`. */
  readonly lang: string;
  /** Prefilter: the pattern is tested only in folded text with at least one keyword of each group. */
  readonly keywords: readonly (readonly string[])[];
  /** A regular expression for folded text. A space matches any word separator. */
  readonly pattern: string;
  /**
   * `match`: removes the match; `line`: also the rest of its sentence and of the paragraph, which may explain the
   * order; `mark`: also the text up to the next marker.
   */
  readonly extent: string;
}

/** All rules. */
export const INJECTION_RULES: readonly InjectionRule[] = data.rules;

/** Word separator in folded text. */
const GAP = "[ \\n]";

/** The rule's global expression for ordinary text; compiled on demand. */
export const strictRegex: (rule: InjectionRule) => RegExp = onceEach(({ pattern }) =>
  new RegExp(spell(pattern, GAP), "gm")
);

/** The rule's global expression for text without word separators; compiled on demand. */
export const looseRegex: (rule: InjectionRule) => RegExp = onceEach(({ pattern }) =>
  new RegExp(spell(pattern.replaceAll("\\b", ""), `${GAP}?`), "gm")
);

/** Replaces each blank outside of character classes by the separator; a blank with `?` becomes optional. */
function spell(pattern: string, gap: string): string {
  let out = "";
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at);
    if (char === "\\") out += char + pattern.charAt(++at);
    else {
      if (char === "[") inClass = true;
      if (char === "]") inClass = false;
      out += char === " " && !inClass ? gap : char;
    }
  }
  return out;
}
