import type { LexicalIndex } from "../../index/lexical_index.ts";
import type { ScoreReason } from "../../model/findings.ts";
import { LINK_SPECS, linkValues } from "./definition_links.ts";
import type { FunctionCandidate } from "./function_features.ts";
import { FUNCTION_SPECS } from "./function_features.ts";
import type { Weights } from "./model.ts";
import { strongestFirst } from "./rank_files.ts";

/** A definition with its score; comparable within one question only. */
export interface RankedFunction extends FunctionCandidate {
  readonly score: number;
}

/** The candidates, best first; ties keep their order. */
export function rankFunctions(candidates: readonly FunctionCandidate[], weights: Weights): RankedFunction[] {
  const row = Float64Array.from(FUNCTION_SPECS, (spec) => weights[spec.id] ?? 0);
  return candidates.map((candidate) => {
    let score = 0;
    for (let i = 0; i < row.length; i++) score += candidate.values[i]! * row[i]!;
    return { ...candidate, score };
  }).sort((a, b) => b.score - a.score);
}

/** Definitions whose links are looked at. */
const MOST_LINKED = 30;

/** The same, the best ranked once more by how they hang together. */
export function rankLinked(
  candidates: readonly FunctionCandidate[],
  weights: Weights,
  index: LexicalIndex,
): RankedFunction[] {
  const ranked = rankFunctions(candidates, weights);
  if (!LINK_SPECS.some(({ id }) => Object.hasOwn(weights, id))) return ranked;
  const best = withLinks(ranked.slice(0, MOST_LINKED), index);
  return [...rankFunctions(best, weights), ...ranked.slice(MOST_LINKED)];
}

/** The definitions with the values of {@link LINK_SPECS}. */
export function withLinks(best: readonly RankedFunction[], index: LexicalIndex): FunctionCandidate[] {
  const top = best[0]?.score ?? 0;
  const total = best.reduce((sum, { score }) => sum + Math.exp(score - top), 0);
  const links = linkValues(
    best.map(({ file, at, definition, score }) => ({
      file,
      at,
      name: definition.name,
      share: Math.exp(score - top) / total,
    })),
    index,
  );
  return best.map((candidate, i) => {
    const values = candidate.values.slice();
    values[USED_BY_TOP] = Math.sqrt(links.usedByTop[i]!);
    values[USES_TOP] = Math.sqrt(links.usesTop[i]!);
    return { ...candidate, values };
  });
}

const USED_BY_TOP = FUNCTION_SPECS.findIndex(({ id }) => id === "used_by_top");
const USES_TOP = FUNCTION_SPECS.findIndex(({ id }) => id === "uses_top");

/** Why a definition has its score, the strongest summand first. */
export function functionReasons(candidate: FunctionCandidate, weights: Weights): ScoreReason[] {
  const reasons = FUNCTION_SPECS.map((spec, i) => ({
    name: spec.id,
    value: (weights[spec.id] ?? 0) * candidate.values[i]!,
  }));
  return strongestFirst(reasons.filter((reason) => reason.value !== 0));
}
