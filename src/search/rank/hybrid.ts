import fusion from "../../../config/fusion.json" with { type: "json" };
import type { ScoreReason, Strength } from "../../model/calls.ts";
import type { NearChunk, Nearest } from "../../index/vectors/nearest.ts";
import { type FeatureTable, type FileRanking, strongestFirst, type Weights } from "./feature_table.ts";
import { type Fused, fuseRanks } from "./fuse_ranks.ts";
import { DEFINITION_FEATURES, type DefinitionCandidate } from "./definition_features.ts";

/** A definition with its score; comparable within one question only. */
export interface RankedDefinition extends DefinitionCandidate {
  readonly score: number;
  /** The question spells its name. */
  readonly isSpelled?: true;
}

const IDS = Object.keys(DEFINITION_FEATURES);

/** The candidates, best first; ties keep their order. */
export function rankDefinitions(
  candidates: readonly DefinitionCandidate[],
  weights: Weights,
): RankedDefinition[] {
  const row = Float64Array.from(IDS, (id) => weights[id] ?? 0);
  return candidates.map((candidate) => {
    let score = 0;
    for (let i = 0; i < row.length; i++) score += candidate.values[i]! * row[i]!;
    return { ...candidate, score };
  }).sort((a, b) => b.score - a.score);
}

/** Reasons for a definition's score, the strongest summand first. */
export function definitionReasons({ values }: DefinitionCandidate, weights: Weights): ScoreReason[] {
  const reasons = IDS.map((name, i) => ({ name, value: (weights[name] ?? 0) * values[i]! }));
  return strongestFirst(reasons.filter((reason) => reason.value !== 0));
}

/** Results of the question's vector, and their role in the ranking. */
export interface SemanticMatch extends Nearest {
  /** `semantic`: the vectors alone decide; `hybrid`: keywords and vectors, by reciprocal rank fusion. */
  readonly mode: "semantic" | "hybrid";
}

/** Files in the order of all lists together. */
export interface HybridRanking extends FileRanking {
  /** Reasons for a file's rank: the share of each list. */
  readonly reasons: ReadonlyMap<number, readonly ScoreReason[]>;
  /** The fused scores; those of {@link FileRanking} stay the keywords' own. */
  readonly fused: ReadonlyMap<number, number>;
}

/** At and below this weight a kind of file is ranked last. */
const DEMOTED = -4;
const DEMOTABLE = ["is_test", "is_text"];

/** The files that keywords or vectors find, in one order. */
export function fuseFiles(
  keyword: FileRanking,
  { table, weights }: { readonly table: FeatureTable; readonly weights: Weights },
  { chunks, mode }: SemanticMatch,
  words: Strength,
): HybridRanking {
  const fused = fuse({ words, mode }, keyword.order, orderNear(chunks, table, weights));
  return {
    order: fused.map(({ item }) => item),
    scores: keyword.scores,
    reasons: new Map(fused.map(({ item, reasons }) => [item, reasons])),
    fused: new Map(fused.map(({ item, score }) => [item, score])),
  };
}

/** Files by their nearest chunk; tests and documents last, unless the question is about them. */
export function orderNear(chunks: readonly NearChunk[], table: FeatureTable, weights: Weights): number[] {
  const files = [...new Set(chunks.map(({ file }) => file))];
  const isLast = (file: number): boolean => isDemoted(file, table, weights);
  return [...files.filter((file) => !isLast(file)), ...files.filter(isLast)];
}

/** The definitions in the order of both lists; scores stay comparable, the best one's is 0. */
export function fuseFunctions(
  ranked: readonly RankedDefinition[],
  { index }: FeatureTable["context"],
  { chunks, mode }: SemanticMatch,
  words: Strength,
): RankedDefinition[] {
  const places = new Map<string, number[]>();
  ranked.forEach(({ file, chunk }, at) => {
    const key = `${file}:${index.chunks.definition(chunk)}`;
    places.set(key, [...places.get(key) ?? [], at]);
  });
  const near = chunks.flatMap(({ file, chunk }) =>
    places.get(`${file}:${index.chunks.definition(chunk)}`) ?? []
  );
  const fused = fuse({ words, mode }, ranked.map((_, at) => at), [...new Set(near)]);
  const top = fused[0]?.score ?? 1;
  const first = fused.map(({ item, score }) => ({ ...ranked[item]!, score: Math.log(score / top) }));
  const taken = new Set(fused.map(({ item }) => item));
  return [...first, ...ranked.filter((_, at) => !taken.has(at))];
}

/** The surer the words are, the less meaning counts against them: a weak model must not undo what was named outright. */
function fuse(
  { words, mode }: { readonly words: Strength; readonly mode: SemanticMatch["mode"] },
  keyword: readonly number[],
  vector: readonly number[],
): Fused[] {
  return fuseRanks([
    { name: "keyword", weight: mode === "hybrid" ? fusion.keyword : 0, order: keyword },
    { name: "vector", weight: fusion.vector[words], order: vector },
  ], fusion);
}

/** The keywords' weights say which kinds of files the question is not about. */
function isDemoted(file: number, { columns }: FeatureTable, weights: Weights): boolean {
  return DEMOTABLE.some((id) => (weights[id] ?? 0) <= DEMOTED && (columns.get(id)?.[file] ?? 0) > 0);
}
