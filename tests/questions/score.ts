import type { Lines } from "./block.ts";
import { isRight, isWithin, readBlock } from "./block.ts";

/** A question with its right definitions. */
export interface Question {
  readonly id: string;
  readonly repo: string;
  readonly commit: string;
  readonly kind: string;
  readonly style: "terms" | "everyday";
  readonly en: string;
  readonly zh: string;
  readonly primary: readonly Definition[];
  readonly secondary?: readonly Definition[];
}

/** A right definition. */
export interface Definition extends Lines {
  readonly symbol: string;
}

/** What became of a question; see README.md for the measures. */
export interface Result {
  readonly id: string;
  readonly lang: string;
  readonly kind: string;
  readonly style: string;
  /** One-based rank of the first right place; 0: none. */
  readonly rank: number;
  readonly found: number;
  readonly shown: number;
  readonly codeLines: number;
  readonly rightLines: number;
  readonly characters: number;
  readonly rightCharacters: number;
  readonly ms: number;
}

/** Lines of a definition that are enough to show it. */
const ENOUGH = 12;

/** Scores a block. */
export function score(
  { id, kind, style, primary, secondary = [] }: Question,
  { lang, text, ms }: { readonly lang: string; readonly text: string; readonly ms: number },
): Result {
  const { places, shown } = readBlock(text);
  const all = [...primary, ...secondary];
  const isShown = (one: Definition): boolean => {
    const lines = new Set(shown.filter((line) => isWithin(line, one)).map(({ line }) => line)).size;
    return lines >= ENOUGH || lines >= (one.end - one.start + 1) / 2;
  };
  const distinct = places.filter(({ path, start }, at) =>
    places.findIndex((one) => one.path === path && one.start === start) === at
  );
  const right = places.filter((place) => all.some((one) => isRight(place, one)));
  const within = shown.filter((line) => all.some((one) => isWithin(line, one)));
  const sum = (of: readonly { readonly characters: number }[]): number =>
    of.reduce((total, { characters }) => total + characters, 0);
  return {
    id,
    lang,
    kind,
    style,
    rank: 1 + distinct.findIndex((place) => primary.some((one) => isRight(place, one))),
    found: primary.filter((one) => places.some((place) => isRight(place, one))).length / primary.length,
    shown: primary.filter(isShown).length / primary.length,
    codeLines: shown.length,
    rightLines: within.length,
    characters: text.length,
    rightCharacters: sum(right) + sum(within),
    ms: Math.round(ms),
  };
}

/** The measures of several results, in the order of {@link MEASURES}. */
export function measure(results: readonly Result[]): readonly number[] {
  const count = results.length;
  const share = (is: (result: Result) => boolean): number => 100 * results.filter(is).length / count;
  const mean = (of: (result: Result) => number): number =>
    results.reduce((sum, one) => sum + of(one), 0) / count;
  const at = (most: number): number => share(({ rank }) => rank > 0 && rank <= most);
  const ratio = (part: (result: Result) => number, whole: (result: Result) => number): number =>
    100 * mean(part) / mean(whole);
  return [
    at(1),
    at(3),
    at(5),
    at(10),
    100 * mean(({ found }) => found),
    100 * mean(({ shown }) => shown),
    ratio(({ rightLines }) => rightLines, ({ codeLines }) => codeLines),
    ratio(({ rightCharacters }) => rightCharacters, ({ characters }) => characters),
    mean(({ characters }) => characters),
    share(({ characters }) => characters === 0),
  ];
}

/** Names of the measures. */
export const MEASURES: readonly string[] = [
  "def@1",
  "def@3",
  "def@5",
  "def@10",
  "found",
  "shown",
  "lines",
  "right ch",
  "chars",
  "silent",
];

/** Questions won and lost against an earlier run, and whether that is beyond chance. */
export interface Comparison {
  readonly won: number;
  readonly lost: number;
  readonly isBeyondChance: boolean;
}

/** Compares a measure question by question. */
export function compare(
  now: readonly Result[],
  before: readonly Result[],
  valueOf: (result: Result) => number,
): Comparison {
  const earlier = new Map(before.map((one) => [`${one.id} ${one.lang}`, one]));
  const differences = now.flatMap((one) => {
    const other = earlier.get(`${one.id} ${one.lang}`);
    return other ? [valueOf(one) - valueOf(other)] : [];
  });
  const won = differences.filter((one) => one > 0).length;
  const lost = differences.filter((one) => one < 0).length;
  return { won, lost, isBeyondChance: signTest(won, lost) < 0.05 };
}

/** The probability that won and lost differ by so much or more if both are equally likely: the two-sided sign test. */
function signTest(won: number, lost: number): number {
  const count = won + lost;
  let term = 0.5 ** count;
  let tail = 0;
  for (let at = 0; at <= Math.min(won, lost); at++) {
    tail += term;
    term = term * (count - at) / (at + 1);
  }
  return Math.min(1, 2 * tail);
}
