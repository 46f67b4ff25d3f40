import type { LexicalIndex } from "../../index/lexical_index.ts";
import type { QueryViews } from "../query/fields.ts";
import { COMPONENT_GROUP } from "./component_features.ts";
import type { FeatureColumns, FeatureContext, FeatureGroup, FeatureSpec } from "./features.ts";
import { scale } from "./features.ts";
import { MENTION_GROUP } from "./mention_features.ts";
import { NAME_GROUP } from "./name_features.ts";
import { PATH_GROUP } from "./path_features.ts";
import { pathTables } from "./path_tables.ts";
import { PRIOR_GROUP } from "./prior_features.ts";
import { TEXT_GROUP } from "./text_features.ts";
import { numbersOf } from "./candidate_files.ts";
import { textScores } from "./text_scores.ts";
import type { Wanted } from "./wanted.ts";
import { ALL_WANTED } from "./wanted.ts";

/** The groups that need nothing but the index and the question. */
export const LEXICAL_GROUPS: readonly FeatureGroup[] = [
  PRIOR_GROUP,
  TEXT_GROUP,
  PATH_GROUP,
  MENTION_GROUP,
  NAME_GROUP,
  COMPONENT_GROUP,
];

/** Scaled features of all files. */
export interface FeatureTable {
  readonly context: FeatureContext;
  readonly specs: readonly FeatureSpec[];
  /** By feature id, one number per file, of no meaning for files that are not in `files`; a missing column is 0 everywhere. */
  readonly columns: ReadonlyMap<string, Float32Array>;
  /** Files that anything but a free feature speaks for, ascending. */
  readonly files: Uint32Array;
}

/**
 * Computes the features of every file.
 *
 * @param wanted of those of the text only these are certain to be there; default: all
 */
export function featureTable(
  query: QueryViews,
  index: LexicalIndex,
  groups: readonly FeatureGroup[] = LEXICAL_GROUPS,
  wanted: Wanted = ALL_WANTED,
): FeatureTable {
  const paths = pathTables(index);
  const context: FeatureContext = { query, index, paths, text: textScores(query, index, wanted), wanted };
  const { leftOut } = context.text;
  const scaler = new Scaler(context);
  const computed = groups.map((group) => scaler.scaled({ specs: group.specs, ...group.compute(context) }));
  const files = filesOf(computed, context.text.touched);
  const specs = groups.flatMap((group) => group.specs);
  const columns = new Map(computed.flatMap((group) => [...group.columns]));
  if (leftOut) clear(specs, columns, files.filter((file) => leftOut[file] === 1));
  return { context, specs, columns, files };
}

/** What a group computed, by what it says of its features. */
type Computed = FeatureColumns & Pick<FeatureGroup, "specs">;

/** Scales columns as far as their files go; features that are alike share their column. */
class Scaler {
  readonly #scaled = new Set<Float32Array>();
  #everything: Uint32Array | undefined;

  constructor(private readonly context: FeatureContext) {}

  /** What a group computed, scaled before the next one sees it. */
  scaled(group: Computed): Computed {
    const { index, text, paths: { test } } = this.context;
    const own = group.files && Uint32Array.from(group.files);
    for (const { id, scaling, byTerms } of group.specs) {
      const column = group.columns.get(id);
      if (!column || scaling === "raw" || this.#scaled.has(column)) continue;
      const filled = byTerms ? text.candidates : own ?? (this.#everything ??= ascending(index.files.count));
      scale(column, scaling, { files: filled, test });
      this.#scaled.add(column);
    }
    return group;
  }
}

/** What the words say of files that are left out does not count. */
function clear(
  specs: readonly FeatureSpec[],
  columns: ReadonlyMap<string, Float32Array>,
  files: Uint32Array,
): void {
  for (const { id, byTerms } of specs) {
    const column = byTerms ? columns.get(id) : undefined;
    if (column) { for (const file of files) column[file] = 0; }
  }
}

/** The files in which a feature that is not free has something. */
function filesOf(groups: readonly Computed[], touched: Uint8Array): Uint32Array {
  const matches = touched.slice();
  for (const { specs, columns, files } of groups) {
    for (const { id, free, byTerms } of specs) {
      const column = free || byTerms ? undefined : columns.get(id);
      if (!column) continue;
      if (files) { for (const file of files) if (column[file]! !== 0) matches[file] = 1; }
      else {
        for (let file = 0; file < column.length; file++) if (column[file]! !== 0) matches[file] = 1;
      }
    }
  }
  return numbersOf(matches);
}

function ascending(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let at = 0; at < count; at++) numbers[at] = at;
  return numbers;
}
