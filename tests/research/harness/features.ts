import { writeFileSync } from "node:fs";
import type { LexicalIndex } from "../../../src/index/lexical_index.ts";
import { queryViews } from "../../../src/search/query/fields.ts";
import type { FeatureTable } from "../../../src/search/rank/feature_table.ts";
import { featureTable, LEXICAL_GROUPS } from "../../../src/search/rank/feature_table.ts";
import type { FeatureGroup } from "../../../src/search/rank/features.ts";
import { FUNCTION_SPECS, functionCandidates } from "../../../src/search/rank/function_features.ts";
import { locateGroups } from "../../../src/search/rank/locate_groups.ts";
import { rankFiles } from "../../../src/search/rank/rank_files.ts";
import type { Weights } from "../../../src/search/rank/model.ts";
import type { Places } from "./contents.ts";
import { caseIndex, contentsOf, listingOf } from "./contents.ts";
import type { Case } from "./mirror.ts";
import { mirrorOf } from "./mirror.ts";
import { historyAt, readLog } from "./mirror_history.ts";

/** Candidates each feature proposes. */
const DEPTH = 40;

/** A case with its index and the features to compute. */
export interface OpenCase {
  readonly item: Case;
  readonly index: LexicalIndex;
  readonly groups: readonly FeatureGroup[];
}

/** Opens the cases one after the other, repository by repository; those without a mirror are left out. */
export async function eachCase(
  cases: readonly Case[],
  places: Places,
  options: { readonly history: boolean },
  visit: (open: OpenCase) => void,
): Promise<void> {
  for (const repo of new Set(cases.map((item) => item.repo))) {
    const gitDir = mirrorOf(repo, places);
    if (gitDir === undefined) {
      console.error(`${repo}: no mirror`);
      continue;
    }
    const mine = cases.filter((item) => item.repo === repo);
    const contents = await contentsOf(repo, mine, gitDir, places.cacheDir);
    const log = options.history ? readLog(gitDir, mine.map((item) => item.base_commit)) : undefined;
    for (const item of mine) {
      const index = caseIndex(contents, listingOf(item, gitDir, places.cacheDir));
      const groups = log ? locateGroups(historyAt(gitDir, item.base_commit, log)) : LEXICAL_GROUPS;
      visit({ item, index, groups });
    }
  }
}

/** Computes the features of every case's candidates: tests and documents are none. Writes `<output>.json` and `.bin`. */
export async function fileFeatures(
  cases: readonly Case[],
  places: Places,
  options: { readonly history: boolean; readonly output: string },
): Promise<void> {
  const dump = new Dump();
  await eachCase(cases, places, options, ({ item, index, groups }) => {
    const table = featureTable(queryViews(item.query), index, groups);
    dump.specs = table.specs;
    const chosen = candidates(table);
    const columns = table.specs.map((spec) => table.columns.get(spec.id));
    for (const file of chosen) dump.rows.push(Float32Array.from(columns, (column) => column?.[file] ?? 0));
    const { id, repo, set, lang, gold_files: gold } = item;
    dump.cases.push({ id, repo, set, lang, gold, files: chosen.map((file) => index.files.paths[file]!) });
  });
  dump.write(options.output);
}

/** The same for the definitions in each case's best files, the files ranked by weights that never saw the repository. */
export async function functionFeatures(
  cases: readonly Case[],
  places: Places,
  options: {
    readonly history: boolean;
    readonly output: string;
    readonly weights: Readonly<Record<string, Weights>>;
  },
): Promise<void> {
  const dump = new Dump();
  dump.specs = FUNCTION_SPECS;
  const withGold = cases.filter((item) => goldFunctions(item).length > 0);
  await eachCase(withGold, places, options, ({ item, index, groups }) => {
    const table = featureTable(queryViews(item.query), index, groups);
    const found = functionCandidates(table, rankFiles(table, options.weights[item.repo]!));
    const { id, repo, set, lang } = item;
    const files = found.map(({ file, definition }) =>
      merged(`${index.files.paths[file]}:${definition.qualifiedName}`)
    );
    for (const candidate of found) dump.rows.push(candidate.values);
    dump.cases.push({ id, repo, set, lang, gold: [...new Set(goldFunctions(item).map(merged))], files });
  });
  dump.write(options.output);
}

function goldFunctions(item: Case): readonly string[] {
  return item.gold_functions_locagent?.length ? item.gold_functions_locagent : item.gold_functions ?? [];
}

/** The scorer counts a constructor as its class. */
function merged(key: string): string {
  return key.replace(/\.__init__$/, "");
}

/** The best of every feature that compares question and file. */
function candidates({ specs, columns, context }: FeatureTable): number[] {
  const { test, text } = context.paths;
  const chosen = new Set<number>();
  for (const spec of specs) {
    const column = spec.free ? undefined : columns.get(spec.id);
    if (!column) continue;
    const order: number[] = [];
    for (let file = 0; file < column.length; file++) {
      if (column[file]! > 0 && test[file] === 0 && text[file] === 0) order.push(file);
    }
    order.sort((a, b) => column[b]! - column[a]! || a - b);
    for (const file of order.slice(0, DEPTH)) chosen.add(file);
  }
  return [...chosen].sort((a, b) => a - b);
}

class Dump {
  specs: readonly { readonly id: string }[] = [];
  readonly rows: Float32Array[] = [];
  readonly cases: unknown[] = [];

  write(base: string): void {
    writeFileSync(`${base}.json`, JSON.stringify({ specs: this.specs, cases: this.cases }));
    const width = this.specs.length;
    const flat = new Float32Array(this.rows.length * width);
    this.rows.forEach((row, i) => flat.set(row, i * width));
    writeFileSync(`${base}.bin`, new Uint8Array(flat.buffer));
    console.error(`${base}: ${this.cases.length} cases, ${this.rows.length} candidates`);
  }
}
