import { filterInjection } from "../../src/safety/injection.ts";
import { fold } from "../../src/safety/fold.ts";
import { INJECTION_RULES } from "../../src/safety/injection_rules.ts";
import { features, sentencesOf } from "../../src/safety/injection_classifier.ts";
import { BENIGN } from "./corpora/benign.ts";
import { INJECTIONS_EN } from "./corpora/injections_en.ts";
import { INJECTIONS_MORE } from "./corpora/injections_more.ts";
import { INJECTIONS_ZH } from "./corpora/injections_zh.ts";
import { NEAR } from "./corpora/near.ts";
import { UNSEEN_A } from "./corpora/unseen_a.ts";
import { UNSEEN_C } from "./corpora/unseen_c.ts";
import { docComments, wordedLines } from "./measure.ts";

/**
 * `deno run -A tests/safety/train_wording.ts FOLDER ...`: learns `config/injection_words.json` from the corpora and from
 * every other source file of the folders, whose comments and prose are taken for ordinary; prints which share of the other
 * half the threshold removes. Logistic regression by AdaGrad (Duchi, Hazan, Singer 2011). The corpora that are held back
 * have no part in it.
 */

const OUT = new URL("../../config/injection_words.json", import.meta.url);

/** Ordinary lines to learn from, and how often a passage, a near miss and a line that has to stay count against one. */
const MOST_LINES = 300_000;
const WEIGHT = { passage: 10, near: 25, benign: 60 };
/** Share of ordinary lines that may go: as many orders in lines held back are removed as with the model before. */
const LOSS = { latin: 0.0011, han: 0.003 };
const EPOCHS = 8;
const STEP = 0.3;
const DECAY = 0.002;
const HAN = /[\u3400-\u9FFF]/;
/** Smaller weights are left out. */
const LEAST_WEIGHT = 0.05;

interface Example {
  readonly features: readonly number[];
  readonly label: 0 | 1;
  readonly weight: number;
}

const passages = [...INJECTIONS_EN, ...INJECTIONS_ZH, ...INJECTIONS_MORE, ...UNSEEN_A, ...UNSEEN_C];
const ordinary = [
  ...new Set(
    Deno.args.flatMap((folder) =>
      [...docComments(folder), ...wordedLines(folder)].flatMap((line) => sentencesOf(line))
    ),
  ),
];
const benign = [...BENIGN, ...INJECTION_RULES.map((rule) => rule.benign)];
const learnt = ordinary.filter((_, at) => at % 2 === 0).slice(0, MOST_LINES);
const held = ordinary.filter((_, at) => at % 2 === 1);

const ids = new Map<string, number>();
const counts = new Map<string, number>();
for (const name of passages.flatMap(namesOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
for (const [name, count] of counts) if (count > 1) ids.set(name, ids.size);

const examples: Example[] = [
  ...learnt.map((line) => exampleOf(line, 0, 1)),
  ...NEAR.map((line) => exampleOf(line, 0, WEIGHT.near)),
  ...benign.map((line) => exampleOf(line, 0, WEIGHT.benign)),
  ...passages.map((line) => exampleOf(line, 1, WEIGHT.passage)),
];
const { bias, weights } = fit(examples);
const least = { latin: leastOf(false), han: leastOf(true) };
const model = {
  doc:
    "Weights of words and pairs of words: a sentence whose sum with the bias reaches `least` reads like orders to a model. Learnt by tests/safety/train_wording.ts.",
  bias: rounded(bias),
  least,
  weights: Object.fromEntries(
    [...ids].map(([name, id]) => [name, rounded(weights[id]!)] as const)
      .filter(([, weight]) => Math.abs(weight) >= LEAST_WEIGHT)
      .sort(([a], [b]) => a < b ? -1 : 1),
  ),
};
Deno.writeTextFileSync(OUT, `${JSON.stringify(model, undefined, 2)}\n`);
const isRemoved = (line: string): boolean => scoreOf(line) >= (HAN.test(line) ? least.han : least.latin);
console.log(
  `${learnt.length} lines and ${passages.length} passages, ${Object.keys(model.weights).length} weights`,
);
for (const han of [false, true]) {
  const lines = held.filter((line) => HAN.test(line) === han);
  const lost = lines.filter(isRemoved).length;
  console.log(
    `${han ? "Chinese" : "other"} lines held back: removes ${lost} of ${lines.length}, ${
      (100 * lost / lines.length).toFixed(3)
    } %`,
  );
}
console.log(`near misses removed: ${NEAR.filter(isRemoved).length}`);
const known = passages.filter((line) => isRemoved(line) || filterInjection(line).removed > 0).length;
console.log(`passages learnt from, removed: ${known} of ${passages.length}`);

function namesOf(line: string): string[] {
  return [...features(fold(line).text.slice(0, 600))].map(({ name }) => name);
}

function exampleOf(line: string, label: 0 | 1, weight: number): Example {
  return { features: namesOf(line).flatMap((name) => ids.get(name) ?? []), label, weight };
}

function fit(all: readonly Example[]): { bias: number; weights: Float64Array } {
  const weights = new Float64Array(ids.size);
  const squares = new Float64Array(ids.size).fill(1e-6);
  let bias = -4;
  let biasSquares = 1e-6;
  const random = generator();
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const { features, label, weight } of shuffled(all, random)) {
      let sum = bias;
      for (const id of features) sum += weights[id]!;
      const error = (1 / (1 + Math.exp(-sum)) - label) * weight;
      if (Math.abs(error) < 1e-4) continue;
      biasSquares += error * error;
      bias -= STEP * error / Math.sqrt(biasSquares);
      for (const id of features) {
        const slope = error + DECAY * weights[id]!;
        squares[id]! += slope * slope;
        weights[id]! -= STEP * slope / Math.sqrt(squares[id]!);
      }
    }
  }
  return { bias, weights };
}

/** The threshold for lines with or without Chinese characters: what has to stay stays, of the others few go. */
function leastOf(han: boolean): number {
  const scores = held.filter((line) => HAN.test(line) === han).map(scoreOf).sort((a, b) => b - a);
  const stay = benign.filter((line) => HAN.test(line) === han).map(scoreOf);
  const highest = Math.max(...stay, scores[Math.floor(scores.length * (han ? LOSS.han : LOSS.latin))] ?? 0);
  return Math.ceil(highest * 100 + 1) / 100;
}

function scoreOf(line: string): number {
  return namesOf(line).reduce((sum, name) => sum + (weights[ids.get(name) ?? -1] ?? 0), bias);
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const result = [...list];
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [result[at], result[other]] = [result[other]!, result[at]!];
  }
  return result;
}

/** The same order every time. */
function generator(): () => number {
  let state = 1;
  return () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x80000000;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
