import data from "../../config/injection_languages.json" with { type: "json" };
import { fold, type Folded } from "./fold.ts";
import { KeywordTable } from "./keywords.ts";
import type { Passage } from "./passages.ts";
import { once } from "../model/once.ts";

/**
 * Orders to a model in the large languages beside English and Chinese: sentences in which a stem of each of a few
 * groups stands, such as one for ignoring, one for instructions and one for earlier ones.
 */

/** One language of `config/injection_languages.json`. */
export interface OrderLanguage {
  /** ISO 639-1, with the script (ISO 15924) where it is not the usual one. */
  readonly lang: string;
  readonly doc: string;
  /** Per kind of order its groups of word stems, as they are spelled; the first group is looked for first. */
  readonly orders: readonly (readonly (readonly string[])[])[];
  /** A passage it removes. */
  readonly example: string;
  /** A comment that looks alike and stays. */
  readonly benign: string;
}

/** The languages as data. */
export const ORDER_LANGUAGES: readonly OrderLanguage[] = data.languages;

/** How far the stems of one order may stand before and behind the first, UTF-16 units of folded text. */
const BEFORE = 110;
const BEHIND = 140;

/** Most lines one sentence runs over. */
const MOST_LINES = 3;

/** Where a sentence ends in any of the languages. */
const SENTENCE_END = /[.!?](?=\s|$)|[。！？؟।;{}=]|\n\s*\n/g;

/** One kind of order in one language. Most are never met, so that their expressions are made when they are needed. */
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

/** Letters that Latin spelling does not have. */
const OTHER_SCRIPT = /[\u0370-\u1DFF\u2E80-\uFFFF]/;

const latin = once(() => tableOf(false));
const others = once(() => tableOf(true));

/** Offsets of the first and last unit of each order, in the original text. */
export function* foreignOrders({ text, origin }: Folded): Generator<{ start: number; end: number }> {
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

/** The stem as it stands in folded text; a blank at its end stays. */
function foldStem(stem: string): string {
  return /^[a-z ]+$/.test(stem) ? stem : fold(stem).text;
}

/** A Latin stem as short as this is a whole word, UTF-16 units. */
const WHOLE_WORD = 4;

/** Any of the stems, at the beginning of a word where words are set apart. */
function anyOf(stems: readonly string[]): RegExp {
  return new RegExp(stems.map(patternOf).join("|"), "gu");
}

function patternOf(stem: string): string {
  const literal = stem.replace(/[.*+?()[\]|^$]/g, "\\$&");
  if (!/^[a-z]/.test(stem)) return literal;
  return `(?<![a-z])${literal}${stem.length <= WHOLE_WORD ? "(?![a-z])" : ""}`;
}

/** From the first to the last stem of the others within the sentence around a stem; undefined when one is missing. */
function spanAround(
  text: string,
  { start, end }: Passage,
  others: readonly RegExp[],
): Passage | undefined {
  const earliest = Math.max(0, start - BEFORE);
  let from = earliest;
  for (const stop of text.slice(earliest, start).matchAll(SENTENCE_END)) {
    from = earliest + stop.index + stop[0].length;
  }
  const rest = text.slice(end, end + BEHIND);
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
