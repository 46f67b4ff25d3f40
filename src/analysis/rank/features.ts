import type { LexicalIndex } from "../index/lexical_index.ts";
import type { QueryViews } from "../query/views.ts";
import type { PathTables } from "./path_tables.ts";
import type { TextScores } from "./text_scores.ts";

/**
 * How a raw feature becomes comparable across questions: `peak` divides by the highest value among files that are no
 * tests, `saturate` is x / (1 + x), `raw` leaves it, `fifth` divides by 5 (logarithms and depths).
 */
export type Scaling = "peak" | "saturate" | "raw" | "fifth";

/** One feature of a file. */
export interface FeatureSpec {
  readonly id: string;
  readonly doc: string;
  readonly scaling: Scaling;
  /** True when its weight may be negative: it describes the file, not its match. */
  readonly free?: boolean;
}

/** What features are computed from. */
export interface FeatureContext {
  readonly query: QueryViews;
  readonly index: LexicalIndex;
  readonly paths: PathTables;
  readonly text: TextScores;
}

/** Features that are computed together. Other folders may add groups of their own. */
export interface FeatureGroup {
  readonly id: string;
  readonly specs: readonly FeatureSpec[];
  /** One column per spec id, one number per file; a missing column counts as 0 everywhere. */
  compute(context: FeatureContext): ReadonlyMap<string, Float32Array>;
}

/** Scales a column in place. */
export function scale(column: Float32Array, scaling: Scaling, test: Uint8Array): void {
  if (scaling === "raw") return;
  if (scaling === "fifth") {
    for (let file = 0; file < column.length; file++) column[file]! /= 5;
    return;
  }
  if (scaling === "saturate") {
    for (let file = 0; file < column.length; file++) column[file]! /= 1 + column[file]!;
    return;
  }
  let peak = 0;
  for (let file = 0; file < column.length; file++) {
    if (test[file] === 0 && column[file]! > peak) peak = column[file]!;
  }
  if (peak === 0) {
    for (let file = 0; file < column.length; file++) if (column[file]! > peak) peak = column[file]!;
  }
  if (peak === 0) return;
  for (let file = 0; file < column.length; file++) {
    const value = column[file]!;
    if (value !== 0) column[file] = Math.min(1.5, value / peak);
  }
}
