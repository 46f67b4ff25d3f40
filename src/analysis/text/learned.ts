import { lexicon } from "./lexicon.ts";
import { hanRuns, segment } from "./segment.ts";
import { isStopWord } from "./stop_words.ts";
import { tokenize } from "./tokens.ts";
import { simplify } from "./traditional.ts";

/** Chinese term (simplified) -> English tokens with a weight of 0..1, best first. */
export type LearnedPairs = ReadonlyMap<string, readonly (readonly [token: string, weight: number])[]>;

/** Two texts that say the same thing, or stand side by side, in Chinese and in English. */
export interface TextPair {
  /** A comment, a message, a label; only its Han runs are read. */
  readonly chinese: string;
  /** An identifier, a message, a label, file names; tokenised as search tokens. */
  readonly english: string;
  /**
   * `resource`: the same message in two languages (gettext, locale files); `doc`: the comment of a definition
   * and its name; `commit`: a commit's message and the names it touched. Default `doc`.
   */
  readonly kind?: "resource" | "doc" | "commit";
}

/** Options of `learnPairs`. */
export interface LearnOptions {
  /** How often a term and a word must meet outside short resources; default 2. */
  readonly minCount?: number;
  /** English tokens kept per term; default 4. */
  readonly maxWords?: number;
  /** Terms kept, best supported first; default 5000. */
  readonly maxTerms?: number;
}

/**
 * Mines term translations from what a repository says in both languages. Its terms are words of the lexicon,
 * what lies between them, and neighbours together, two to eight characters long; pairs are scored by Dice's
 * coefficient (1945) and must pass Dunning's log-likelihood ratio (1993), so that words which merely are
 * everywhere do not count. A short resource pair ("订单" = "Order") is believed at first sight. Pure: the same
 * pairs give the same table.
 */
export function learnPairs(pairs: Iterable<TextPair>, options: LearnOptions = {}): LearnedPairs {
  const { minCount = 2, maxWords = 4, maxTerms = 5000 } = options;
  const counts = new Counts();
  for (const pair of pairs) counts.add(pair);
  const table = new Map<string, [string, number][]>();
  for (const [term, words] of counts.together) {
    const kept = scored(term, words, counts, minCount).slice(0, maxWords);
    if (kept.length > 0) table.set(term, kept);
  }
  dropFragments(table, counts.terms);
  return strongest(table, counts.terms, maxTerms);
}

/** Plain data of a table, for storing it. */
export function learnedToJson(learned: LearnedPairs): Record<string, (string | number)[]> {
  return Object.fromEntries([...learned].map(([term, words]) => [term, words.flat()]));
}

/** The table `learnedToJson` wrote; entries of another shape are left out. */
export function learnedFromJson(data: unknown): LearnedPairs {
  const table = new Map<string, [string, number][]>();
  if (typeof data !== "object" || data === null) return table;
  for (const [term, flat] of Object.entries(data)) {
    if (!Array.isArray(flat)) continue;
    const words: [string, number][] = [];
    for (let i = 0; i + 1 < flat.length; i += 2) {
      const [word, weight]: unknown[] = [flat[i], flat[i + 1]];
      if (typeof word === "string" && typeof weight === "number") words.push([word, weight]);
    }
    if (words.length > 0) table.set(term, words);
  }
  return table;
}

const MIN_TERM = 2;
const MAX_TERM = 8;
const MAX_PIECES = 3;
/** Of one pair, no more terms and words than these are read: beyond, a text says too much to teach a word. */
const TERMS_PER_PAIR = 60;
const WORDS_PER_PAIR = 24;
/** A resource this short translates as a whole. */
const SHORT_TERM = 6;
const SHORT_WORDS = 3;
/** Dunning's ratio above which chance is ruled out at p < 0.01. */
const MIN_RATIO = 6.63;
const MIN_WEIGHT = 0.12;
const EXACT_WEIGHT = 0.7;
/** Share of the best word's weight below which another word is noise. */
const BESIDE_BEST = 0.4;

class Counts {
  pairs = 0;
  readonly terms = new Map<string, number>();
  readonly words = new Map<string, number>();
  readonly together = new Map<string, Map<string, number>>();
  /** Term -> words of short resources that were exactly this term. */
  readonly exact = new Map<string, Set<string>>();

  add(pair: TextPair): void {
    const runs = hanRuns(simplify(pair.chinese));
    const words = englishWords(pair.english);
    if (runs.length === 0 || words.size === 0) return;
    this.pairs++;
    const terms = candidateTerms(runs);
    for (const word of words) this.words.set(word, (this.words.get(word) ?? 0) + 1);
    for (const term of terms) {
      this.terms.set(term, (this.terms.get(term) ?? 0) + 1);
      const row = getOrMake(this.together, term, () => new Map<string, number>());
      for (const word of words) row.set(word, (row.get(word) ?? 0) + 1);
    }
    const only = runs.length === 1 ? runs[0]! : "";
    if (
      pair.kind === "resource" && only.length >= MIN_TERM && only.length <= SHORT_TERM &&
      words.size <= SHORT_WORDS
    ) {
      const exact = getOrMake(this.exact, only, () => new Set<string>());
      for (const word of words) exact.add(word);
    }
  }
}

function englishWords(text: string): Set<string> {
  const words = new Set<string>();
  tokenize(text, (token) => {
    if (words.size < WORDS_PER_PAIR && token.length > 1 && /^[a-z]/.test(token) && !isStopWord(token)) {
      words.add(token);
    }
  });
  return words;
}

/**
 * The pieces of each run and what two or three neighbours make together. Borders come from the lexicon's
 * segmentation, so half words are no candidates; inside a piece the lexicon does not know, every part is one.
 */
function candidateTerms(runs: readonly string[]): Set<string> {
  const terms = new Set<string>();
  const add = (term: string): void => {
    if (term.length >= MIN_TERM && term.length <= MAX_TERM && terms.size < TERMS_PER_PAIR) terms.add(term);
  };
  for (const run of runs) {
    const pieces = segment(run, lexicon());
    for (let first = 0; first < pieces.length; first++) {
      let joined = "";
      for (const piece of pieces.slice(first, first + MAX_PIECES)) {
        if (piece.kind === "stop") break;
        joined += piece.text;
        add(joined);
      }
      if (pieces[first]!.kind === "unknown") innerParts(pieces[first]!.text, add);
    }
  }
  return terms;
}

function innerParts(text: string, add: (term: string) => void): void {
  for (let start = 0; start < text.length; start++) {
    for (let length = MIN_TERM; length <= 4 && start + length <= text.length; length++) {
      add(text.slice(start, start + length));
    }
  }
}

function scored(
  term: string,
  words: ReadonlyMap<string, number>,
  counts: Counts,
  minCount: number,
): [string, number][] {
  const exact = counts.exact.get(term);
  const list: [string, number][] = [];
  for (const [word, both] of words) {
    const termCount = counts.terms.get(term)!;
    const wordCount = counts.words.get(word)!;
    // Two meetings prove less than twenty: shrink what was seen rarely.
    const weight = ((2 * both) / (termCount + wordCount)) * (both / (both + 1));
    const likely = both >= minCount && weight >= MIN_WEIGHT &&
      logLikelihood(both, termCount, wordCount, counts.pairs) >= MIN_RATIO;
    if (exact?.has(word) === true) list.push([word, round(Math.max(EXACT_WEIGHT, weight))]);
    else if (likely) list.push([word, round(weight)]);
  }
  list.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return list.filter(([, weight]) => weight >= BESIDE_BEST * list[0]![1]);
}

/** Dunning's G2 of a 2x2 table, 0 when the two meet no more often than by chance. */
function logLikelihood(both: number, a: number, b: number, all: number): number {
  if (both * all <= a * b) return 0;
  const cells = [[both, a * b], [a - both, a * (all - b)], [b - both, (all - a) * b], [
    all - a - b + both,
    (all - a) * (all - b),
  ]];
  let sum = 0;
  for (const [seen, expected] of cells) {
    if (seen! > 0 && expected! > 0) sum += seen! * Math.log((seen! * all) / expected!);
  }
  return 2 * sum;
}

/** A part of a longer term that never stands without it ("跨站请" of "跨站请求伪造") teaches nothing. */
function dropFragments(table: Map<string, [string, number][]>, counts: ReadonlyMap<string, number>): void {
  for (const term of [...table.keys()].sort((a, b) => b.length - a.length)) {
    if (!table.has(term)) continue;
    for (let length = term.length - 1; length >= MIN_TERM; length--) {
      for (let start = 0; start + length <= term.length; start++) {
        const part = term.slice(start, start + length);
        if (counts.get(part) === counts.get(term)) table.delete(part);
      }
    }
  }
}

function strongest(
  table: Map<string, [string, number][]>,
  counts: ReadonlyMap<string, number>,
  limit: number,
): LearnedPairs {
  if (table.size <= limit) return table;
  const ranked = [...table].sort(([a, aWords], [b, bWords]) =>
    bWords[0]![1] * Math.log(1 + counts.get(b)!) - aWords[0]![1] * Math.log(1 + counts.get(a)!) ||
    (a < b ? -1 : 1)
  );
  return new Map(ranked.slice(0, limit));
}

function getOrMake<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, value = make());
  return value;
}

function round(weight: number): number {
  return Math.round(Math.min(1, weight) * 1000) / 1000;
}
