import type { LearnedPairs } from "./learned.ts";
import { lexicon } from "./lexicon.ts";
import { isStopWord } from "./stop_words.ts";
import { rankWeight, TermList, type WeightedTerm } from "./terms.ts";
import { stem, tokenize, tokens } from "./tokens.ts";

/** Options of `toChinese`. */
export interface ToChineseOptions {
  /** What the repository itself taught; default none. */
  readonly learned?: LearnedPairs;
  /** Chinese words per English word or pair of words, best first; default 6. */
  readonly limit?: number;
}

/**
 * The Chinese tokens an English question's words stand for, for code with Chinese comments, messages or identifiers.
 * Neighbouring words are also read as one expression ("foreign key"). The first call builds the reverse table (some
 * milliseconds), so only repositories that hold Chinese should ask.
 */
export function toChinese(words: readonly string[], options: ToChineseOptions = {}): WeightedTerm[] {
  const { learned, limit = 6 } = options;
  const terms = new TermList();
  const stems = words.flatMap(tokens).filter((token) => !isStopWord(token));
  for (let i = 0; i < stems.length; i++) {
    const concept = terms.newConcept();
    const next = stems[i + 1];
    const pair = next === undefined ? [] : lookup(`${stems[i]} ${next}`, learned, limit);
    for (const [chinese, weight] of pair) {
      addChinese(chinese, weight * PAIR, concept, stems[i]!, terms);
    }
    for (const [chinese, weight] of lookup(stems[i]!, learned, limit)) {
      addChinese(chinese, weight, concept, stems[i]!, terms);
    }
  }
  return terms.sorted();
}

/** A pair of words is a more precise concept than either. */
const PAIR = 1.2;
/** Factor of Chinese words of one character, which stand in many others. */
const SINGLE = 0.3;

type Table = Map<string, [chinese: string, weight: number][]>;

let lexical: Table | undefined;
const learnedTables = new WeakMap<LearnedPairs, Table>();

function lookup(
  key: string,
  learned: LearnedPairs | undefined,
  limit: number,
): (readonly [string, number])[] {
  const found = [...(lexical ??= lexicalTable()).get(key) ?? []];
  if (learned !== undefined) found.push(...learnedTable(learned).get(key) ?? []);
  return found.sort((a, b) => b[1] - a[1]).slice(0, limit);
}

function lexicalTable(): Table {
  const known = lexicon();
  const table: Table = new Map();
  for (const chinese of known.words()) {
    const factor = chinese.length === 1 ? SINGLE : 1;
    known.english(chinese)!.forEach((expression, rank) => {
      put(table, expression.split(" ").map(stem).join(" "), chinese, factor * rankWeight(rank));
    });
  }
  return table;
}

function learnedTable(learned: LearnedPairs): Table {
  let table = learnedTables.get(learned);
  if (table === undefined) {
    table = new Map();
    for (const [chinese, words] of learned) {
      for (const [word, weight] of words) put(table, word, chinese, weight);
    }
    learnedTables.set(learned, table);
  }
  return table;
}

function put(table: Table, key: string, chinese: string, weight: number): void {
  const list = table.get(key);
  if (list === undefined) table.set(key, [[chinese, weight]]);
  else list.push([chinese, weight]);
}

function addChinese(chinese: string, weight: number, concept: number, source: string, terms: TermList): void {
  const pairs = Math.max(1, chinese.length - 1);
  tokenize(chinese, (term) => {
    terms.add({
      term,
      weight: weight / Math.sqrt(pairs),
      concept,
      origin: "lexicon",
      source,
      phrase: chinese,
    });
  });
}
