import type { FileHit, IndexPlace, SearchResult } from "./search_result.ts";
import type { LexicalIndex } from "../../index/lexical_index.ts";
import { otherWords, type SearchQuery } from "../query/search_query.ts";
import { featureTable, MODELS, rankFiles, reasonsFor } from "./feature_table.ts";
import type { FeatureTable, FileRanking, RankingModel, Weights } from "./feature_table.ts";
import { type FeatureContext, type FeatureGroup, findPath } from "./features.ts";
import { definitionCandidates, valueOf } from "./definition_features.ts";
import { fuseFiles, fuseFunctions, rankDefinitions } from "./hybrid.ts";
import type { RankedDefinition, SemanticMatch } from "./hybrid.ts";
import { MOST_NAMESAKES, rankValues } from "./values.ts";
import { certaintyOf, strengthByWords } from "./certainty.ts";
import { CLASS_KINDS } from "../../syntax/class_kinds.ts";
import { lookUp } from "../../model/json.ts";

import { type Definition, holdsLine } from "../../syntax/parsed_file.ts";

/** Search options. */
export interface SearchOptions {
  /** Most files to answer; default 10. */
  readonly limit?: number;
  /** Default: the committed one for search. */
  readonly model?: RankingModel;
  /** Default: the lexical ones. */
  readonly groups?: readonly FeatureGroup[];
  /** Files to leave out. */
  readonly accepts?: (file: number) => boolean;
  /** Results of the question's vector; default: keywords alone rank. */
  readonly semantic?: SemanticMatch;
}

/** Ranks the files of an index and the definitions in the best of them. */
export function search(query: SearchQuery, index: LexicalIndex, options: SearchOptions = {}): SearchResult {
  return finishSearch(beginSearch(query, index, options), options);
}

/** A question whose words are ranked, before its meaning takes part. */
export interface KeywordSearch {
  readonly table: FeatureTable;
  readonly weights: Weights;
  readonly keyword: FileRanking;
}

/** Ranks the files by the question's words. */
export function beginSearch(
  query: SearchQuery,
  index: LexicalIndex,
  { model = MODELS.search, groups, accepts }: SearchOptions,
): KeywordSearch {
  const weights = wishedFor(query, model.files);
  const table = featureTable(query, index, groups);
  const all = rankFiles(table, weights);
  return { table, weights, keyword: accepts ? { ...all, order: all.order.filter(accepts) } : all };
}

/** The files by the words of a question alone, before any definition is ranked. */
export function filesByWords(
  { table, weights, keyword }: KeywordSearch,
  { limit = 10 }: SearchOptions,
): SearchResult {
  const { context } = table;
  const files = keyword.order.slice(0, limit).map((file): FileHit => ({
    file,
    path: context.index.files.paths[file]!,
    score: keyword.scores[file]!,
    reasons: reasonsFor(file, table, weights),
    ...placeIn(file, context, []),
  }));
  return { files, functions: [], values: [], chance: 0, table };
}

/** Fuses in what is near in meaning, if anything is known of that, and ranks the definitions of the best files. */
export function finishSearch(started: KeywordSearch, options: SearchOptions): SearchResult {
  const { limit = 10, model = MODELS.search, semantic } = options;
  const { table, weights, keyword } = started;
  const { context } = table;
  const ofDefinitions = definitionWeightsFor(context.query, model.definitions);
  const definitionsIn = (files: FileRanking): RankedDefinition[] =>
    testsLast(
      namedFirst(rankDefinitions(definitionCandidates(table, files), ofDefinitions), context),
      context,
    );
  const byWords = definitionsIn(keyword);
  const values = rankValues(table, keyword, model.values);
  const chance = certaintyOf({ functions: byWords, values, table });
  const words = strengthByWords(keyword.order.length, chance);
  const fused = semantic && fuseFiles(keyword, started, semantic, words);
  const { order } = fused ?? keyword;
  const functions = fused ? fuseFunctions(definitionsIn(fused), context, semantic, words) : byWords;
  const files = order.slice(0, limit).map((file): FileHit => ({
    file,
    path: context.index.files.paths[file]!,
    score: fused?.fused.get(file) ?? keyword.scores[file]!,
    reasons: [...fused?.reasons.get(file) ?? [], ...reasonsFor(file, table, weights)],
    ...placeIn(file, context, functions, semantic?.chunks.find((near) => near.file === file)?.chunk),
  }));
  return {
    files,
    functions,
    values,
    chance,
    table,
    ...(semantic && { semantic: { ...semantic, byWords, words } }),
  };
}

/** The definitions with those of tests behind all others, before them if tests are asked for, or as they are if named. */
function testsLast(
  ranked: readonly RankedDefinition[],
  { query: { question } }: FeatureContext,
): RankedDefinition[] {
  const isAsked = question.answer === "tests";
  if (!isAsked && question.subjects.includes("tests")) return [...ranked];
  const isFirst = ({ values, isSpelled }: RankedDefinition): boolean =>
    (valueOf(values, "is_test_code") > 0) === isAsked || (!isAsked && isSpelled === true);
  return [...ranked.filter(isFirst), ...ranked.filter((one) => !isFirst(one))];
}

/** The definitions whose names a short question spells, with their owners first, before all others. */
function namedFirst(ranked: readonly RankedDefinition[], context: FeatureContext): RankedDefinition[] {
  const { query, index, paths } = context;
  if (query.question.isReport) return [...ranked];
  // Beside other words a class or its constructor is a detail: they ask for the code that does something with it.
  const hasOthers = otherWords(query.question, query.mentions).length > 0;
  const isDetail = ({ kind, name, qualifiedName }: Definition): boolean =>
    hasOthers && (CLASS_KINDS.has(kind) || qualifiedName.endsWith(`${name}.${name}`));
  const rankOf = ({ file, definition, definition: { name }, values }: RankedDefinition): number => {
    if (valueOf(values, "qualified") > 0) return 3;
    const isNamed = !isDetail(definition) && query.mentions.identifiers.has(name) && paths.test[file] === 0 &&
      (query.isNameAlone || index.definitionCount(name) <= MOST_NAMESAKES);
    return !isNamed ? 0 : CLASS_KINDS.has(definition.kind) ? 2 : 1;
  };
  const best = ranked[0]?.score ?? 0;
  return ranked.map((one) => ({ one, rank: rankOf(one) })).sort((a, b) => b.rank - a.rank)
    .map(({ one, rank }) => rank === 0 ? one : { ...one, score: Math.max(best, one.score), isSpelled: true });
}

/**
 * The best place in a file: the line the question names, else its best definition, else its best chunk.
 *
 * @param near the chunk nearest in meaning, if that is known
 */
export function placeIn(
  file: number,
  context: FeatureContext,
  functions: readonly RankedDefinition[],
  near?: number,
): IndexPlace {
  const line = namedLine(file, context);
  if (line !== undefined) return { ...placeOfLine(file, line, context), isNamedLine: true };
  const best = functions.find((candidate) => candidate.file === file);
  if (best) {
    const { startLine, endLine, qualifiedName } = best.definition;
    return { startLine, endLine, symbol: qualifiedName };
  }
  return bestChunk(file, context, near);
}

/** The line of a mention `path:12` or of the first stack frame in the file. */
function namedLine(file: number, { query, index }: FeatureContext): number | undefined {
  return query.question.terms.paths.find(({ path, line }) =>
    line !== undefined && findPath(path, index).includes(file)
  )?.line;
}

/** The innermost definition around a line; the line alone where there is none. */
export function placeOfLine(file: number, line: number, { index }: FeatureContext): IndexPlace {
  const inner = index.parsed(file)?.definitions.findLast((one) => holdsLine(one, line));
  if (!inner) return { startLine: line, endLine: line };
  return { startLine: inner.startLine, endLine: inner.endLine, symbol: inner.qualifiedName };
}

function bestChunk(file: number, { index, text }: FeatureContext, near: number | undefined): IndexPlace {
  const scores = text.chunks;
  const from = index.files.firstChunk[file]!;
  const to = from + index.files.chunkCount[file]!;
  if (from === to) return { startLine: 1, endLine: 1 };
  let best = near ?? from;
  for (let chunk = from; near === undefined && chunk < to; chunk++) {
    if (scores[chunk]! > scores[best]!) best = chunk;
  }
  const definition = index.parsed(file)?.definitions[index.chunks.definition(best)];
  const place = { startLine: index.chunks.startLine(best), endLine: index.chunks.endLine(best) };
  return definition ? { ...place, symbol: definition.qualifiedName } : place;
}

/**
 * The least that naming something outright weighs in a short prompt. The models learn from long reports, where most
 * of what is named is scenery.
 */
const NAMED_OUTRIGHT: Weights = { path_named: 4, qualified: 2, defines: 2 };

/** Weight of a test, file or definition, where tests are asked for. */
const TEST_FIRST = 1.5;

/** The weights for this question: of tests, whether they are asked for. */
export function definitionWeightsFor({ question }: SearchQuery, weights: Weights): Weights {
  if (question.answer === "tests") return { ...weights, is_test_code: TEST_FIRST };
  return question.subjects.includes("tests")
    ? { ...weights, is_test_code: (lookUp(weights, "is_test_code") ?? 0) / 2 }
    : weights;
}

/** The weights for this question: a short prompt gets what it names, and tests and documents when it asks for them. */
export function wishedFor({ question }: SearchQuery, weights: Weights): Weights {
  if (question.isReport) return weights;
  const wished: Record<string, number> = { ...weights };
  for (const [id, least] of Object.entries(NAMED_OUTRIGHT)) wished[id] = Math.max(wished[id] ?? 0, least);
  if (question.answer === "tests") wished["is_test"] = TEST_FIRST;
  else if (question.subjects.includes("tests")) wished["is_test"] = 0;
  // Documents define nothing.
  if (question.subjects.includes("documents")) wished["is_text"] = wished["has_names"] = 0;
  return wished;
}
