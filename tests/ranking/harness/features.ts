import { writeFileSync } from "node:fs";
import { queryViews } from "../../../src/analysis/query/views.ts";
import { featureTable } from "../../../src/analysis/rank/feature_table.ts";
import { caseIndex, contentsOf, listingOf } from "./contents.ts";
import { mirrorOf, readCases } from "./mirror.ts";

/**
 * Computes the features of every case's candidates. Arguments: evaluation folder, mirrors, cache folder, output,
 * sets, every n-th case. Output: `<output>.json` (cases, feature specs) and `<output>.bin` (rows of Float32).
 */
const [
  evalDir = "",
  mirrors = "",
  cacheDir = "",
  output = "",
  sets = "lite-dev,verified-dev,multilingual-dev",
  step = "1",
] = Deno.args;
const DEPTH = 40;
const cases = readCases(evalDir, sets.split(",")).filter((_, i) => i % Number(step) === 0);
const done: unknown[] = [];
const rows: Float32Array[] = [];
let specs: readonly { id: string }[] = [];
const times: number[] = [];
for (const repo of new Set(cases.map((item) => item.repo))) {
  const gitDir = mirrorOf(repo, { evalDir, mirrors });
  if (gitDir === undefined) continue;
  const mine = cases.filter((item) => item.repo === repo);
  const contents = await contentsOf(repo, mine, gitDir, cacheDir);
  for (const item of mine) {
    const query = queryViews(item.query);
    const index = caseIndex(contents, listingOf(item, gitDir, cacheDir));
    for (const term of [...query.terms.keys(), ...query.bigrams.keys()]) index.postings(term);
    const started = performance.now();
    const table = featureTable(query, index);
    times.push(performance.now() - started);
    specs = table.specs;
    const columns = specs.map((spec) => table.columns.get(spec.id) ?? new Float32Array(index.files.count));
    const { test } = table.context.paths;
    const chosen = candidates(columns, specs, test);
    for (const path of item.gold_files) {
      const file = index.files.numberOf(path);
      if (file === undefined) console.error(`${item.id}: gold not indexed: ${path}`);
      else if (test[file] === 1) console.error(`${item.id}: gold taken for a test: ${path}`);
    }
    for (const file of chosen) rows.push(Float32Array.from(columns, (column) => column[file]!));
    const { id, set, lang, gold_files: gold } = item;
    done.push({ id, repo, set, lang, gold, files: chosen.map((file) => index.files.paths[file]) });
  }
}
writeFileSync(`${output}.json`, JSON.stringify({ specs, cases: done }));
const flat = new Float32Array(rows.length * specs.length);
rows.forEach((row, i) => flat.set(row, i * specs.length));
writeFileSync(`${output}.bin`, new Uint8Array(flat.buffer));
times.sort((a, b) => a - b);
const at = (share: number): string => times[Math.floor(times.length * share)]!.toFixed(1);
console.error(`${done.length} cases, ${rows.length} rows, features p50 ${at(0.5)} p95 ${at(0.95)} ms`);

/** The best of every feature that compares question and file. */
function candidates(
  columns: readonly Float32Array[],
  specs: readonly { id: string; free?: boolean }[],
  test: Uint8Array,
): number[] {
  const chosen = new Set<number>();
  columns.forEach((column, i) => {
    if (specs[i]!.free) return;
    const order: number[] = [];
    for (let file = 0; file < column.length; file++) {
      if (column[file]! > 0 && test[file] === 0) order.push(file);
    }
    order.sort((a, b) => column[b]! - column[a]! || a - b);
    for (const file of order.slice(0, DEPTH)) chosen.add(file);
  });
  return [...chosen].sort((a, b) => a - b);
}
