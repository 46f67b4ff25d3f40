import { type Lexicon, lexicon } from "./lexicon.ts";
import { pinyin } from "./pinyin.ts";
import { hanRuns, type Segment, segment } from "./segment.ts";
import { isStopWord } from "./stop_words.ts";
import { openWords } from "./open_words.ts";
import { lessonsFor, type Teacher } from "./taught.ts";
import { rankWeight, TermList, type WeightedTerm } from "./terms.ts";
import { stem, tokenize } from "./tokens.ts";
import { simplify } from "./traditional.ts";

/** See `terms.ts`. */
export type { WeightedTerm };

/** Options of `translateQuery`. */
export interface TranslateOptions {
  /** Terms returned at most, the strongest; default 200. */
  readonly limit?: number;
  /** The repository, asked for words the lexicon leaves open; default none. */
  readonly teacher?: Teacher;
}

/**
 * The search terms of a question's words (Chinese, English or mixed): Han runs are segmented against the
 * lexicon and translated, everything else is tokenised as it stands. A term occurs once, with its best weight;
 * strongest first, ties in order of appearance.
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
      if (teacher) addTaught(pieces, teacher, terms);
    }
  }
  return terms.sorted().slice(0, limit);
}

/**
 * The question in English, word by word: a Chinese word gives way to the first of its translations that the repository
 * has, or to nothing; what is not Chinese stays.
 *
 * @param isKnown whether the repository has a token, as `tokenize` emits it
 */
export function inEnglish(text: string, isKnown: (token: string) => boolean): string {
  const known = lexicon();
  const english = simplify(text.slice(0, LONGEST_TEXT)).replace(HAN, (run) => {
    const words = segment(run, known).map((piece) =>
      piece.kind === "word" ? known.english(piece.text)?.find((words) => isHeld(words, isKnown)) : undefined
    );
    return ` ${words.filter((word) => word !== undefined).join(" ")} `;
  });
  return english + text.slice(LONGEST_TEXT);
}

/** Whether the repository has an expression: as one name, or each of its words. */
function isHeld(expression: string, isKnown: (token: string) => boolean): boolean {
  const words = expression.split(" ");
  if (isKnown(stem(words.join("")))) return true;
  return words.length > 1 && words.every((word) => isStopWord(word) || isKnown(stem(word)));
}

/** Questions are read up to here, in UTF-16 units: a pasted log does not make one clearer. */
const LONGEST_TEXT = 8_000;
/**
 * Weight by length of the Chinese word in characters: one alone is ambiguous, a long one is a precise concept.
 */
const BY_LENGTH = [0, 0.4, 1, 1.1, 1.2];
/** Factor of a word that questions about any code contain. */
const WEAK = 0.3;
/** Factor of an everyday word. */
const GENERAL = 0.7;
/** Words from this length on are taken apart as well. */
const COMPOUND = 4;
/** Factor of a word inside a longer one. */
const COMPONENT = 0.35;
/** Weight of a spelling in pinyin: sure where it occurs, and it hardly ever does by chance. */
const PINYIN = 0.8;
/** Open words of one run that the repository is asked for. */
const MOST_OPEN = 16;
/** Factor of what the repository taught. */
const TAUGHT = 1.2;
/** Factor of one word of an expression of several. */
const PART = 0.55;

/** What is not Han stands as it is; the Han runs are added piece by piece with their translations. */
function addQuestionTokens(text: string, terms: TermList): void {
  tokenize(text.replace(HAN, " "), (term) => {
    terms.add({ term, weight: 1, origin: "question", source: term });
  });
}

const HAN = /\p{Script=Han}+/gu;

interface Run {
  readonly terms: TermList;
  /** Parts of words that are in the list already. */
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
    addPinyin(piece, terms);
  }
}

function addOriginal(piece: Segment, known: Lexicon, terms: TermList): void {
  const weight = known.isWeak(piece.text) ? WEAK : 1;
  tokenize(piece.text, (term) => terms.add({ term, weight, origin: "question", source: piece.text }));
}

/** Names spelt in pinyin: `yonghu` for 用户. One syllable would be a word of many meanings, and of English. */
function addPinyin(piece: Segment, terms: TermList): void {
  if (piece.text.length < 2 || piece.text.length > 4) return;
  for (const syllables of pinyin(piece.text)) {
    const term = stem(syllables.join(""));
    terms.add({ term, weight: PINYIN, origin: "pinyin", source: piece.text, phrase: syllables.join(" ") });
  }
}

/** What the words inside a long word mean: weaker, since the whole may mean something else. */
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

/** What the repository says itself where the lexicon knows nothing, or only the parts. */
function addTaught(pieces: readonly Segment[], teacher: Teacher, terms: TermList): void {
  for (const { text, isCompound } of openWords(pieces).slice(0, MOST_OPEN)) {
    for (const { token, weight, phrase } of lessonsFor(text, teacher, { isCompound })) {
      terms.add({
        term: token,
        weight: TAUGHT * weight,
        origin: "taught",
        source: text,
        ...(phrase !== undefined && { phrase }),
      });
    }
  }
}

type Head = Pick<WeightedTerm, "weight" | "source" | "origin">;

/** "foreign key" gives `foreignkey` (the token of `foreign_key` and `ForeignKey` too), `foreign` and `key`. */
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
