import { readFileSync, writeFileSync } from "node:fs";
import type { Evidence } from "../../src/search/rank/certainty.ts";
import { evidenceOf } from "../../src/search/rank/certainty.ts";
import { search } from "../../src/search/rank/search.ts";
import { bankAsks } from "./harness/asks.ts";
import type { Bound, Choice } from "./harness/logit.ts";
import { fitLogit } from "./harness/logit.ts";

/**
 * Fits the chance that one of the first three definitions is right, by which the length of a block is chosen, on the design part
 * of tests/questions, where each repository is asked questions about others too, and writes `config/certainty.json`. Without
 * `--write` it prints for the test part predicted and real shares by tenths, and the share of weak blocks.
 *
 *     deno run -A tests/research/fit_certainty.ts MIRRORS CACHE [--write]
 */
const [mirrors = "", cacheDir = "", ...options] = Deno.args;
const FILE = new URL("../../config/certainty.json", import.meta.url);
const L2 = 0.0005;
/** Questions of other repositories, each in two languages; weighed so that one of five questions is about another one. */
const FOREIGN = 5;
const FOREIGN_SHARE = 0.2;

interface Case {
  readonly evidence: Evidence;
  readonly isForeign: boolean;
  readonly isFirst: boolean;
  readonly isRight: boolean;
}

const names = ["share", "file", "pairs", "words"] as const;
const settings = JSON.parse(readFileSync(FILE, "utf8"));
if (options.includes("--write")) {
  writeFileSync(FILE, `${JSON.stringify({ ...settings, weights: fitted(await casesOf("design")) })}\n`);
} else report((await casesOf("test")).map((one) => ({ ...one, chance: chanceOf(one.evidence) })));

async function casesOf(part: string): Promise<Case[]> {
  const cases: Case[] = [];
  for await (const ask of bankAsks([part], { mirrors, cacheDir }, FOREIGN)) {
    const result = search(ask.query, ask.index);
    if (result.functions[0]?.isSpelled !== undefined || result.functions.length === 0) continue;
    const evidence = evidenceOf(result);
    const right = result.functions.slice(0, 3).map((one) => ask.isRightDefinition(one.file, one.definition));
    const isForeign = ask.isForeign ?? false;
    cases.push({ evidence, isForeign, isFirst: right[0]!, isRight: right.includes(true) });
  }
  return cases;
}

function fitted(cases: readonly Case[]): Record<typeof names[number] | "bias", number> {
  const bounds = [...names, "bias"].map((): Bound => "free");
  const foreign = cases.filter(({ isForeign }) => isForeign);
  const own = cases.length - foreign.length;
  const part = FOREIGN_SHARE * own / (1 - FOREIGN_SHARE) / foreign.length;
  const choices = cases.map(({ evidence, isRight, isForeign }): Choice => ({
    features: Float64Array.of(...names.map((name) => evidence[name]), 1, ...bounds.map(() => 0)),
    rows: 2,
    gold: [isRight ? 0 : 1],
    parts: [isForeign ? part : 1],
  }));
  const found = fitLogit(choices, bounds, { l2: L2 });
  const rounded = [...found].map((weight) => Math.round(weight * 1000) / 1000);
  return Object.fromEntries([...names, "bias"].map((name, at) => [name, rounded[at]!])) as ReturnType<
    typeof fitted
  >;
}

function chanceOf(evidence: Evidence): number {
  const sum = names.reduce(
    (all, name) => all + settings.weights[name] * evidence[name],
    settings.weights.bias,
  );
  return 1 / (1 + Math.exp(-sum));
}

function report(cases: readonly (Case & { readonly chance: number })[]): void {
  const percent = (some: readonly boolean[]): string =>
    (100 * some.filter(Boolean).length / Math.max(1, some.length)).toFixed(1);
  const own = cases.filter(({ isForeign }) => !isForeign).sort((a, b) => a.chance - b.chance);
  for (let tenth = 0; tenth < 10; tenth++) {
    const part = own.slice(tenth * own.length / 10, (tenth + 1) * own.length / 10);
    const mean = 100 * part.reduce((sum, { chance }) => sum + chance, 0) / part.length;
    console.log(`chance ${mean.toFixed(0)} %, real ${percent(part.map(({ isRight }) => isRight))} %`);
  }
  for (const bound of [settings.weak, settings.sure]) {
    const below = (some: readonly (Case & { readonly chance: number })[]): string =>
      percent(some.map(({ chance }) => chance < bound));
    const foreign = cases.filter(({ isForeign }) => isForeign);
    const wrong = own.filter(({ isRight }) => !isRight);
    const above = own.filter(({ chance }) => chance >= bound).map(({ isRight }) => isRight);
    console.log(
      `below ${bound}: ${below(own.filter(({ isFirst }) => isFirst))} % of right first places, ${
        below(wrong)
      } % of three wrong ones, ${below(foreign)} % of questions about others; ${
        percent(above)
      } % right above`,
    );
  }
}
