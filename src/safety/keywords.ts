import { remember } from "../model/memo.ts";

/** Returns true if a text contains a keyword; each keyword is searched once. */
export type KeywordIndex = (keyword: string) => boolean;

/** Result of a keyword lookup. */
export interface KeywordMatches<Rule> {
  /** Rules with a keyword in the text, in table order. */
  readonly rules: readonly Rule[];
  /** Only for keywords of the table. */
  readonly contains: KeywordIndex;
}

/** Rules indexed by their keywords, for lookups in many texts. */
export class KeywordTable<Rule> {
  #byStart: ReadonlyMap<number, readonly string[]> | undefined;

  /**
   * @param calls keywords of a rule, one of which must occur; not empty
   * @param others further keywords that can be queried
   */
  constructor(
    private readonly rules: readonly Rule[],
    private readonly calls: (rule: Rule) => readonly string[],
    private readonly others: (rule: Rule) => readonly string[] = () => [],
  ) {}

  /** The rules with a keyword in a text. */
  in(text: string): KeywordMatches<Rule> {
    const contains = this.#lookUp(text);
    const rules = contains === NO_KEYWORDS
      ? []
      : this.rules.filter((rule) => this.calls(rule).some(contains));
    return { rules, contains };
  }

  /** One pass over the text instead of one per keyword. */
  #lookUp(text: string): KeywordIndex {
    const byStart = this.#byStart ??= this.#starts();
    let found: Set<string> | undefined;
    for (let at = 0; at < text.length; at++) {
      for (const units of [1, 2]) {
        const starting = byStart.get(startOf(text, at, units));
        if (starting === undefined) continue;
        for (const keyword of starting) if (text.startsWith(keyword, at)) (found ??= new Set()).add(keyword);
      }
    }
    return found ? (keyword) => found.has(keyword) : NO_KEYWORDS;
  }

  /** The keywords by their first two code units, or by the only one. */
  #starts(): ReadonlyMap<number, readonly string[]> {
    const byStart = new Map<number, string[]>();
    for (
      const keyword of new Set(this.rules.flatMap((rule) => [...this.calls(rule), ...this.others(rule)]))
    ) {
      remember(byStart, startOf(keyword, 0, keyword.length), (): string[] => []).push(keyword);
    }
    return byStart;
  }
}

const NO_KEYWORDS: KeywordIndex = () => false;

/** Number of the first two of `units` code units. */
function startOf(text: string, at: number, units: number): number {
  return text.charCodeAt(at) * 0x10000 + (units > 1 ? text.charCodeAt(at + 1) || 0 : 0);
}
