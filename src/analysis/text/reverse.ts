import { entriesFor } from "./entries.ts";
import type { LearnedPairs } from "./learned.ts";
import { isStopWord } from "./stop_words.ts";
import { rankWeight, TermList, type WeightedTerm } from "./terms.ts";
import { tokenize, tokens } from "./tokens.ts";

/** Options of `toChinese`. */
export interface ToChineseOptions {
  /** What the repository itself taught; default none. */
  readonly learned?: LearnedPairs;
  /** Chinese words per English word or pair of words, best first; default 6. */
  readonly limit?: number;
}

/**
 * The Chinese tokens an English question's words stand for, for code with Chinese comments, messages or
 * identifiers. Neighbouring words are also read as one expression ("foreign key"). Strongest first.
 */
export function toChinese(words: readonly string[], options: ToChineseOptions = {}): WeightedTerm[] {
  const { learned, limit = 6 } = options;
  const terms = new TermList();
  const stems = words.flatMap(tokens).filter((token) => !isStopWord(token));
  stems.forEach((source, i) => {
    const concept = terms.newConcept();
    const pair = stems.slice(i, i + 2);
    const found = pair.length > 1 ? lexical(pair, PAIR).slice(0, limit) : [];
    found.push(...[...lexical([source], 1), ...taught(source, learned)].sort(byWeight).slice(0, limit));
    for (const [chinese, weight] of found) addChinese({ chinese, weight, concept, source }, terms);
  });
  return terms.sorted();
}

/** A pair of words is a more precise concept than either. */
const PAIR = 1.2;
/** Factor of Chinese words of one character, which stand in many others. */
const SINGLE = 0.3;

type Translation = readonly [chinese: string, weight: number];

function lexical(stems: readonly string[], factor: number): Translation[] {
  return entriesFor(stems)
    .map(({ chinese, rank }): Translation => [
      chinese,
      factor * rankWeight(rank) * (chinese.length === 1 ? SINGLE : 1),
    ])
    .sort(byWeight);
}

function taught(stem: string, learned: LearnedPairs | undefined): Translation[] {
  const list: Translation[] = [];
  for (const [chinese, words] of learned ?? []) {
    for (const [word, weight] of words) if (word === stem) list.push([chinese, weight]);
  }
  return list;
}

function byWeight(a: Translation, b: Translation): number {
  return b[1] - a[1];
}

interface Found {
  readonly chinese: string;
  readonly weight: number;
  readonly concept: number;
  readonly source: string;
}

/** A long word comes as its pairs of characters, which share its weight. */
function addChinese({ chinese, weight, concept, source }: Found, terms: TermList): void {
  const share = weight / Math.sqrt(Math.max(1, chinese.length - 1));
  tokenize(chinese, (term) => {
    terms.add({ term, weight: share, concept, origin: "lexicon", source, phrase: chinese });
  });
}
