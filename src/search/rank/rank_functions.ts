import type { ScoreReason } from "../../model/findings.ts";
import type { FunctionCandidate } from "./function_features.ts";
import { FUNCTION_SPECS } from "./function_features.ts";
import type { Weights } from "./model.ts";

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

/** Why a definition has its score, the strongest summand first. */
export function functionReasons(candidate: FunctionCandidate, weights: Weights): ScoreReason[] {
  const reasons = FUNCTION_SPECS.map((spec, i) => ({
    name: spec.id,
    value: (weights[spec.id] ?? 0) * candidate.values[i]!,
  }));
  return reasons.filter((reason) => reason.value !== 0)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || (a.name < b.name ? -1 : 1));
}
