import { openSymbolFilter } from "../../src/index/symbol_filter.ts";
import type { SymbolFilter } from "../../src/index/symbol_filter.ts";
import { symbolsIn } from "../../src/engine/symbols_file.ts";
import { featuresOf } from "../../src/intent/repository_words.ts";
import { readIntent } from "../../src/intent/intent.ts";
import commonWords from "../../config/common_words.json" with { type: "json" };
import model from "../../config/gate.json" with { type: "json" };
import { random } from "../support/random.ts";
import { readCases } from "./gate.ts";

/**
 * Fits `config/gate.json` on the design part of the question bank, and on the prompts of the gate's tune part that are
 * not about code, each in several repositories; then prints the shares of questions that stay silent and of other
 * prompts that fire, for all parts:
 *
 *     deno run -A tests/intent/fit_gate.ts WORK [--write]
 *
 * `WORK` holds the indexed work trees of `tests/questions`.
 */

/** Short prompts around a name, by which only the repository can decide. */
const TEMPLATES =
  ("X|X?|X max?|X order|X default|how does X work|how is X handled?|how are X handled|how is X configured|" +
    "how does X map to Y?|why is X slow|what is X|explain X|X matching|执行 X 时会怎样|X 怎么做的|X 是什么|X 的顺序")
    .split("|");
const PHRASES = 12;

interface Sample {
  readonly part: string;
  readonly isCode: boolean;
  /** The gate opens by the prompt's own words. */
  readonly isOpen: boolean;
  readonly features: readonly number[];
}

/** Repositories in which a prompt without one is tried. */
const TRIES = 8;
const ROUNDS = 600;
const L2 = 1e-4;
/** Log odds from which the gate opens: a silent question costs as much as two answers that nobody asked for. */
const LEAST_ODDS = -0.5;

const common = commonWords.words;
const work = Deno.args[0]!;
const filters = new Map<string, SymbolFilter>();
const samples: Sample[] = [];
for (const part of ["design", "test", "untouched"]) {
  for (const line of linesOf(`../questions/${part}.jsonl`)) {
    const { repo, en, zh } = JSON.parse(line) as { repo: string; en: string; zh: string };
    const filter = filterOf(repo);
    if (!filter) continue;
    samples.push(await sampleOf(`${part} en`, en, { isCode: true, filter }));
    samples.push(await sampleOf(`${part} zh`, zh, { isCode: true, filter }));
  }
}
const next = random(7);
const all = [...filters.values()];
for (const { split, lang, text, fire } of readCases()) {
  for (let at = 0; at < TRIES; at++) {
    const filter = all[Math.floor(next() * all.length)]!;
    const part = `gate ${split} ${lang} ${fire ? "code" : "none"}`;
    samples.push(await sampleOf(part, text, { isCode: fire, filter }));
  }
}
const names = new Map([...filters.keys()].map((repo) => [repo, namesIn(repo)]));
for (const [repo, own] of names) {
  const filter = filterOf(repo)!;
  const others = [...names.values()].filter((list) => list !== own).flat();
  const isNamed = (word: string): boolean => filter.level(word) > 0 && !isCommon(word);
  for (let at = 0; at < PHRASES; at++) {
    const part = `phrases ${part3(at)}`;
    const template = pick(TEMPLATES);
    const mine = phrase(own, (words) => words.some(isNamed));
    const foreign = phrase(others, (words) => !words.some(isNamed) && words.some((one) => !isCommon(one)));
    samples.push(await sampleOf(`${part} code`, template.replace("X", mine), { isCode: true, filter }));
    samples.push(await sampleOf(`${part} none`, template.replace("X", foreign), { isCode: false, filter }));
  }
}
const used = samples.filter(({ part }) => /^design|^gate tune .* none$|^phrases fit/.test(part));
const weights = fit(used);
const rounded = weights.map((weight) => Math.round(weight * 100) / 100);
const [bias = 0, ...rest] = rounded;
const shifted = Math.round((bias - LEAST_ODDS) * 100) / 100;
console.log({ bias: shifted, weights: rest, repositories: all.length, samples: used.length });
for (const [part, own] of Map.groupBy(samples, ({ part }) => part)) {
  const opens = own.filter(({ isOpen, features }) => isOpen || odds([shifted, ...rest], features) > 0).length;
  const before = own.filter(({ isOpen }) => isOpen).length;
  const share = (count: number): string => `${(100 * count / own.length).toFixed(1)} %`.padStart(8);
  console.log(`${part.padEnd(24)}${String(own.length).padStart(6)} open${share(before)} ->${share(opens)}`);
}
if (Deno.args.includes("--write")) {
  const text = JSON.stringify({ ...model, bias: shifted, weights: rest }, null, 2);
  Deno.writeTextFileSync(new URL("../../config/gate.json", import.meta.url), `${text}\n`);
}

async function sampleOf(
  part: string,
  text: string,
  { isCode, filter }: { readonly isCode: boolean; readonly filter: SymbolFilter },
): Promise<Sample> {
  const intent = readIntent(text);
  return { part, isCode, isOpen: intent.kind !== "none", features: await featuresOf(intent, filter) };
}

/** Words of the names of the files of a repository, two or three each. */
function namesIn(repo: string): string[][] {
  const root = `${work}/${repo.replace("/", "__")}`;
  const { stdout } = new Deno.Command("git", { args: ["-C", root, "ls-files"] }).outputSync();
  const stems = new TextDecoder().decode(stdout).split("\n").map((path) =>
    path.split("/").at(-1)!.replace(/\..*/, "")
  );
  return [...new Set(stems)].map((stem) =>
    (stem.match(/[A-Z]?[a-z]{2,}|[A-Z]{3,}/g) ?? []).map((word) => word.toLowerCase())
  )
    .filter(({ length }) => length > 0 && length <= 3);
}

function phrase(names: readonly string[][], accepts: (words: readonly string[]) => boolean): string {
  for (let at = 0; at < 500; at++) {
    const words = pick(names);
    if (accepts(words)) return words.join(" ");
  }
  return "nothing";
}

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(next() * list.length)]!;
}

/** Two thirds are for fitting. */
function part3(at: number): string {
  return at % 3 === 2 ? "held" : "fit";
}

function isCommon(word: string): boolean {
  return common.includes(` ${word.toLowerCase()} `);
}

function filterOf(repo: string): SymbolFilter | undefined {
  const bytes = symbolsIn(`${work}/${repo.replace("/", "__")}/.devbooks/cache/auto-tools`);
  const filter = filters.get(repo) ?? (bytes && openSymbolFilter(bytes));
  if (filter) filters.set(repo, filter);
  return filter;
}

function odds([bias = 0, ...weights]: readonly number[], features: readonly number[]): number {
  return features.reduce((sum, feature, at) => sum + feature * weights[at]!, bias);
}

/** AdaGrad (Duchi, Hazan and Singer 2011) over the whole set. */
function fit(samples: readonly Sample[]): number[] {
  const weights = new Array<number>(samples[0]!.features.length + 1).fill(0);
  const squares = weights.map(() => 1e-8);
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = weights.map((weight) => L2 * weight);
    for (const { features, isCode } of samples) {
      const error = 1 / (1 + Math.exp(-odds(weights, features))) - Number(isCode);
      [1, ...features].forEach((feature, at) => slopes[at]! += error * feature / samples.length);
    }
    slopes.forEach((slope, at) => {
      squares[at]! += slope * slope;
      weights[at]! -= 0.5 * slope / Math.sqrt(squares[at]!);
    });
  }
  return weights;
}

function linesOf(name: string): string[] {
  return Deno.readTextFileSync(new URL(name, import.meta.url)).split("\n").filter((line) => line !== "");
}
