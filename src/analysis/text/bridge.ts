import { hasCjk } from "./chars.ts";
import type { LearnedPairs } from "./learned.ts";
import { type Lexicon, lexicon } from "./lexicon.ts";
import { type ExtraWords, hanRuns, type Segment, segment } from "./segment.ts";
import { isStopWord } from "./stop_words.ts";
import { rankWeight, TermList, type WeightedTerm } from "./terms.ts";
import { stem, tokenize } from "./tokens.ts";
import { simplify } from "./traditional.ts";

export type { WeightedTerm };

/** Options of `translateQuery`. */
export interface TranslateOptions {
  /** What the repository itself taught; default none. */
  readonly learned?: LearnedPairs;
}

/**
 * The search terms of a question's words (Chinese, English or mixed): Han runs are segmented against the lexicon and
 * the learned pairs and translated, everything else is tokenised as it stands. A term occurs once, with its best weight; strongest
 * first, ties in order of appearance.
 */
export function translateQuery(words: readonly string[], options: TranslateOptions = {}): WeightedTerm[] {
  const terms = new TermList();
  for (const word of words) {
    const text = simplify(word.normalize("NFC"));
    addQuestionTokens(text, terms);
    if (!hasCjk(text)) continue;
    for (const run of hanRuns(text)) addRun(run, terms, options.learned);
  }
  return terms.sorted();
}

/** Weight by length of the Chinese word in characters: one alone is ambiguous, a long one is a precise concept. */
const BY_LENGTH = [0, 0.4, 1, 1.1, 1.2];
/** Factor of a word that questions about any code contain. */
const WEAK = 0.3;
/** Factor of one word of an expression of several. */
const PART = 0.55;

function addQuestionTokens(text: string, terms: TermList): void {
  const concept = terms.newConcept();
  if (!hasCjk(text)) {
    tokenize(text, (term) => terms.add({ term, weight: 1, concept, origin: "question", source: text }));
    return;
  }
  // Latin words inside a Chinese run; the Han part is added piece by piece with its translation.
  const latin = text.replace(/[^\x21-\x7e\xc0-\u024f]+/g, " ");
  tokenize(
    latin,
    (term) => terms.add({ term, weight: 1, concept: terms.newConcept(), origin: "question", source: term }),
  );
}

function addRun(run: string, terms: TermList, learned: LearnedPairs | undefined): void {
  const known = lexicon();
  for (const piece of segment(run, known, learned && extraWords(learned))) {
    if (piece.kind === "stop") continue;
    const concept = terms.newConcept();
    addOriginal(piece, known, concept, terms);
    addTranslations(piece.text, known, concept, terms);
    addLearned(piece, learned, concept, terms);
  }
}

function addOriginal(piece: Segment, known: Lexicon, concept: number, terms: TermList): void {
  const weight = known.isWeak(piece.text) ? WEAK : 1;
  tokenize(
    piece.text,
    (term) => terms.add({ term, weight, concept, origin: "question", source: piece.text }),
  );
}

function addTranslations(chinese: string, known: Lexicon, concept: number, terms: TermList): void {
  const english = known.english(chinese);
  if (english === undefined) return;
  const factor = BY_LENGTH[Math.min(chinese.length, BY_LENGTH.length - 1)]! *
    (known.isWeak(chinese) ? WEAK : 1);
  english.forEach((expression, rank) => {
    const weight = factor * rankWeight(rank);
    addExpression(expression, { weight, concept, source: chinese, origin: "lexicon" }, terms);
  });
}

type Head = Pick<WeightedTerm, "weight" | "concept" | "source" | "origin">;

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

function addLearned(
  piece: Segment,
  learned: LearnedPairs | undefined,
  concept: number,
  terms: TermList,
): void {
  for (const [term, weight] of learned?.get(piece.text) ?? []) {
    terms.add({ term, weight, concept, origin: "learned", source: piece.text });
  }
}

const extras = new WeakMap<LearnedPairs, ExtraWords>();

function extraWords(learned: LearnedPairs): ExtraWords {
  let extra = extras.get(learned);
  if (extra === undefined) {
    let longest = 0;
    for (const word of learned.keys()) longest = Math.max(longest, word.length);
    extra = { has: (word) => learned.has(word), longest };
    extras.set(learned, extra);
  }
  return extra;
}
