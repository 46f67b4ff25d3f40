import type { ScoreReason } from "../../model/findings.ts";
import type { FeatureTable } from "./feature_table.ts";
import type { Weights } from "./model.ts";

/** Files in order. */
export interface FileRanking {
  /** Files that match the question at all, best first, ties by path. */
  readonly order: readonly number[];
  /** Score of every file in the order, 0 for others; comparable within one question only. */
  readonly scores: Float32Array;
}

/** Combines the features linearly. */
export function rankFiles(table: FeatureTable, weights: Weights): FileRanking {
  const { index } = table.context;
  const { files } = table;
  const scores = new Float32Array(index.files.count);
  const matches = new Uint8Array(index.files.count);
  for (const { column, weight, free } of weighed(table, weights)) {
    for (let at = 0; at < files.length; at++) {
      const file = files[at]!;
      const value = column[file]!;
      if (value === 0) continue;
      scores[file]! += weight * value;
      if (!free) matches[file] = 1;
    }
  }
  const order: number[] = [];
  for (const file of files) if (matches[file] === 1) order.push(file);
  order.sort((a, b) => scores[b]! - scores[a]!);
  return { order, scores };
}

/** The columns that count, each once: features that are alike share one. */
function weighed(
  table: FeatureTable,
  weights: Weights,
): Iterable<{ readonly column: Float32Array; weight: number; readonly free: boolean }> {
  const found = new Map<Float32Array, { column: Float32Array; weight: number; free: boolean }>();
  for (const { id, free = false } of table.specs) {
    const column = table.columns.get(id);
    const weight = weights[id] ?? 0;
    if (!column || weight === 0) continue;
    const known = found.get(column);
    if (known) known.weight += weight;
    else found.set(column, { column, weight, free });
  }
  return found.values();
}

/** Why a file has its score, the strongest summand first. */
export function reasonsFor(file: number, table: FeatureTable, weights: Weights): ScoreReason[] {
  const reasons: ScoreReason[] = [];
  for (const { id } of table.specs) {
    const value = (weights[id] ?? 0) * (table.columns.get(id)?.[file] ?? 0);
    if (value !== 0) reasons.push({ name: id, value });
  }
  return strongestFirst(reasons);
}

/** Reasons by their weight, for or against; of the same weight by name. */
export function strongestFirst(reasons: readonly ScoreReason[]): ScoreReason[] {
  return [...reasons].sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || (a.name < b.name ? -1 : 1));
}
