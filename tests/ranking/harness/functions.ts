import { readFileSync, writeFileSync } from "node:fs";
import { queryViews } from "../../../src/analysis/query/views.ts";
import { featureTable } from "../../../src/analysis/rank/feature_table.ts";
import { FUNCTION_SPECS, functionCandidates } from "../../../src/analysis/rank/function_features.ts";
import { rankFiles } from "../../../src/analysis/rank/rank_files.ts";
import { caseIndex, contentsOf, listingOf } from "./contents.ts";
import { mirrorOf, readCases } from "./mirror.ts";

/**
 * Computes the features of the definitions in each case's best files, the files ranked by weights that never saw the
 * repository. Arguments: evaluation folder, mirrors, cache folder, base of the file features, output, sets.
 */
const [evalDir = "", mirrors = "", cacheDir = "", base = "", output = "", sets = "lite-dev,verified-dev"] =
  Deno.args;
const { byRepo } = JSON.parse(readFileSync(`${base}.folds.json`, "utf8"));
const cases = readCases(evalDir, sets.split(","));
const done: unknown[] = [];
const rows: Float32Array[] = [];
for (const repo of new Set(cases.map((item) => item.repo))) {
  const gitDir = mirrorOf(repo, { evalDir, mirrors });
  if (gitDir === undefined) continue;
  const mine = cases.filter((item) => item.repo === repo);
  const contents = await contentsOf(repo, mine, gitDir, cacheDir);
  for (const item of mine) {
    const gold = item.gold_functions_locagent?.length
      ? item.gold_functions_locagent
      : item.gold_functions ?? [];
    if (gold.length === 0) continue;
    const query = queryViews(item.query);
    const index = caseIndex(contents, listingOf(item, gitDir, cacheDir));
    const table = featureTable(query, index);
    const found = functionCandidates(table, rankFiles(table, { ...byRepo[repo], is_test: -8 }));
    const { id, set, lang } = item;
    const files = found.map(({ file, definition }) =>
      merged(`${index.files.paths[file]}:${definition.qualifiedName}`)
    );
    for (const candidate of found) rows.push(candidate.values);
    done.push({ id, repo, set, lang, gold: [...new Set(gold.map(merged))], files });
  }
}
writeFileSync(`${output}.json`, JSON.stringify({ specs: FUNCTION_SPECS, cases: done }));
const flat = new Float32Array(rows.length * FUNCTION_SPECS.length);
rows.forEach((row, i) => flat.set(row, i * FUNCTION_SPECS.length));
writeFileSync(`${output}.bin`, new Uint8Array(flat.buffer));
console.error(`${done.length} cases, ${rows.length} definitions`);

/** The scorer counts a constructor as its class. */
function merged(key: string): string {
  return key.replace(/\.__init__$/, "");
}
