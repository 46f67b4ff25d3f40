import { isStopWord } from "../../text/stop_words.ts";
import type { WeightedTerm } from "../../text/terms.ts";
import { bigrams, tokens } from "../../text/tokens.ts";
import type { Mentions } from "./mentions.ts";
import { mentionsOf } from "./mentions.ts";
import { pruned, withoutForm } from "./prune.ts";
import type { Segments } from "./segments.ts";
import { segmentsOf } from "./segments.ts";

/**
 * The ways to weigh the words of one question. `A` all of it, `T` its title, `P` its prose, `C` its code, `L` its
 * beginning, `I` the words that look like code; `W` all, title and code-like words favoured; `Q` the same after
 * cutting template text and environment dumps, sentences favoured over code.
 */
export const VIEWS = ["A", "T", "P", "C", "L", "I", "W", "Q"] as const;

/** One of {@link VIEWS}. */
export type View = (typeof VIEWS)[number];

/** Weight of a term in each view, parallel to {@link VIEWS}. */
export type ViewWeights = Float64Array;

/** A question ready to be scored. */
export interface QueryViews {
  readonly segments: Segments;
  readonly mentions: Mentions;
  /** Term, as `tokenize` emits it, to its weights. */
  readonly terms: ReadonlyMap<string, ViewWeights>;
  /** Bigram to its weight in the whole question and in the title, at most 2 each. */
  readonly bigrams: ReadonlyMap<string, readonly [all: number, title: number]>;
  /** The terms that are translations, by what they stand for. */
  readonly translated: ReadonlyMap<string, readonly TranslatedTerm[]>;
}

/** An English word that a word of another language stands for. */
export interface TranslatedTerm {
  /** As `tokenize` emits it. */
  readonly term: string;
  /** 0..1.3; 1 = as good as a word of the question itself. */
  readonly weight: number;
  /** For a translation of two words: both, as `bigrams` emits them. */
  readonly phrase?: string;
  /** What it stands for, as the question has it in simplified characters; absent: nothing of the question. */
  readonly source?: string;
  /** See `WeightedTerm`; absent: none of a translation. */
  readonly origin?: WeightedTerm["origin"];
}

/** What may come with the text. */
export interface QueryHints {
  /** Translations of what is not English; they join every view. */
  readonly translations?: readonly TranslatedTerm[];
  /** The text word by word in English, see `inEnglish`: read in its place, so that the translations are alternatives. */
  readonly english?: string;
  /** Identifiers recognised elsewhere; they count as looking like code. */
  readonly identifiers?: readonly string[];
}

/** Factor of the other translations of a word: one with four must not outweigh one with a single one. */
const ALTERNATIVE = 0.3;
const BEGINNING = 400;
/** More would cost time and say nothing: the rarest terms decide. */
const LONGEST_TEXT = 60_000;

/** Reads a question: an issue text or a short prompt. */
export function queryViews(text: string, hints: QueryHints = {}): QueryViews {
  const cut = withoutForm(text.slice(0, LONGEST_TEXT));
  const segments = segmentsOf(cut);
  const english = hints.english === undefined ? cut : withoutForm(hints.english.slice(0, LONGEST_TEXT));
  const read = hints.english === undefined ? segments : segmentsOf(english);
  const mentions = withIdentifiers(mentionsOf(read), hints.identifiers ?? []);
  const terms = new Map<string, ViewWeights>();
  const put = (
    view: View,
    counts: Map<string, number>,
    weigh: (count: number, term: string) => number,
  ): void => {
    const at = VIEWS.indexOf(view);
    for (const [term, count] of counts) {
      let weights = terms.get(term);
      if (weights === undefined) terms.set(term, weights = new Float64Array(VIEWS.length));
      weights[at] = weigh(count, term);
    }
  };
  const upTo3 = (count: number): number => Math.min(count, 3);
  const whole = plainViews(read, mentions);
  for (const view of ["A", "T", "P", "C", "L", "I"] as const) put(view, whole[view], upTo3);
  put(
    "W",
    whole.A,
    (count, term) => Math.sqrt(Math.min(count, 3)) + 2 * bit(whole.T, term) + bit(whole.I, term),
  );
  const short = segmentsOf(pruned(english));
  const narrow = plainViews(short, mentionsOf(short));
  put(
    "Q",
    narrow.A,
    (count, term) =>
      Math.sqrt(Math.min(count, 4)) * (narrow.P.has(term) || narrow.I.has(term) ? 1 : 0.5) +
      2.5 * bit(narrow.T, term) + bit(narrow.I, term),
  );
  const pairs = bigramsOf(read);
  for (const { term, weight, phrase, origin } of hints.translations ?? []) {
    const isAlternative = hints.english !== undefined && (origin === "lexicon" || origin === "part");
    addBridged(terms, term, isAlternative ? ALTERNATIVE * weight : weight);
    if (phrase !== undefined && !pairs.has(phrase)) pairs.set(phrase, [1, 1]);
  }
  const translated = Map.groupBy(
    (hints.translations ?? []).filter(({ source }) => source !== undefined),
    ({ source }) => source!,
  );
  return { segments, mentions, terms, bigrams: pairs, translated };
}

type PlainView = "A" | "T" | "P" | "C" | "L" | "I";

function plainViews(segments: Segments, mentions: Mentions): Record<PlainView, Map<string, number>> {
  return {
    A: countTerms(segments.all),
    T: countTerms(segments.title),
    P: countTerms(segments.prose),
    C: countTerms(`${segments.code}\n${segments.inline}`),
    L: countTerms(`${segments.title}\n${segments.prose.slice(0, BEGINNING)}`),
    I: countTerms([...mentions.identifiers].join(" ")),
  };
}

function bit(terms: Map<string, number>, term: string): number {
  return terms.has(term) ? 1 : 0;
}

/** How often each term stands in `text`, stop words left out. */
export function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens(withoutStopWords(text))) {
    if (token.length > 1 && !isStopWord(token)) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return counts;
}

/** Stop words are cut before stemming, which would disguise them. */
function withoutStopWords(text: string): string {
  return text.replace(/[A-Za-z_$][\w$]*/g, (word) => isStopWord(word.toLowerCase()) ? " " : word);
}

function withIdentifiers(mentions: Mentions, more: readonly string[]): Mentions {
  if (more.length === 0) return mentions;
  const words = more.flatMap((name) => name.match(/[A-Za-z_$][\w$]*/g) ?? []);
  return { ...mentions, identifiers: new Set([...mentions.identifiers, ...words]) };
}

function addBridged(terms: Map<string, ViewWeights>, term: string, weight: number): void {
  let weights = terms.get(term);
  if (weights === undefined) terms.set(term, weights = new Float64Array(VIEWS.length));
  for (const view of ["A", "T", "P", "L"] as const) add(weights, view, weight);
  for (const view of ["W", "Q"] as const) add(weights, view, 3 * weight);
}

function add(weights: ViewWeights, view: View, weight: number): void {
  const at = VIEWS.indexOf(view);
  weights[at] = Math.max(weights[at]!, weight);
}

function bigramsOf(segments: Segments): Map<string, [number, number]> {
  const found = new Map<string, [number, number]>();
  const take = (text: string, title: boolean): void => {
    bigrams(text, (pair) => {
      let counts = found.get(pair);
      if (counts === undefined) found.set(pair, counts = [0, 0]);
      if (counts[0] < 2) counts[0]++;
      if (title && counts[1] < 2) counts[1]++;
    });
  };
  take(segments.title, true);
  for (const text of [segments.prose, segments.code, segments.inline, segments.trace]) take(text, false);
  return found;
}
