import type { ScoreReason } from "../../model/findings.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import type { QueryViews } from "../query/views.ts";
import type { FeatureTable } from "./feature_table.ts";
import { featureTable } from "./feature_table.ts";
import type { FeatureGroup } from "./features.ts";
import { functionCandidates } from "./function_features.ts";
import { placeIn } from "./places.ts";
import type { RankingModel } from "./model.ts";
import { MODELS } from "./model.ts";
import { rankFiles, reasonsFor } from "./rank_files.ts";
import type { RankedFunction } from "./rank_functions.ts";
import { rankFunctions } from "./rank_functions.ts";
import { wishedFor } from "./wishes.ts";

/** A file with the part of it that answers best. */
export interface FileHit {
  /** Number in the index. */
  readonly file: number;
  readonly path: string;
  /** Comparable within one question only. */
  readonly score: number;
  /** Why, the strongest first. */
  readonly reasons: readonly ScoreReason[];
  /** One-based. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
  /** Qualified name of the definition there. */
  readonly symbol?: string;
}

/** What a question found. */
export interface SearchResult {
  /** Best first. */
  readonly files: readonly FileHit[];
  /** Definitions of the best files, best first. */
  readonly functions: readonly RankedFunction[];
  readonly table: FeatureTable;
}

/** How to search. */
export interface SearchOptions {
  /** Most files to answer; default 10. */
  readonly limit?: number;
  /** Default: the committed one for search. */
  readonly model?: RankingModel;
  /** Default: the lexical ones. */
  readonly groups?: readonly FeatureGroup[];
  /** Files to leave out. */
  readonly accepts?: (file: number) => boolean;
}

/** Ranks the files of an index and the definitions in the best of them. */
export function search(query: QueryViews, index: LexicalIndex, options: SearchOptions = {}): SearchResult {
  const { limit = 10, model = MODELS.search, accepts } = options;
  const table = options.groups ? featureTable(query, index, options.groups) : featureTable(query, index);
  const weights = wishedFor(query, model.files);
  const all = rankFiles(table, weights);
  const ranking = accepts ? { ...all, order: all.order.filter(accepts) } : all;
  const functions = rankFunctions(functionCandidates(table, ranking), model.functions);
  const files = ranking.order.slice(0, limit).map((file): FileHit => ({
    file,
    path: index.files.paths[file]!,
    score: ranking.scores[file]!,
    reasons: reasonsFor(file, table, weights),
    ...placeIn(file, table.context, functions),
  }));
  return { files, functions, table };
}
