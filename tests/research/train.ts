import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { EVIDENCE_SPECS } from "../../src/search/rank/definition_evidence.ts";
import { readFeatures } from "./harness/cases.ts";
import type { Validated } from "./harness/cross_validate.ts";
import { crossValidate, line } from "./harness/cross_validate.ts";
import { fileFeatures, functionFeatures } from "./harness/features.ts";
import { readCases } from "./harness/mirror.ts";

/**
 * Learns `config/ranking.json`.
 *
 *     deno run -A tests/research/train.ts EVAL MIRRORS CACHE [--reuse] [search|locate]
 *
 * EVAL holds the cases, MIRRORS the repositories, CACHE what is indexed of them; `--reuse` takes the features of the
 * last run; a name learns that model alone and leaves the other as it is. Weights with every repository held out in
 * turn go to CACHE/folds.json for the evaluation.
 */
const [evalDir = "", mirrors = "", cacheDir = "", ...options] = Deno.args;
const only = options.find((option) => option !== "--reuse") ?? "";
const SETS = ["lite-dev", "verified-dev", "multilingual-dev"];
const L2 = 0.003;
/**
 * Not learnt. A fix is not judged by its tests and documents, so those are ranked last unless they are asked for;
 * a declaration without code is seldom the answer, but the cases hold next to none.
 */
const DEMOTED = { is_test: -8, is_text: -5, is_declaration: -1 };
/**
 * Replaces the fitted weight: a feature that few cases have is shrunk most although it decides where it applies
 * (`docs/decisions/locate.md`, `REPORT.md`).
 */
const RARE: Readonly<Record<string, Record<string, number>>> = {
  search: { component: 2 },
  locate: { component: 3, url_named: 2.236, trace_count: 0.5 },
};
/** Only for locating: they cost more time, need git or are no help in short prompts. */
const DEEP = /^(?:commits?_|messages_|companion$|used_by_|uses_leads$|has_names$)/;
const EVIDENCE: ReadonlySet<string> = new Set(EVIDENCE_SPECS.map(({ id }) => id));
/** Not learnt either: how often a file changes says more about the project's habits than about the question. */
const HABITS = /^changes/;

const places = { evalDir, mirrors, cacheDir };
const cases = readCases(evalDir, SETS);
const bases = { files: `${cacheDir}/files`, functions: `${cacheDir}/functions` };
const reuse = options.includes("--reuse") && existsSync(`${bases.files}.json`);
if (!reuse) await fileFeatures(cases, places, { history: true, output: bases.files });
const table = readFeatures(bases.files);

const config = new URL("../../config/ranking.json", import.meta.url);
const foldsFile = `${cacheDir}/folds.json`;
const models: Record<string, { files: Record<string, number>; functions: Record<string, number> }> = written(
  config,
);
const folds: Record<string, Record<string, unknown>> = written(foldsFile);
for (const [name, history] of [["search", false], ["locate", true]] as const) {
  if (only !== "" && only !== name) continue;
  const learns = (id: string): boolean => !(id in DEMOTED) && !HABITS.test(id) && (history || !DEEP.test(id));
  const files = crossValidate(table, learns, L2);
  console.log(`${name}, files: ${line(files.outcomes)}`);
  const byRepo = mapValues(files.byRepo, (weights) => ({ ...weights, ...DEMOTED }));
  const output = `${bases.functions}_${name}`;
  if (!reuse || !existsSync(`${output}.json`)) {
    await functionFeatures(cases, places, { history, output, weights: byRepo });
  }
  const functions = crossValidate(readFeatures(output), (id) => history || !EVIDENCE.has(id), L2);
  console.log(`${name}, functions: ${line(functions.outcomes)}`);
  models[name] = { files: { ...rounded(files), ...RARE[name], ...DEMOTED }, functions: rounded(functions) };
  folds[name] = mapValues(byRepo, (weights, repo) => ({
    files: weights,
    functions: functions.byRepo[repo] ?? functions.weights,
  }));
}
writeFileSync(config, `${JSON.stringify(models, null, 2)}\n`);
writeFileSync(foldsFile, JSON.stringify(folds));

/** What an earlier run wrote. */
function written<T>(file: string | URL): Record<string, T> {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** Three decimals; what is next to nothing is left out. */
function rounded({ weights }: Validated): Record<string, number> {
  const kept = Object.entries(weights).filter(([, weight]) => Math.abs(weight) >= 0.005);
  return Object.fromEntries(kept.map(([id, weight]) => [id, Math.round(weight * 1000) / 1000]));
}

function mapValues<T, U>(record: Record<string, T>, change: (value: T, key: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
