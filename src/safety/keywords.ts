import { remember } from "../model/memo.ts";
import { onceEach } from "../model/once.ts";
import { hasDigit, hasLower } from "./fold.ts";

/** Returns true if a text contains a keyword; each keyword is searched once. */
export type KeywordIndex = (keyword: string) => boolean;

/** Result of a keyword lookup. */
export interface KeywordMatches<Rule> {
  /** Rules with a keyword in the text, in table order. */
  readonly rules: readonly Rule[];
  /** Only for keywords of the table. */
  readonly contains: KeywordIndex;
}

/**
 * Text length below which keywords are found with the table, in UTF-16 code units: short texts are many, and most
 * contain no keyword.
 */
const SHORT_TEXT = 400;

/** Number of entries of the trigram table; a power of two. */
const TABLE = 1 << 16;

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
    const contains = text.length < SHORT_TEXT ? this.#lookUp(text) : keywordIndex(text);
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

/**
 * Keyword index of one long text. Results are cached, because rules share keywords; most keywords are absent, which a
 * trigram table of the text shows without a search.
 */
function keywordIndex(text: string): KeywordIndex {
  const triples = tripleTable(text);
  return onceEach((keyword) => mayHold(triples, keyword) && text.includes(keyword));
}

function tripleTable(text: string): Uint8Array {
  const table = new Uint8Array(TABLE);
  let first = text.charCodeAt(0);
  let second = text.charCodeAt(1);
  for (let at = 2; at < text.length; at++) {
    const third = text.charCodeAt(at);
    table[(first * 961 + second * 31 + third) & (TABLE - 1)] = 1;
    first = second;
    second = third;
  }
  return table;
}

function mayHold(triples: Uint8Array, keyword: string): boolean {
  for (let at = 2; at < keyword.length; at++) {
    const hash = keyword.charCodeAt(at - 2) * 961 + keyword.charCodeAt(at - 1) * 31 + keyword.charCodeAt(at);
    if (triples[hash & (TABLE - 1)] === 0) return false;
  }
  return true;
}

/** Maximum length of words matched only as whole words by {@link mayMatch}: `ai` is part of many others. */
const SHORT = 3;

/** Maximum distance of the other groups' keywords before one of the first group, in UTF-16 code units. */
export const BEFORE = 100;
/** Maximum distance of the other groups' keywords after one of the first group, in UTF-16 code units. */
export const AFTER = 260;

/** True if keywords of all groups occur close together: only then can a pattern that needs all of them match. */
export function mayMatch(
  text: string,
  contains: KeywordIndex,
  groups: readonly (readonly string[])[],
): boolean {
  const [first = [], ...others] = groups;
  const there = others.map((group) => group.filter(contains));
  return first.some((keyword) => contains(keyword) && occursNear(text, keyword, there));
}

function occursNear(text: string, keyword: string, others: readonly (readonly string[])[]): boolean {
  for (let at = text.indexOf(keyword); at !== -1; at = text.indexOf(keyword, at + 1)) {
    if (keyword.length <= SHORT && !isWholeWord(text, at, keyword)) continue;
    const around = text.slice(Math.max(0, at - BEFORE), at + AFTER);
    if (others.every((group) => group.some((other) => around.includes(other)))) return true;
  }
  return false;
}

function isWholeWord(text: string, at: number, word: string): boolean {
  return !hasLower(word.charAt(0)) || ![at - 1, at + word.length].some((near) => {
    return hasLower(text.charAt(near)) || hasDigit(text.charAt(near));
  });
}
