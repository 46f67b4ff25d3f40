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
  const { files, specs, columns } = table;
  const { count } = table.context.index.files;
  const scores = new Float32Array(count);
  const matches = new Uint8Array(count);
  for (const { id, isPrior } of specs) {
    const column = columns.get(id);
    const weight = weights[id] ?? 0;
    if (!column || weight === 0) continue;
    for (let at = 0; at < files.length; at++) {
      const file = files[at]!;
      if (column[file]! === 0) continue;
      scores[file]! += weight * column[file]!;
      if (!isPrior) matches[file] = 1;
    }
  }
  const order = [...files].filter((file) => matches[file] === 1);
  return { order: order.sort((a, b) => scores[b]! - scores[a]!), scores };
}

/** Reasons for a file's score, the strongest summand first. */
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
