import { isTold } from "../../../src/search/definition_findings.ts";
import type { SecondValues } from "../../../src/search/second_pass.ts";
import { scoreOf } from "../../../src/search/second_pass.ts";
import type { Bound, Choice } from "./logit.ts";
import { fitLogit, scores, softmax } from "./logit.ts";
import type { Asked, Candidate } from "./second_values.ts";

/** Weights of the second ranking. */
export type SecondWeights = Readonly<SecondValues>;

/** The weights before the fit, which it starts from and is drawn to: new values weigh nothing. */
export const BEFORE: SecondWeights = {
  first: 0.89,
  short: -0.61,
  tiny: -0.8,
  accessor: -0.64,
  type: -0.46,
  calledByBest: 0.77,
  callsBest: 0.33,
  called: 0.89,
  branches: 0.39,
  clause: 0.25,
  verb: 0.7,
  quoted: 0.6,
  words: 0,
  decided: 0,
  owner: 2,
  long: 0,
  unused: 0,
  namesakes: 0,
  uses: 0,
};
/** What gets a weight of its own; the others keep their proportions, by one factor for all. */
const FREE = [
  "words",
  "decided",
  "long",
  "unused",
  "namesakes",
  "uses",
  "owner",
  "type",
  "tiny",
] as const satisfies (keyof SecondValues)[];
const IDS = Object.keys(BEFORE) as (keyof SecondValues)[];
const L2 = 0.01;
/** The column of the common factor is this much larger, so that the factor is hardly drawn to anything. */
const LOOSE = 100;
const ROUNDS = 25;
/** Part of a question's say that all its answers have alike. */
const EACH = 0.25;
const SHOWN = 10;

/**
 * Weights by a softmax over the candidates of each question: a factor for {@link BEFORE} and, for each of the free
 * values, what is added to it, drawn to 0 in units of the value's standard deviation. Of several answers one in front
 * is nearly enough: which one it is to be is estimated anew from the weights of the round before. Questions without
 * an answer among their candidates say nothing.
 */
export function fitSecond(asked: readonly Asked[]): SecondWeights {
  const answered = asked.filter(({ candidates }) => candidates.some(({ answer }) => answer >= 0));
  if (answered.length === 0) throw new Error("no question has an answer among its candidates");
  const rows = asked.flatMap(({ candidates }) => candidates);
  const units = FREE.map((id) => deviation(rows.map(({ values }) => values[id])));
  const bounds: Bound[] = Array(1 + FREE.length).fill("free");
  const choices = answered.map((one) => choiceOf(one, units));
  let fitted = Float64Array.from(bounds, (_, i) => i === 0 ? 1 / LOOSE : 0);
  for (let round = 0; round < ROUNDS; round++) {
    const wanted = choices.map((choice) => ({ ...choice, parts: partsOf(choice, fitted) }));
    fitted = Float64Array.from(fitLogit(wanted, bounds, { l2: L2, start: fitted }));
  }
  const weights = { ...BEFORE };
  for (const id of IDS) weights[id] *= fitted[0]! * LOOSE;
  FREE.forEach((id, i) => weights[id] += fitted[i + 1]! / units[i]!);
  return weights;
}

function choiceOf({ candidates }: Asked, units: readonly number[]): Choice {
  const rows = candidates.map(({ values }) => [
    LOOSE * scoreOf(values, BEFORE),
    ...FREE.map((id, i) => values[id] / units[i]!),
  ]);
  const gold = candidates.flatMap(({ answer }, row) => answer >= 0 ? [row] : []);
  return { features: Float64Array.from(rows.flat()), rows: rows.length, gold };
}

/** How much each answer is to be the first one: mostly by its score among them. */
function partsOf(choice: Choice, weights: Float64Array): number[] {
  const all = scores(choice, weights);
  const { shares } = softmax(Float64Array.from(choice.gold, (row) => all[row]!));
  return Array.from(shares, (share) => (1 - EACH) * share + EACH / choice.gold.length);
}

/** Standard deviation, 1 for values that are all the same. */
function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
}

/** How one order of a question's candidates answers it. */
export interface SecondOutcome {
  /** One-based place of the first answer, infinite without one. */
  readonly rank: number;
  /** Share of the answers among the first ten, 0 to 1. */
  readonly found: number;
}

/** The order by `weights`, without what adds nothing to those before it. */
export function outcomeOf({ candidates, answers }: Asked, weights: SecondWeights): SecondOutcome {
  const told: Candidate[] = [];
  const order = candidates.map((one) => ({ one, score: scoreOf(one.values, weights) }))
    .sort((a, b) => b.score - a.score);
  for (const { one } of order) if (!isTold(one, told)) told.push(one);
  const found = new Set(told.slice(0, SHOWN).map(({ answer }) => answer).filter((answer) => answer >= 0));
  const first = told.findIndex(({ answer }) => answer >= 0);
  return { rank: first < 0 ? Infinity : first + 1, found: found.size / Math.max(1, answers) };
}

/** The outcome of each question by weights that were fitted without its repository; repositories take turns in the parts. */
export function heldOut(asked: readonly Asked[], parts: number): SecondOutcome[] {
  const repos = [...new Set(asked.map(({ repo }) => repo))].sort();
  const partOf = new Map(repos.map((repo, i) => [repo, i % parts]));
  const fitted = Array.from(
    { length: Math.min(parts, repos.length) },
    (_, part) => fitSecond(asked.filter(({ repo }) => partOf.get(repo) !== part)),
  );
  return asked.map((one) => outcomeOf(one, fitted[partOf.get(one.repo)!]!));
}
