import { LONGEST_LINE } from "./injection_classifier.ts";
import data from "../../config/injection_signs.json" with { type: "json" };
import { type FoldedText, hasHan, hasLower } from "./fold.ts";

import { KeywordTable } from "./keywords.ts";
import type { Passage, TestedRule } from "./passages.ts";
import { onceEach } from "../model/once.ts";

/**
 * Injection heuristics: detects sentences that combine several signs of addressing a model, such as an assistant's
 * name, an order, secrets and a destination.
 */

/** A sign in `config/injection_signs.json`. */
export interface Sign extends Omit<TestedRule, "benign"> {
  /** `zh` signs are tested only in text with Chinese characters. */
  readonly lang: string;
  /** Added to a sentence's score at most once. */
  readonly weight: number;
  /** Prefilter: the patterns are tested only in text with at least one keyword. */
  readonly keywords: readonly string[];
  /**
   * Regular expressions for a line of folded text; the earliest match counts. As one expression of 3,400 characters
   * they took four times as long to compile, in every process that displays code.
   */
  readonly patterns: readonly string[];
}

/** All signs, highest weight first. */
export const SIGNS: readonly Sign[] = [...data.signs].sort((a, b) => b.weight - a.weight);

const TABLE = new KeywordTable(SIGNS, ({ keywords }) => keywords);

/** Minimum score of a removed sentence, inclusive. */
export const LEAST_SIGNS: number = data.least;

/** Minimum score of the heavy signs before light ones count: every manual contains an address and an order. */
const ANCHOR = 2;

/** Minimum length of a wrapped line; in a shorter one the sentence ends. */
const WRAPPED = 60;

/** The signs with keywords in a text, and those keywords. */
type Possible = readonly { readonly sign: Sign; readonly keywords: readonly string[] }[];

/**
 * Ranges in lines of folded text, or in two lines of one sentence, whose score suffices. `end` is the offset of the
 * last character.
 */
export function* heuristicPassages(folded: FoldedText): Generator<Passage> {
  const { text } = folded;
  const possible = possibleIn(text);
  if (sumOf(possible) < LEAST_SIGNS) return;
  let at = 0;
  let before = "";
  for (const line of text.split("\n")) {
    const span = spanOf(line, possible) ??
      (runsOn(before, line) ? spanOf(`${before}\n${line}`, possible, before.length + 1) : undefined);
    if (span) yield { start: folded.origin(at + span.start), end: folded.origin(at + span.end - 1) };
    before = line;
    at += line.length + 1;
  }
}

function possibleIn(text: string): Possible {
  const { rules, contains } = TABLE.in(text);
  const isChinese = hasHan(text);
  return rules.flatMap((sign) => {
    return sign.lang === "zh" && !isChinese ? [] : [{ sign, keywords: sign.keywords.filter(contains) }];
  });
}

/** Range from the first to the last sign if the score suffices; `shift` is subtracted from the offsets. */
function spanOf(whole: string, possible: Possible, shift = 0): Passage | undefined {
  const line = whole.slice(0, LONGEST_LINE);
  const here = possible.filter(({ keywords }) => keywords.some((keyword) => containsKeyword(line, keyword)));
  let sum = 0;
  let reachable = sumOf(here);
  const found: RegExpExecArray[] = [];
  for (const { sign } of here) {
    if (sign.weight === 1 && sum < ANCHOR) return undefined;
    // A pattern is compiled when it first runs, which takes longer than running it.
    if (sum + reachable < LEAST_SIGNS) return undefined;
    reachable -= sign.weight;
    const match = firstOf(regexesOf(sign), line);
    if (!match || match[0].trim() === "") continue;
    sum += sign.weight;
    found.push(match);
  }
  if (sum < LEAST_SIGNS) return undefined;
  const starts = found.map(({ index, 0: words }) => index + words.length - words.trimStart().length);
  const ends = found.map(({ index, 0: words }) => index + words.length);
  return { start: Math.min(...starts) - shift, end: Math.max(...ends) - shift };
}

/** Maximum length of keywords matched only as whole words: `ai` is part of `failure`. UTF-16 code units. */
const SHORT = 2;

function containsKeyword(line: string, keyword: string): boolean {
  return keyword.length > SHORT || !hasLower(keyword.charAt(0))
    ? line.includes(keyword)
    : aloneOf(keyword).test(line);
}

/** A short keyword as a whole word, or with a trailing `s`. */
const aloneOf = onceEach((keyword: string) => new RegExp(`(?<![a-z])${keyword}(?![a-rt-z]|s[a-z])`));

function sumOf(possible: Possible): number {
  return possible.reduce((sum, { sign }) => sum + sign.weight, 0);
}

/** True if a sentence continues in the next line. */
function runsOn(line: string, next: string): boolean {
  return line.length >= WRAPPED && /[a-z,\u4E00-\u9FFF，、]\s*$/.test(line) &&
    /^\s*[a-z\u4E00-\u9FFF][^=(){}[\];]*$/.test(next);
}

const regexesOf = onceEach(({ patterns }: Sign) => patterns.map((pattern) => new RegExp(pattern)));

/** The earliest match; of equal ones that of the first expression. */
function firstOf(regexes: readonly RegExp[], line: string): RegExpExecArray | undefined {
  let first: RegExpExecArray | undefined;
  for (const regex of regexes) {
    const match = regex.exec(line);
    if (match && (first === undefined || match.index < first.index)) first = match;
  }
  return first;
}
