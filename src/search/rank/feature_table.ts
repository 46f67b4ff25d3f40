import ranking from "../../../config/ranking.json" with { type: "json" };
import type { LexicalIndex } from "../../index/lexical_index.ts";
import type { SearchQuery } from "../query/search_query.ts";
import { type FeatureContext, type FeatureGroup, type FeatureSpec, pathTables, scale } from "./features.ts";
import { MENTION_GROUP, NAME_GROUP, PATH_GROUP, PRIOR_GROUP } from "./path_features.ts";
import { TEXT_GROUP } from "./text_features.ts";
import { textScores } from "./text_scores.ts";
import type { ScoreReason } from "../../model/calls.ts";

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

/** Weights of a linear ranking by feature id; a feature that is not named counts nothing. */
export type Weights = Readonly<Record<string, number>>;

/** Weights for files, and for the definitions and the values in the best of them. */
export interface RankingModel {
  readonly files: Weights;
  readonly definitions: Weights;
  readonly values: Weights;
}

/** The committed models, fitted by `tests/research/fit.ts`: `search` knows the text alone, `locate` git's history too. */
export const MODELS: Readonly<Record<"search" | "locate", RankingModel>> = ranking;

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
