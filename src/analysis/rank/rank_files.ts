import type { ScoreReason } from "../../model/findings.ts";
import type { FeatureTable } from "./feature_table.ts";
import type { Weights } from "./model.ts";

/** Files in order. */
export interface FileRanking {
  /** Files that match the question at all, best first, ties by path. */
  readonly order: readonly number[];
  /** Score of every file; comparable within one question only. */
  readonly scores: Float32Array;
}

/** Combines the features linearly. */
export function rankFiles(table: FeatureTable, weights: Weights): FileRanking {
  const { index } = table.context;
  const scores = new Float32Array(index.files.count);
  const matches = new Uint8Array(index.files.count);
  for (const spec of table.specs) {
    const column = table.columns.get(spec.id);
    const weight = weights[spec.id] ?? 0;
    if (!column || weight === 0) continue;
    for (let file = 0; file < column.length; file++) {
      const value = column[file]!;
      if (value === 0) continue;
      scores[file]! += weight * value;
      if (!spec.free) matches[file] = 1;
    }
  }
  const order: number[] = [];
  for (let file = 0; file < matches.length; file++) if (matches[file] === 1) order.push(file);
  order.sort((a, b) => scores[b]! - scores[a]! || a - b);
  return { order, scores };
}

/** Why a file has its score, the strongest summand first. */
export function reasonsFor(file: number, table: FeatureTable, weights: Weights): ScoreReason[] {
  const reasons: ScoreReason[] = [];
  for (const { id } of table.specs) {
    const value = (weights[id] ?? 0) * (table.columns.get(id)?.[file] ?? 0);
    if (value !== 0) reasons.push({ name: id, value });
  }
  return reasons.sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || (a.name < b.name ? -1 : 1));
}
