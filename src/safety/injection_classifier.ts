import data from "../../config/injection_words.json" with { type: "json" };
import type { Folded } from "./fold.ts";

/**
 * Passages that no rule and no sum of signs knows: a linear model over a sentence's words and pairs of words, learnt
 * from passages that give orders to models and from comments that do not.
 */

const WEIGHTS: ReadonlyMap<string, number> = new Map(Object.entries(data.weights));

/** Longer lines are data; only their beginning is looked at. UTF-16 units. */
const LONGEST_LINE = 600;

/** So many words in a row make a sentence, in Latin letters or in Chinese characters; code seldom has them. */
const SENTENCE = /(?:[a-z'.,:]+ ){4}[a-z]|[\u3400-\u9FFF][\u3400-\u9FFF，、]{7}/;

/** Chinese lines up to here are taken as one sentence. UTF-16 units. */
const LONGEST_SENTENCE = 100;

const HAN = /[\u3400-\u9FFF]/;

/** Where a comment begins behind code. */
const COMMENT = /\s(?:\/\/+|#+|\/\*+|<!--|--)\s/;

/** Words that say little by themselves do not widen what is removed. */
const TELLING = 0.3;

/** A word of a sentence or a pair of words, as the model knows them. */
export interface Feature {
  readonly name: string;
  /** Where it stands in the sentence, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Offsets of the telling words, first to last, in each line that reads like orders to a model. */
export function* wordedPassages({ text, origin }: Folded): Generator<{ start: number; end: number }> {
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

/** A line of Chinese may be a whole paragraph, in which chance adds up: it counts by the sentences that end in it. */
function sentencesOf(line: string): readonly string[] {
  return HAN.test(line) && line.length > LONGEST_SENTENCE ? line.split(/(?<=[。！？])/) : [line];
}

/** What the model looks at in a folded sentence, each once. */
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
  if (HAN.test(word)) {
    for (let at = 0; at + 1 < word.length; at++) {
      yield { name: word.slice(at, at + 2), start: start + at, end: start + at + 2 };
    }
    return;
  }
  const end = start + word.length;
  yield { name: short(word), start, end };
  yield { name: `${before} ${short(word)}`, start, end };
}

/** Numbers are alike, possessives and long endings go. */
function short(word: string): string {
  return /^\d/.test(word) ? "0" : word.replace(/'s$/, "").slice(0, 12);
}

function spanOf(sentence: string): { start: number; end: number } | undefined {
  let sum = data.bias;
  let start = sentence.length;
  let end = 0;
  for (const feature of features(sentence)) {
    const weight = WEIGHTS.get(feature.name);
    if (weight === undefined) continue;
    sum += weight;
    if (weight < TELLING) continue;
    start = Math.min(start, feature.start);
    end = Math.max(end, feature.end);
  }
  const least = HAN.test(sentence) ? data.least.han : data.least.latin;
  return sum >= least && start < end ? { start, end } : undefined;
}
