import type { LexicalIndex } from "../index/lexical_index.ts";
import type { QueryViews } from "../query/views.ts";
import type { FeatureContext, FeatureGroup, FeatureSpec } from "./features.ts";
import { scale } from "./features.ts";
import { MENTION_GROUP } from "./mention_features.ts";
import { NAME_GROUP } from "./name_features.ts";
import { PATH_GROUP } from "./path_features.ts";
import { pathTables } from "./path_tables.ts";
import { PRIOR_GROUP } from "./prior_features.ts";
import { TEXT_GROUP } from "./text_features.ts";
import { textScores } from "./text_scores.ts";

/** The groups that need nothing but the index and the question. */
export const LEXICAL_GROUPS: readonly FeatureGroup[] = [
  PRIOR_GROUP,
  TEXT_GROUP,
  PATH_GROUP,
  MENTION_GROUP,
  NAME_GROUP,
];

/** Scaled features of all files. */
export interface FeatureTable {
  readonly context: FeatureContext;
  readonly specs: readonly FeatureSpec[];
  /** By feature id, one number per file. */
  readonly columns: ReadonlyMap<string, Float32Array>;
}

/** Computes the features of every file. */
export function featureTable(
  query: QueryViews,
  index: LexicalIndex,
  groups: readonly FeatureGroup[] = LEXICAL_GROUPS,
): FeatureTable {
  const paths = pathTables(index);
  const context: FeatureContext = { query, index, paths, text: textScores(query, index) };
  const columns = new Map<string, Float32Array>();
  const scaled = new Set<Float32Array>();
  for (const group of groups) {
    const raw = group.compute(context);
    for (const spec of group.specs) {
      const column = raw.get(spec.id);
      if (!column) continue;
      // Features that are alike share their column.
      if (!scaled.has(column)) scale(column, spec.scaling, paths.test);
      scaled.add(column);
      columns.set(spec.id, column);
    }
  }
  return { context, specs: groups.flatMap((group) => group.specs), columns };
}
