import type { LexicalIndex } from "../../index/lexical_index.ts";
import type { SearchQuery } from "../query/search_query.ts";
import { type FeatureContext, type FeatureGroup, type FeatureSpec, scale } from "./features.ts";
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

/** Scaled features of the candidates. */
export interface FeatureTable {
  readonly context: FeatureContext;
  readonly specs: readonly FeatureSpec[];
  /** By feature id, one number per file, of no meaning for files that are no candidates; a missing column is 0 everywhere. */
  readonly columns: ReadonlyMap<string, Float32Array>;
  /** Files that hold a term or are named, ascending. */
  readonly files: Uint32Array;
}

/** Computes the features of the files that match a question. */
export function featureTable(
  query: SearchQuery,
  index: LexicalIndex,
  groups: readonly FeatureGroup[] = LEXICAL_GROUPS,
): FeatureTable {
  const context: FeatureContext = { query, index, paths: pathTables(index), text: textScores(query, index) };
  const computed = groups.map((group) => ({ specs: group.specs, ...group.compute(context) }));
  const files = candidatesOf(context, computed.flatMap((group) => [...group.files ?? []]));
  for (const { specs, columns } of computed) {
    for (const { id, scaling } of specs) {
      const column = columns.get(id);
      if (column) scale(column, scaling, { files, test: context.paths.test });
    }
  }
  return {
    context,
    specs: groups.flatMap((group) => group.specs),
    columns: new Map(computed.flatMap((group) => [...group.columns])),
    files,
  };
}

function candidatesOf({ text }: FeatureContext, named: readonly number[]): Uint32Array {
  const others = [...new Set(named)].filter((file) => text.isCandidate[file] === 0);
  return others.length === 0 ? text.candidates : Uint32Array.from([...text.candidates, ...others]).sort();
}
