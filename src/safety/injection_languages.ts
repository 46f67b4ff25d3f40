import data from "../../config/injection_languages.json" with { type: "json" };
import { fold, type FoldedText } from "./fold.ts";
import { KeywordTable } from "./keywords.ts";
import type { Passage, TestedRule } from "./passages.ts";
import { once } from "../model/once.ts";

/**
 * Instructions to a model in major languages other than English and Chinese: sentences with one word stem of each of a
 * few groups, such as one for ignoring, one for instructions, and one for earlier ones.
 */

/** A language in `config/injection_languages.json`. */
export interface OrderLanguage extends Omit<TestedRule, "id"> {
  /** ISO 639-1, with the script (ISO 15924) if it is not the usual one. */
  readonly lang: string;
  /** Per kind of order: groups of word stems in original spelling; the first group is searched first. */
  readonly orders: readonly (readonly (readonly string[])[])[];
}

/** All languages. */
export const ORDER_LANGUAGES: readonly OrderLanguage[] = data.languages;

/** Maximum number of lines of a sentence. */
const MOST_LINES = 3;

/** Maximum distances of the other stems before and after one of the first group, in UTF-16 code units. */
const [BEFORE, AFTER] = [100, 260];

/** Sentence ends in any of the languages. */
const SENTENCE_END = /[.!?](?=\s|$)|[。！？؟।;{}=]|\n\s*\n/g;

/** A kind of order in one language. Its expressions are compiled on demand, because most are never needed. */
class Order {
  readonly keywords: readonly string[];
  #groups: readonly RegExp[] | undefined;

  constructor(private readonly stems: readonly (readonly string[])[]) {
    this.keywords = (stems[0] ?? []).map(foldStem);
  }

  get groups(): readonly RegExp[] {
    return this.#groups ??= this.stems.map((group) => anyOf(group.map(foldStem)));
  }
}

/** Letters of non-Latin scripts. */
const OTHER_SCRIPT = /[\u0370-\u1DFF\u2E80-\uFFFF]/;

const latin = once(() => tableOf(false));
const others = once(() => tableOf(true));

/** Ranges of the orders in the original text; `end` is the offset of the last character. */
export function* foreignOrders({ text, origin }: FoldedText): Generator<{ start: number; end: number }> {
  const called = [...latin().in(text).rules];
  if (OTHER_SCRIPT.test(text)) called.push(...others().in(text).rules);
  for (const { groups: [first, ...rest] } of called) {
    if (first === undefined) continue;
    for (const match of text.matchAll(first)) {
      const span = spanAround(text, { start: match.index, end: match.index + match[0].length }, rest);
      if (span) yield { start: origin(span.start), end: origin(span.end - 1) };
    }
  }
}

function tableOf(isOtherScript: boolean): KeywordTable<Order> {
  const languages = ORDER_LANGUAGES.filter(({ example }) => OTHER_SCRIPT.test(example) === isOtherScript);
  const orders = languages.flatMap(({ orders }) => orders.map((stems) => new Order(stems)));
  return new KeywordTable(orders, ({ keywords }) => keywords);
}

/** The stem in folded form; a trailing blank is retained. */
function foldStem(stem: string): string {
  return /^[a-z ]+$/.test(stem) ? stem : fold(stem).text;
}

/** Maximum length of a Latin stem matched only as a whole word, in UTF-16 code units. */
const WHOLE_WORD = 4;

/** Expression for any of the stems, at the start of a word in Latin script. */
function anyOf(stems: readonly string[]): RegExp {
  return new RegExp(stems.map(patternOf).join("|"), "gu");
}

function patternOf(stem: string): string {
  const literal = stem.replace(/[.*+?()[\]|^$]/g, "\\$&");
  if (!/^[a-z]/.test(stem)) return literal;
  return `(?<![a-z])${literal}${stem.length <= WHOLE_WORD ? "(?![a-z])" : ""}`;
}

/** Range from the first to the last stem in the sentence around a match; undefined if a group is missing. */
function spanAround(text: string, { start, end }: Passage, others: readonly RegExp[]): Passage | undefined {
  const earliest = Math.max(0, start - BEFORE);
  let from = earliest;
  for (const stop of text.slice(earliest, start).matchAll(SENTENCE_END)) {
    from = earliest + stop.index + stop[0].length;
  }
  const rest = text.slice(end, end + AFTER);
  const stop = rest.search(SENTENCE_END);
  const to = end + (stop === -1 ? rest.length : stop);
  const sentence = text.slice(from, to);
  if (sentence.split("\n").length > MOST_LINES) return undefined;
  let first = start;
  let last = end;
  for (const group of others) {
    const match = sentence.matchAll(group).next().value;
    if (match === undefined) return undefined;
    first = Math.min(first, from + match.index);
    last = Math.max(last, from + match.index + match[0].length);
  }
  return { start: first, end: last };
}
