import { hanRuns, type Lexicon, lexicon, type Segment, segment } from "./segment.ts";
import { isStopWord } from "./words.ts";
import { rankWeight, TermList, type WeightedTerm } from "./terms.ts";
import { stem, tokenize } from "./tokens.ts";
import { simplify } from "./traditional.ts";

/**
 * Search terms for the words of a question (Chinese, English or mixed). Han runs are segmented with the lexicon and
 * translated, other text is tokenized unchanged. Each term occurs once, with its highest weight. Strongest first, ties
 * in order of appearance.
 */
export function translateQuery(words: readonly string[]): WeightedTerm[] {
  const terms = new TermList();
  const seen = new Set<string>();
  for (const word of words) {
    const text = simplify(word.slice(0, LONGEST_TEXT));
    addQuestionTokens(text, terms);
    for (const run of hanRuns(text)) addRun(segment(run, lexicon()), { terms, seen });
  }
  return terms.sorted().slice(0, MOST_TERMS);
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

/** Adds the tokens of the text outside Han runs, unchanged. */
function addQuestionTokens(text: string, terms: TermList): void {
  tokenize(text.replace(HAN, " "), (term) => terms.add({ term, weight: 1 }));
}

const HAN = /\p{Script=Han}+/gu;

interface Run {
  readonly terms: TermList;
  /** Pieces already added. */
  readonly seen: Set<string>;
}

function addRun(pieces: readonly Segment[], { terms, seen }: Run): void {
  const known = lexicon();
  for (const piece of pieces) {
    if (piece.kind === "stop" || seen.has(piece.text)) continue;
    seen.add(piece.text);
    addOriginal(piece, known, terms);
    addTranslations(piece.text, 1, terms);
    if (piece.text.length >= COMPOUND) addComponents(piece.text, known, terms);
  }
}

function addOriginal(piece: Segment, known: Lexicon, terms: TermList): void {
  const weight = known.isWeak(piece.text) ? WEAK : 1;
  tokenize(piece.text, (term) => terms.add({ term, weight }));
}

/**
 * Adds the translations of the components of a long word, with a lower weight because the whole may have another sense.
 */
function addComponents(chinese: string, known: Lexicon, terms: TermList): void {
  const without = { ...known, has: (word: string) => word !== chinese && word.length > 1 && known.has(word) };
  for (const piece of segment(chinese, without)) {
    if (piece.kind === "word") addTranslations(piece.text, COMPONENT, terms);
  }
}

function addTranslations(chinese: string, share: number, terms: TermList): void {
  const known = lexicon();
  const english = known.english(chinese);
  if (english === undefined) return;
  const weak = known.isWeak(chinese) ? WEAK : known.isGeneral(chinese) ? GENERAL : 1;
  const factor = share * weak * BY_LENGTH[Math.min(chinese.length, BY_LENGTH.length - 1)]!;
  english.forEach((expression, rank) => {
    const weight = factor * rankWeight(rank);
    addExpression(expression, { weight, source: chinese }, terms);
  });
}

type Head = Pick<WeightedTerm, "weight" | "source">;

/** "foreign key" gives `foreignkey` (also the token of `foreign_key` and `ForeignKey`), `foreign` and `key`. */
function addExpression(expression: string, head: Head, terms: TermList): void {
  const words = expression.split(" ");
  if (words.length === 1) {
    tokenize(expression, (term) => terms.add({ ...head, term }));
    return;
  }
  const phrase = words.map(stem).join(" ");
  terms.add({ ...head, term: stem(words.join("")), phrase });
  for (const word of words) {
    if (isStopWord(word)) continue;
    tokenize(
      word,
      (term) => terms.add({ ...head, term, weight: head.weight * PART, phrase }),
    );
  }
}
