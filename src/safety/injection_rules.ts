import data from "../../config/injection.json" with { type: "json" };
import { onceEach } from "../model/once.ts";

/** One rule of `config/injection.json`. */
export interface InjectionRule {
  readonly id: string;
  /** `en`, `zh` or `any`. */
  readonly lang: string;
  readonly doc: string;
  /** The pattern runs only on folded text that holds at least one of each group. */
  readonly keywords: readonly (readonly string[])[];
  /** A regular expression over folded text. A space stands for what separates two words. */
  readonly pattern: string;
  /**
   * `match`: the match goes; `line`: its sentence and the rest of the paragraph, which tells how to carry the order out;
   * `mark`: also what stands between it and the mark that ends it.
   */
  readonly extent: string;
  /** A passage it removes. */
  readonly example: string;
  /** A passage that looks alike and stays. */
  readonly benign: string;
}

/** The rules as data. */
export const INJECTION_RULES: readonly InjectionRule[] = data.rules;

/** What separates words in folded text. */
const GAP = "[ \\n]";

/** The rule's expression, global, for text as it stands; compiled when it is first asked for. */
export const strictRegex: (rule: InjectionRule) => RegExp = onceEach(({ pattern }) =>
  new RegExp(spell(pattern, GAP), "gm")
);

/** The rule's expression, global, for text whose words were run together; compiled when it is first asked for. */
export const looseRegex: (rule: InjectionRule) => RegExp = onceEach(({ pattern }) =>
  new RegExp(spell(pattern.replaceAll("\\b", ""), `${GAP}?`), "gm")
);

/** Puts the gap in the place of each blank outside character classes; a blank with `?` stays an optional gap. */
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
