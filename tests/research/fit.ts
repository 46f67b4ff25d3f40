import { writeFileSync } from "node:fs";
import type { Bound, Choice } from "./harness/logit.ts";
import { fitLogit, scores } from "./harness/logit.ts";
import type { Ask } from "./harness/asks.ts";
import { bankAsks, reportAsks } from "./harness/asks.ts";
import { DEFINITION_FEATURES, definitionCandidates } from "../../src/search/rank/definition_features.ts";
import {
  type FeatureTable,
  featureTable,
  LEXICAL_GROUPS,
  MODELS,
  rankFiles,
  type Weights,
} from "../../src/search/rank/feature_table.ts";
import { VALUE_FEATURES, valueCandidates } from "../../src/search/rank/values.ts";

/**
 * Fits `config/ranking.json` on the design and test parts of tests/questions and, if EVAL is given, on reports of faults, which
 * alone have a history: first the files, then the definitions of the best files. Prints for each how many right ones are among
 * the first, ranked by weights that never saw their repository. `fit_certainty.ts` has to run afterwards.
 *
 *     deno run -A --v8-flags=--liftoff-only tests/research/fit.ts MIRRORS CACHE [--reports EVAL] [--write]
 *
 * CACHE keeps what is indexed of the repositories.
 */
const [mirrors = "", cacheDir = "", ...options] = Deno.args;
const valueOf = (name: string): string | undefined => {
  const at = options.indexOf(name);
  return at < 0 ? undefined : options[at + 1];
};
const evalDir = valueOf("--reports");
const L2 = 0.003;
const FOLDS = 8;
/** Files of a question that are compared. */
const FILES = 80;
/**
 * Not fitted: the questions are not about tests and documents, and what few of them name outright, such as a
 * frame or a path, decides where it applies.
 */
const FIXED_FILES = {
  is_test: -8,
  is_text: -5,
  path_named: 0.7,
  defines: 0.6,
  qualified: 0.8,
};
const FIXED_DEFINITIONS = { is_test_code: -4, qualified: 1 };
/** Decides how many values come before definitions: chosen on questions about limits and defaults of the design part. */
const FIXED_VALUES = { bias: -5 };
/** Of a commit's history, which bank questions do not have. */
const HISTORY = ["commit", "messages", "companion"];

/** One question with the rows that are compared. */
interface Row {
  readonly repo: string;
  readonly isReport: boolean;
  readonly choice: Choice;
}

const asks = async function* (): AsyncGenerator<Ask> {
  yield* bankAsks(["design", "test"], { mirrors, cacheDir });
  if (evalDir !== undefined) yield* reportAsks({ evalDir, mirrors, cacheDir });
};

const fileIds = [
  ...LEXICAL_GROUPS.flatMap((group) => group.specs.map(({ id }) => id)),
  ...(evalDir ? HISTORY : []),
];
const fileRows: Row[] = [];
for await (const ask of asks()) fileRows.push(rowOf(ask, fileChoice(tableOf(ask), ask)));
const files = fitted("files", fileRows, fileIds, FIXED_FILES);
const definitionIds = Object.keys(DEFINITION_FEATURES);
const definitionRows: Row[] = [];
for await (const ask of asks()) definitionRows.push(rowOf(ask, definitionChoice(tableOf(ask), ask)));
const definitions = fitted("definitions", definitionRows, definitionIds, FIXED_DEFINITIONS);
const valueIds = Object.keys(VALUE_FEATURES);
const valueRows: Row[] = [];
for await (const ask of asks()) valueRows.push(rowOf(ask, valueChoice(tableOf(ask), ask)));
const values = fitted(
  "values",
  valueRows.filter(({ choice }) => choice.gold.length > 0),
  valueIds,
  FIXED_VALUES,
);

if (options.includes("--write")) {
  const without = (weights: Weights): Weights =>
    Object.fromEntries(Object.entries(weights).filter(([id]) => !HISTORY.includes(id)));
  const before = MODELS.locate.files;
  const locate = evalDir
    ? files
    : { ...files, ...Object.fromEntries(HISTORY.map((id) => [id, before[id] ?? 0])) };
  const models = {
    search: { files: without(files), definitions, values },
    locate: { files: locate, definitions, values },
  };
  writeFileSync(
    new URL("../../config/ranking.json", import.meta.url),
    `${JSON.stringify(models, null, 2)}\n`,
  );
}

function rowOf({ repo, isReport }: Ask, choice: Choice): Row {
  return { repo, isReport, choice };
}

function tableOf({ query, index, groups }: Ask): FeatureTable {
  return featureTable(query, index, groups);
}

/** The best files by the present weights, and the right ones. */
function fileChoice(table: FeatureTable, { isRightFile }: Ask): Choice {
  const order = rankFiles(table, MODELS.locate.files).order;
  const chosen = order.filter((file, rank) => rank < FILES || isRightFile(file));
  const columns = fileIds.map((id) => table.columns.get(id));
  const features = Float64Array.from(chosen.flatMap((file) => columns.map((column) => column?.[file] ?? 0)));
  return {
    features,
    rows: chosen.length,
    gold: chosen.flatMap((file, row) => isRightFile(file) ? [row] : []),
  };
}

/** The definitions of the best files by the fitted weights. */
function definitionChoice(table: FeatureTable, { isRightDefinition }: Ask): Choice {
  const ranking = rankFiles(table, files);
  const candidates = ranking.order.length === 0 ? [] : definitionCandidates(table, ranking);
  const features = Float64Array.from(candidates.flatMap(({ values }) => [...values]));
  const gold = candidates.flatMap((one, row) => isRightDefinition(one.file, one.definition) ? [row] : []);
  return { features, rows: candidates.length, gold };
}

/** The short constants and settings of the best files by the fitted weights. */
function valueChoice(table: FeatureTable, { isRightDefinition }: Ask): Choice {
  const ranking = rankFiles(table, files);
  const candidates = ranking.order.length === 0 ? [] : valueCandidates(table, ranking);
  const features = Float64Array.from(candidates.flatMap(({ values }) => Object.values(values)));
  const gold = candidates.flatMap((one, row) => isRightDefinition(one.file, one.definition) ? [row] : []);
  return { features, rows: candidates.length, gold };
}

/** The weights fitted on all questions that have a right row; prints how well they do on repositories they never saw. */
function fitted(
  name: string,
  rows: readonly Row[],
  ids: readonly string[],
  fixed: Weights,
): Record<string, number> {
  const usable = rows.filter(({ choice }) => choice.gold.length > 0);
  const all = weightsOf(usable, ids, fixed);
  const repos = [...new Set(rows.map(({ repo }) => repo))].sort();
  const foldOf = new Map(repos.map((repo, at) => [repo, at % FOLDS]));
  const ranks = new Map<Row, number>();
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = weightsOf(usable.filter(({ repo }) => foldOf.get(repo) !== fold), ids, fixed, all);
    const vector = Float64Array.from(ids, (id) => weights[id] ?? 0);
    for (const row of rows) if (foldOf.get(row.repo) === fold) ranks.set(row, rankOf(row.choice, vector));
  }
  const table = (isReport: boolean): string => {
    const mine = rows.filter((row) => row.isReport === isReport).map((row) => ranks.get(row)!);
    const share = (most: number): string =>
      (100 * mine.filter((rank) => rank <= most).length / Math.max(1, mine.length)).toFixed(1);
    return `${mine.length} ${isReport ? "reports" : "questions"}: @1 ${share(1)} @3 ${share(3)} @5 ${
      share(5)
    } @12 ${share(12)}`;
  };
  console.log(`${name}, ${repos.length} repositories; ${table(false)}; ${table(true)}`);
  return all;
}

function weightsOf(
  rows: readonly Row[],
  ids: readonly string[],
  fixed: Weights,
  start?: Weights,
): Record<string, number> {
  const free = ids.flatMap((id, at) => Object.hasOwn(fixed, id) ? [] : [at]);
  const choices = rows.map(({ choice }) => part(choice, ids.length, free));
  const bounds = free.map((): Bound => "free");
  const from = start && Float64Array.from(free, (at) => start[ids[at]!] ?? 0);
  const weights = fitLogit(choices, bounds, { l2: L2, ...(from && { start: from }) });
  const own = free.map((at, i): [string, number] => [ids[at]!, rounded(weights[i]!)]);
  return { ...Object.fromEntries(own), ...fixed };
}

/** Three decimals. */
function rounded(weight: number): number {
  return Math.round(weight * 1000) / 1000;
}

/** Some features of a choice: what is fixed decides the order, not the fit. */
function part({ features, rows, gold }: Choice, width: number, kept: readonly number[]): Choice {
  const out = Float64Array.from(
    { length: rows * kept.length },
    (_, i) => features[Math.floor(i / kept.length) * width + kept[i % kept.length]!]!,
  );
  return { features: out, rows, gold };
}

/** Rank of the best right row, one-based; Infinity without one. */
function rankOf(choice: Choice, weights: Float64Array): number {
  const values = scores(choice, weights);
  const best = Math.max(...choice.gold.map((row) => values[row]!));
  return choice.gold.length === 0 ? Infinity : 1 + values.filter((value) => value > best).length;
}
