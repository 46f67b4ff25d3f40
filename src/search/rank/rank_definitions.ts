import type { ScoreReason } from "../../model/findings.ts";
import { DEFINITION_FEATURES, type DefinitionCandidate } from "./definition_features.ts";
import type { Weights } from "./model.ts";
import { strongestFirst } from "./rank_files.ts";

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
