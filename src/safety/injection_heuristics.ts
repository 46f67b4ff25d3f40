import data from "../../config/injection_signs.json" with { type: "json" };
import type { Folded } from "./fold.ts";
import { KeywordTable } from "./keywords.ts";
import { onceEach } from "../model/once.ts";

/**
 * Passages that no single rule knows: sentences in which several signs of talking to a model come together, such as an
 * assistant that is addressed, an order, secrets and a place to send them.
 */

/** One sign of `config/injection_signs.json`. */
export interface Sign {
  readonly id: string;
  /** `zh` signs are looked for only in text with Chinese characters. */
  readonly lang: string;
  readonly doc: string;
  /** Added once per sentence. */
  readonly weight: number;
  /** The patterns run only on text that holds at least one of these. */
  readonly keywords: readonly string[];
  /**
   * Regular expressions over a line of folded text; what begins first counts. In one expression of 3,400 characters they took
   * four times as long to compile, in every process that shows code.
   */
  readonly patterns: readonly string[];
  /** A passage that bears it. */
  readonly example: string;
}

/** The signs as data, heavy ones first. */
export const SIGNS: readonly Sign[] = [...data.signs].sort((a, b) => b.weight - a.weight);

const TABLE = new KeywordTable(SIGNS, ({ keywords }) => keywords);

/** The sum from which a sentence is removed, inclusive. */
export const LEAST_SIGNS: number = data.least;

/** What the heavy signs must add up to before light ones count: an address and an order are in every manual. */
const ANCHOR = 2;

/** Longer lines are data; only their beginning is looked at. UTF-16 units. */
const LONGEST_LINE = 600;

/** A shorter line ends where its sentence ends. */
const WRAPPED = 60;

/** The signs whose signs of presence a text holds, with those. */
type Possible = readonly { readonly sign: Sign; readonly keywords: readonly string[] }[];

/** Where a line's signs stand, offsets in the line, end exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Lines of folded text, or two that one sentence runs over, whose signs add up. Offsets of their first and last unit. */
export function* signedPassages(folded: Folded): Generator<Span> {
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
  const { rules, held } = TABLE.in(text);
  const hasHan = /[\u3400-\u9FFF]/.test(text);
  return rules.flatMap((sign) => {
    return sign.lang === "zh" && !hasHan ? [] : [{ sign, keywords: sign.keywords.filter(held) }];
  });
}

/** From the first to the last of the signs, when they are enough; `shift` is taken off the offsets. */
function spanOf(whole: string, possible: Possible, shift = 0): Span | undefined {
  const line = whole.slice(0, LONGEST_LINE);
  const here = possible.filter(({ keywords }) => keywords.some((keyword) => stands(line, keyword)));
  let sum = 0;
  let reachable = sumOf(here);
  const found: RegExpExecArray[] = [];
  for (const { sign } of here) {
    if (sign.weight === 1 && sum < ANCHOR) return undefined;
    // A pattern is compiled when it first runs, which takes longer than to run it.
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

/** Keywords as short as this are inside too many other words: `ai` in `failure`. UTF-16 units. */
const SHORT = 2;

function stands(line: string, keyword: string): boolean {
  return keyword.length > SHORT || !/^[a-z]/.test(keyword)
    ? line.includes(keyword)
    : aloneOf(keyword).test(line);
}

/** A short keyword as a word of its own, or with an `s` behind it. */
const aloneOf = onceEach((keyword: string) => new RegExp(`(?<![a-z])${keyword}(?![a-rt-z]|s[a-z])`));

function sumOf(possible: Possible): number {
  return possible.reduce((sum, { sign }) => sum + sign.weight, 0);
}

/** Whether a sentence goes on in the next line. */
function runsOn(line: string, next: string): boolean {
  return line.length >= WRAPPED && /[a-z,\u4E00-\u9FFF，、]\s*$/.test(line) &&
    /^\s*[a-z\u4E00-\u9FFF][^=(){}[\];]*$/.test(next);
}

const regexesOf = onceEach(({ patterns }: Sign) => patterns.map((pattern) => new RegExp(pattern)));

/** The match that begins first; of two the one of the earlier expression. */
function firstOf(regexes: readonly RegExp[], line: string): RegExpExecArray | undefined {
  let first: RegExpExecArray | undefined;
  for (const regex of regexes) {
    const match = regex.exec(line);
    if (match && (first === undefined || match.index < first.index)) first = match;
  }
  return first;
}
