import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { queryViews } from "../../src/search/query/fields.ts";
import type { RankingModel } from "../../src/search/rank/model.ts";
import { search } from "../../src/search/rank/search.ts";
import { eachCase } from "./harness/features.ts";
import type { Case } from "./harness/mirror.ts";
import { readCases } from "./harness/mirror.ts";

/**
 * Runs the search itself over the cases, each with weights that never saw its repository (CACHE/folds.json), prints the
 * tables of `REPORT.md` and writes predictions for the scorer to CACHE.
 *
 *     deno run -A tests/research/evaluate.ts EVAL MIRRORS CACHE [search|locate] [SET,SET]
 */
const [
  evalDir = "",
  mirrors = "",
  cacheDir = "",
  only = "",
  sets = "lite-dev,verified-dev,multilingual-dev",
] = Deno.args;
const BASELINES: Record<string, string> = {
  "lite-dev": "lite_dev_bm25_b",
  "multilingual-dev": "multi_dev_bm25_b",
};
const DEPTHS = [1, 3, 5, 10];
const NOWHERE = 1_000_000;

interface Answer {
  readonly item: Case;
  /** Ranks of the gold files and of the gold definitions. */
  readonly files: readonly number[];
  readonly functions: readonly number[];
}

const cases = readCases(evalDir, sets.split(","));
const folds = JSON.parse(readFileSync(`${cacheDir}/folds.json`, "utf8"));
const sections: string[] = [];
for (const [name, history] of [["search", false], ["locate", true]] as const) {
  if (only !== "" && only !== name) continue;
  const answers = await answersOf(name, history, folds[name]);
  sections.push(...sectionOf(name, answers));
}
console.log(sections.join("\n"));

async function answersOf(
  name: string,
  history: boolean,
  models: Record<string, RankingModel>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const lines: string[] = [];
  await eachCase(cases, { evalDir, mirrors, cacheDir }, { history }, ({ item, index, groups }) => {
    const found = search(queryViews(item.query), index, { limit: 20, model: models[item.repo]!, groups });
    const files = found.files.map((hit) => hit.path);
    const functions = found.functions.map(({ file, definition }) =>
      `${index.files.paths[file]}:${definition.qualifiedName}`
    );
    lines.push(JSON.stringify({ id: item.id, files, functions: functions.slice(0, 40) }));
    answers.push({ item, files: ranks(item.gold_files, files), functions: functionRanks(item, functions) });
  });
  writeFileSync(`${cacheDir}/predictions_${name}.jsonl`, lines.join("\n") + "\n");
  return answers;
}

function functionRanks(item: Case, found: readonly string[]): number[] {
  const gold = item.gold_functions_locagent?.length
    ? item.gold_functions_locagent
    : item.gold_functions ?? [];
  const merged = (
    names: readonly string[],
  ): string[] => [...new Set(names.map((name) => name.replace(/\.__init__$/, "")))];
  return ranks(merged(gold), merged(found));
}

function ranks(gold: readonly string[], found: readonly string[]): number[] {
  return gold.map((one) => found.includes(one) ? 1 + found.indexOf(one) : NOWHERE);
}

function within(ranks: readonly number[], k: number): boolean {
  return ranks.length > 0 && ranks.every((rank) => rank <= k);
}

function accuracies(lists: readonly (readonly number[])[]): string[] {
  return DEPTHS.map((k) =>
    (100 * lists.filter((ranks) => within(ranks, k)).length / Math.max(1, lists.length)).toFixed(1)
  );
}

function sectionOf(name: string, answers: readonly Answer[]): string[] {
  const rows = [
    `## ${name}`,
    "",
    "| cases | n | @1 | @3 | @5 | @10 | against the baseline @1, @5, @10 |",
    "|-|-|-|-|-|-|-|",
  ];
  const row = (label: string, lists: readonly (readonly number[])[], note = ""): void =>
    void rows.push(`| ${[label, lists.length, ...accuracies(lists), note].join(" | ")} |`);
  for (const set of new Set(answers.map(({ item }) => item.set))) {
    const mine = answers.filter(({ item }) => item.set === set);
    row(`**${set}**`, mine.map(({ files }) => files), duel(set, mine));
    const named = mine.filter(({ functions, item }) => functions.length > 0 && item.lang === "python");
    if (named.length > 0) row(`${set}, definitions`, named.map(({ functions }) => functions));
    for (const repo of [...new Set(mine.map(({ item }) => item.repo))].sort()) {
      row(repo, mine.filter(({ item }) => item.repo === repo).map(({ files }) => files));
    }
  }
  return [...rows, ""];
}

/** `+wins -losses` at 1, 5 and 10. */
function duel(set: string, answers: readonly Answer[]): string {
  const file = `${evalDir}/${BASELINES[set]}.jsonl`;
  if (!existsSync(file)) return "";
  const other = new Map<string, string[]>();
  for (const text of readFileSync(file, "utf8").trim().split("\n")) {
    const { id, files } = JSON.parse(text);
    other.set(id, files);
  }
  return [1, 5, 10].map((k) => {
    let [wins, losses] = [0, 0];
    for (const { item, files } of answers) {
      const [ours, theirs] = [within(files, k), within(ranks(item.gold_files, other.get(item.id) ?? []), k)];
      if (ours && !theirs) wins++;
      if (theirs && !ours) losses++;
    }
    return `+${wins} -${losses}`;
  }).join(", ");
}
