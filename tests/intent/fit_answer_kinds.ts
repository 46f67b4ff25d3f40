import type { AnswerKind } from "../../src/model/question.ts";
import { ANSWER_KINDS } from "../../src/model/question.ts";
import { featuresOf } from "../../src/intent/answer_kind.ts";
import { readIntent } from "../../src/intent/intent.ts";

/**
 * Fits `config/answer_kinds.json` on `wordings.jsonl` and on the design part of the question bank, then prints precision and recall of each kind for the wordings of each
 * author, by weights that were fitted on the others' alone.
 *
 *     deno run -A tests/intent/fit_answer_kinds.ts [--write] [--only]
 *
 * `--only`: without the report, which takes four further fits.
 */

/** A wording: the seed is the wish that several wordings share, led by its author's number. */
interface Wording {
  readonly kind: AnswerKind;
  readonly seed: string;
  readonly lang: "en" | "zh";
  readonly text: string;
  readonly features: ReadonlySet<string>;
}

interface Model {
  readonly features: readonly string[];
  readonly weights: Int8Array;
  readonly scale: number;
}

/** A feature counts if so many wishes have it. */
const LEAST_SEEDS = 3;
const MOST_FEATURES = 4000;
const L2 = 0.04;
const ROUNDS = 400;
const SURE = 0.5;
const WIDTH = ANSWER_KINDS.length;

const wordings = [...linesOf("wordings.jsonl"), ...linesOf("../questions/design.jsonl").flatMap(wordingsOf)]
  .map((one): Wording => ({ ...one, features: featuresOf(readIntent(one.text).prose) }));
for (const author of Deno.args.includes("--only") ? [] : new Set(wordings.map(authorOf))) {
  const model = fit(wordings.filter((one) => authorOf(one) !== author));
  report(`author ${author}`, wordings.filter((one) => authorOf(one) === author), model);
}
const model = fit(wordings);
if (Deno.args.includes("--write")) {
  const bytes = new Uint8Array(model.weights.buffer);
  const weights = btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
  const json = { scale: model.scale, features: model.features.join("\n"), weights };
  Deno.writeTextFileSync(
    new URL("../../config/answer_kinds.json", import.meta.url),
    JSON.stringify(json) + "\n",
  );
}

// deno-lint-ignore no-explicit-any
function linesOf(path: string): any[] {
  return Deno.readTextFileSync(new URL(path, import.meta.url)).trim().split("\n").map((line) =>
    JSON.parse(line)
  );
}

/** A question of the bank as two wordings, by an author of their own. */
function wordingsOf(
  { id, kind, en, zh }: {
    readonly id: string;
    readonly kind: string;
    readonly en: string;
    readonly zh: string;
  },
): Omit<Wording, "features">[] {
  const known = kind === "change" ? "addition" : ANSWER_KINDS.find((one) => one === kind) ?? "place";
  return [
    { kind: known, seed: `5-${id}`, lang: "en", text: en },
    { kind: known, seed: `5-${id}`, lang: "zh", text: zh },
  ];
}

function authorOf({ seed }: Wording): string {
  return seed.split("-")[0]!;
}

/** Multinomial logistic regression by AdaGrad (Duchi et al. 2011), the weightiest features of it, in one byte each. */
function fit(train: readonly Wording[]): Model {
  const features = commonFeatures(train);
  const first = descend(train, features);
  const spread = (row: number): number => {
    const mine = first.subarray(row * WIDTH, (row + 1) * WIDTH);
    return Math.max(...mine) - Math.min(...mine);
  };
  const kept = [...features.keys()].sort((a, b) => spread(b) - spread(a)).slice(0, MOST_FEATURES)
    .map((row) => features[row]!);
  const weights = descend(train, kept);
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  return { features: kept, weights: Int8Array.from(weights, (weight) => Math.round(weight / scale)), scale };
}

function commonFeatures(train: readonly Wording[]): string[] {
  const seeds = new Map<string, Set<string>>();
  for (const { features, seed } of train) {
    for (const feature of features) {
      const known = seeds.get(feature);
      if (known) known.add(seed);
      else seeds.set(feature, new Set([seed]));
    }
  }
  return [...seeds].filter(([, found]) => found.size >= LEAST_SEEDS).map(([feature]) => feature).sort();
}

function descend(train: readonly Wording[], features: readonly string[]): Float64Array {
  const rowOf = new Map(features.map((feature, row) => [feature, row]));
  const rows = train.map((one) =>
    Uint32Array.from([...one.features].flatMap((feature) => rowOf.get(feature) ?? []))
  );
  const kinds = train.map(({ kind }) => ANSWER_KINDS.indexOf(kind));
  const weights = new Float64Array(features.length * WIDTH);
  const squares = new Float64Array(weights.length).fill(1e-9);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = weights.map((weight) => 2 * L2 * weight / train.length);
    rows.forEach((mine, at) => {
      const factor = 1 / Math.sqrt(Math.max(1, mine.length));
      const shares = sharesOf(mine, weights, factor);
      shares[kinds[at]!]! -= 1;
      for (const row of mine) {
        for (let kind = 0; kind < WIDTH; kind++) {
          gradient[row * WIDTH + kind]! += shares[kind]! * factor / train.length;
        }
      }
    });
    for (let i = 0; i < weights.length; i++) {
      squares[i]! += gradient[i]! ** 2;
      weights[i]! -= gradient[i]! / Math.sqrt(squares[i]!);
    }
  }
  return weights;
}

function sharesOf(rows: Uint32Array, weights: ArrayLike<number>, factor: number): number[] {
  const scores = ANSWER_KINDS.map((_, kind) => {
    let sum = 0;
    for (const row of rows) sum += weights[row * WIDTH + kind]!;
    return sum * factor;
  });
  const peak = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - peak));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

function report(name: string, test: readonly Wording[], { features, weights, scale }: Model): void {
  const rowOf = new Map(features.map((feature, row) => [feature, row]));
  const answers = test.map((one) => {
    const rows = Uint32Array.from([...one.features].flatMap((feature) => rowOf.get(feature) ?? []));
    const shares = sharesOf(rows, weights, scale / Math.sqrt(Math.max(1, rows.length)));
    const best = shares.indexOf(Math.max(...shares));
    return shares[best]! >= SURE ? ANSWER_KINDS[best]! : "place";
  });
  for (const lang of ["en", "zh"] as const) {
    const line = ANSWER_KINDS.slice(1).map((kind) => {
      const mine = test.map((one, at) => ({
        is: one.kind === kind,
        reported: answers[at] === kind,
        lang: one.lang,
      }))
        .filter((one) => one.lang === lang);
      const right = mine.filter(({ is, reported }) => is && reported).length;
      const share = (of: number): string => (100 * right / Math.max(1, of)).toFixed(0);
      return `${kind} ${share(mine.filter(({ is }) => is).length)}/${
        share(mine.filter(({ reported }) => reported).length)
      }`;
    });
    console.log(`${name}, ${lang}, recall/precision in percent: ${line.join(", ")}`);
  }
}
