import { hanRuns, type Lexicon, lexicon, type Segment, segment } from "./segment.ts";
import { isStopWord } from "./words.ts";
import { mineTranslations, type Teacher } from "./taught.ts";
import { rankWeight, TermList, type WeightedTerm } from "./terms.ts";
import { stem, tokenize } from "./tokens.ts";
import { simplify } from "./traditional.ts";

/** Out-of-vocabulary candidate: a possible word of a question that the lexicon does not contain. */
export interface OovCandidate {
  readonly text: string;
  /** True if it consists of known words. */
  readonly isCompound: boolean;
}

/**
 * Out-of-vocabulary candidates of a segmented run: unknown pieces, two adjacent pieces (a compound if both are known
 * words of two or more characters), and three adjacent pieces (always a compound). 2 to 8 characters; stop words are
 * never part of one.
 */
export function oovCandidates(pieces: readonly Segment[]): OovCandidate[] {
  const words = new Map<string, boolean>();
  const add = (text: string, isCompound: boolean): void => {
    if (text.length >= 2 && text.length <= LONGEST) words.set(text, isCompound && words.get(text) !== false);
  };
  pieces.forEach((piece, at) => {
    if (piece.kind === "unknown") add(piece.text, false);
    const next = pieces[at + 1];
    if (!next || piece.kind === "stop" || next.kind === "stop") return;
    add(piece.text + next.text, isWhole(piece) && isWhole(next));
    const third = pieces[at + 2];
    if (third && third.kind !== "stop") add(piece.text + next.text + third.text, true);
  });
  return [...words].map(([text, isCompound]) => ({ text, isCompound }));
}

const LONGEST = 8;

function isWhole(piece: Segment): boolean {
  return piece.kind === "word" && piece.text.length > 1;
}

/** See `terms.ts`. */
export type { WeightedTerm };

/** Options of `translateQuery`. */
export interface TranslateOptions {
  /** Maximum number of terms, strongest first; default 200. */
  readonly limit?: number;
  /** Repository to mine for translations of words missing in the lexicon; default none. */
  readonly teacher?: Teacher;
}

/**
 * Search terms for the words of a question (Chinese, English or mixed). Han runs are segmented with the lexicon and
 * translated, other text is tokenized unchanged. Each term occurs once, with its highest weight. Strongest first, ties
 * in order of appearance.
 */
export function translateQuery(words: readonly string[], options: TranslateOptions = {}): WeightedTerm[] {
  const { limit = 200, teacher } = options;
  const terms = new TermList();
  const seen = new Set<string>();
  for (const word of words) {
    const text = simplify(word.slice(0, LONGEST_TEXT));
    addQuestionTokens(text, terms);
    for (const run of hanRuns(text)) {
      const pieces = segment(run, lexicon());
      addRun(pieces, { terms, seen });
      if (teacher) addMined(pieces, teacher, terms);
    }
  }
  return terms.sorted().slice(0, limit);
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
/** Maximum number of out-of-vocabulary candidates looked up per run. */
const MOST_CANDIDATES = 16;
/** Factor of a translation mined from the repository. */
const MINED = 1.2;
/** Factor of one word of a multi-word expression. */
const PART = 0.55;

/** Adds the tokens of the text outside Han runs, unchanged. */
function addQuestionTokens(text: string, terms: TermList): void {
  tokenize(text.replace(HAN, " "), (term) => {
    terms.add({ term, weight: 1, origin: "question", source: term });
  });
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
  tokenize(piece.text, (term) => terms.add({ term, weight, origin: "question", source: piece.text }));
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
    addExpression(expression, { weight, source: chinese, origin: "lexicon" }, terms);
  });
}

/** Adds translations mined from the repository, for words missing in the lexicon and for compounds of known words. */
function addMined(pieces: readonly Segment[], teacher: Teacher, terms: TermList): void {
  for (const { text, isCompound } of oovCandidates(pieces).slice(0, MOST_CANDIDATES)) {
    for (const { token, weight, phrase } of mineTranslations(text, teacher, { isCompound })) {
      terms.add({
        term: token,
        weight: MINED * weight,
        origin: "taught",
        source: text,
        ...(phrase !== undefined && { phrase }),
      });
    }
  }
}

type Head = Pick<WeightedTerm, "weight" | "source" | "origin">;

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
      (term) => terms.add({ ...head, term, weight: head.weight * PART, origin: "part", phrase }),
    );
  }
}
