import data from "../../config/injection_words.json" with { type: "json" };
import { type FoldedText, hasHan } from "./fold.ts";
import type { Passage } from "./passages.ts";

/**
 * The injection classifier: a linear model over the words and word pairs of a sentence, trained on passages that
 * instruct models and on comments that do not.
 */

const WEIGHTS: ReadonlyMap<string, number> = new Map(Object.entries(data.weights));

/** Maximum line length in UTF-16 code units; longer lines are data, of which only the start is classified. */
export const LONGEST_LINE = 600;

/** Minimum run of words for a sentence, in Latin letters or in Chinese characters; rare in code. */
const SENTENCE = /(?:[a-z'.,:]+ ){4}[a-z]|[\u3400-\u9FFF][\u3400-\u9FFF，、]{7}/;

/** Maximum length of a Chinese line classified as one sentence, in UTF-16 code units. */
const LONGEST_SENTENCE = 100;

/** Start of a comment after code. */
const COMMENT = /\s(?:\/\/+|#+|\/\*+|<!--|--)\s/;

/** Minimum weight of a word that extends the removed passage. */
const LEAST_INDICATIVE_WEIGHT = 0.3;

/** A word or word pair of a sentence, as a feature of the model. */
export interface Feature extends Passage {
  readonly name: string;
}

/**
 * Range from the first to the last indicative word, in each line classified as an instruction; `end` is the offset of
 * the last character.
 */
export function* classifiedPassages({ text, origin }: FoldedText): Generator<Passage> {
  let at = 0;
  for (const line of text.split("\n")) {
    const from = COMMENT.exec(line)?.index ?? 0;
    let start = at + from;
    for (const sentence of sentencesOf(line.slice(from, from + LONGEST_LINE))) {
      const span = SENTENCE.test(sentence) ? spanOf(sentence) : undefined;
      if (span) yield { start: origin(start + span.start), end: origin(start + span.end - 1) };
      start += sentence.length;
    }
    at += line.length + 1;
  }
}

/** Splits a long line, which may be a whole paragraph and accumulate chance matches, into sentences. */
export function sentencesOf(line: string): readonly string[] {
  return line.length > LONGEST_SENTENCE ? line.split(/(?<=[。！？]|[.!?;] )/) : [line];
}

/** The features of a folded sentence, each once. */
export function* features(sentence: string): Generator<Feature> {
  const seen = new Set<string>();
  let before = "^";
  for (const match of sentence.matchAll(/[a-z][a-z']*|[\u3400-\u9FFF]+|\d+/g)) {
    const [word] = match;
    for (const feature of ofWord(word, before, match.index)) {
      if (seen.has(feature.name)) continue;
      seen.add(feature.name);
      yield feature;
    }
    before = short(word);
  }
}

function* ofWord(word: string, before: string, start: number): Generator<Feature> {
  if (hasHan(word)) {
    for (let at = 0; at + 1 < word.length; at++) {
      yield { name: word.slice(at, at + 2), start: start + at, end: start + at + 2 };
    }
    return;
  }
  const end = start + word.length;
  yield { name: short(word), start, end };
  yield { name: `${before} ${short(word)}`, start, end };
}

/** Normalizes a word: all numbers are equal; possessives are removed, long words truncated. */
function short(word: string): string {
  return /^\d/.test(word) ? "0" : word.replace(/'s$/, "").slice(0, 12);
}

function spanOf(sentence: string): Passage | undefined {
  let sum = data.bias;
  let start = sentence.length;
  let end = 0;
  for (const feature of features(sentence)) {
    const weight = WEIGHTS.get(feature.name);
    if (weight === undefined) continue;
    sum += weight;
    if (weight < LEAST_INDICATIVE_WEIGHT) continue;
    start = Math.min(start, feature.start);
    end = Math.max(end, feature.end);
  }
  const least = hasHan(sentence) ? data.least.han : data.least.latin;
  return sum >= least && start < end ? { start, end } : undefined;
}
