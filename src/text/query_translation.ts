import { hanRuns, type Lexicon, lexicon, segment } from "./segment.ts";
import { isStopWord } from "./words.ts";
import { stem, tokenize } from "./tokens.ts";
import { simplify } from "./traditional.ts";

/** Search token for a word of a question. */
export interface WeightedTerm {
  /** Token as `tokenize` emits it: lower-case and stemmed, or a pair of CJK characters. */
  readonly term: string;
  /** 0 to 1.2; 1 is the weight of a word in the question itself. */
  readonly weight: number;
  /** Word of the question that it translates, in simplified characters; absent: a word of the question itself. */
  readonly source?: string;
  /** For a multi-word translation: its stemmed words joined by a space (as `bigrams` emits for two). */
  readonly phrase?: string;
}

/** Terms by token; of two with the same token the heavier one is retained. */
type Terms = Map<string, WeightedTerm>;

/**
 * Translations of the Chinese words of a question, segmented with the lexicon. Each term occurs once, with its highest
 * weight. Strongest first, ties in order of appearance.
 */
export function translateQuery(question: string): WeightedTerm[] {
  const terms: Terms = new Map();
  const known = lexicon();
  const pieces = hanRuns(simplify(question.slice(0, LONGEST_TEXT))).flatMap((run) => segment(run, known))
    .filter(({ kind }) => kind !== "stop").map(({ text }) => text);
  for (const text of new Set(pieces)) {
    addTranslations(text, 1, terms);
    if (text.length >= COMPOUND) addComponents(text, known, terms);
  }
  return [...terms.values()].sort((a, b) => b.weight - a.weight).slice(0, MOST_TERMS);
}

function add(term: WeightedTerm, terms: Terms): void {
  const known = terms.get(term.term);
  if (term.term !== "" && (known === undefined || known.weight < term.weight)) terms.set(term.term, term);
}

/**
 * Translates a question to English word by word: each Chinese word is replaced by its first translation that occurs in
 * the repository, or removed. Other text is unchanged.
 *
 * @param isKnown true for a token of the repository, as `tokenize` emits it
 */
export function inEnglish(text: string, isKnown: (token: string) => boolean): string {
  const known = lexicon();
  const english = simplify(text.slice(0, LONGEST_TEXT)).replace(HAN, (run) => {
    const words = segment(run, known).map((piece) =>
      piece.kind === "word"
        ? known.english(piece.text)?.find((words) => isInRepository(words, isKnown))
        : undefined
    );
    return ` ${words.filter((word) => word !== undefined).join(" ")} `;
  });
  return english + text.slice(LONGEST_TEXT);
}

/** True if the repository contains the expression as one name, or each of its words. */
function isInRepository(expression: string, isKnown: (token: string) => boolean): boolean {
  const words = expression.split(" ");
  if (isKnown(stem(words.join("")))) return true;
  return words.length > 1 && words.every((word) => isStopWord(word) || isKnown(stem(word)));
}

/** Strongest terms of a question. */
const MOST_TERMS = 200;
/** Maximum length of translated text, UTF-16 code units: a pasted log does not clarify a question. */
const LONGEST_TEXT = 8_000;
/** Weight by number of characters of the Chinese word: a single one is ambiguous, a long word is a precise concept. */
const BY_LENGTH = [0, 0.4, 1, 1.1, 1.2];
/** Weight of a translation by its zero-based rank. */
const BY_RANK = [1, 0.75, 0.55, 0.45, 0.35];
/** Factor of a word common to questions about any code. */
const WEAK = 0.3;
/** Factor of an everyday word. */
const GENERAL = 0.7;
/** Minimum length of a word that is also split into its components. */
const COMPOUND = 4;
/** Factor of a component of a longer word. */
const COMPONENT = 0.35;
/** Factor of one word of a multi-word expression. */
const PART = 0.55;

const HAN = /\p{Script=Han}+/gu;

/**
 * Adds the translations of the components of a long word, with a lower weight because the whole may have another sense.
 */
function addComponents(chinese: string, known: Lexicon, terms: Terms): void {
  const without = { ...known, has: (word: string) => word !== chinese && word.length > 1 && known.has(word) };
  for (const piece of segment(chinese, without)) {
    if (piece.kind === "word") addTranslations(piece.text, COMPONENT, terms);
  }
}

function addTranslations(chinese: string, share: number, terms: Terms): void {
  const known = lexicon();
  const english = known.english(chinese);
  if (english === undefined) return;
  const weak = known.isWeak(chinese) ? WEAK : known.isGeneral(chinese) ? GENERAL : 1;
  const factor = share * weak * BY_LENGTH[Math.min(chinese.length, BY_LENGTH.length - 1)]!;
  english.forEach((expression, rank) => {
    const weight = factor * BY_RANK[Math.min(rank, BY_RANK.length - 1)]!;
    addExpression(expression, { weight, source: chinese }, terms);
  });
}

type Head = Pick<WeightedTerm, "weight" | "source">;

/** "foreign key" gives `foreignkey` (also the token of `foreign_key` and `ForeignKey`), `foreign` and `key`. */
function addExpression(expression: string, head: Head, terms: Terms): void {
  const words = expression.split(" ");
  if (words.length === 1) {
    tokenize(expression, (term) => add({ ...head, term }, terms));
    return;
  }
  const phrase = words.map(stem).join(" ");
  add({ ...head, term: stem(words.join("")), phrase }, terms);
  for (const word of words) {
    if (isStopWord(word)) continue;
    tokenize(
      word,
      (term) => add({ ...head, term, weight: head.weight * PART, phrase }, terms),
    );
  }
}
