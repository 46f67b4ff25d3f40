import { readFileSync, writeFileSync } from "node:fs";
import { queryViews } from "../../../src/analysis/query/views.ts";
import type { RankingModel } from "../../../src/analysis/rank/model.ts";
import { search } from "../../../src/analysis/rank/search.ts";
import { caseIndex, contentsOf, listingOf } from "./contents.ts";
import { mirrorOf, readCases } from "./mirror.ts";

/**
 * Runs the search itself over every case, each with weights that never saw its repository, and writes predictions for
 * the scorer. Arguments: evaluation folder, mirrors, cache folder, folds file, output, sets.
 */
const [evalDir = "", mirrors = "", cacheDir = "", foldsFile = "", output = "", sets = "lite-dev"] = Deno.args;
const folds = JSON.parse(readFileSync(foldsFile, "utf8")) as Record<string, RankingModel>;
const cases = readCases(evalDir, sets.split(","));
const lines: string[] = [];
for (const repo of new Set(cases.map((item) => item.repo))) {
  const gitDir = mirrorOf(repo, { evalDir, mirrors });
  if (gitDir === undefined) continue;
  const mine = cases.filter((item) => item.repo === repo);
  const contents = await contentsOf(repo, mine, gitDir, cacheDir);
  for (const item of mine) {
    const index = caseIndex(contents, listingOf(item, gitDir, cacheDir));
    const started = performance.now();
    const { files, functions } = search(queryViews(item.query), index, { limit: 20, model: folds[repo]! });
    const ms = Math.round(performance.now() - started);
    const names = functions.slice(0, 40).map(({ file, definition }) =>
      `${index.files.paths[file]}:${definition.qualifiedName}`
    );
    lines.push(JSON.stringify({ id: item.id, files: files.map((hit) => hit.path), functions: names, ms }));
  }
}
writeFileSync(output, lines.join("\n") + "\n");
