import certainty from "../../../config/certainty.json" with { type: "json" };
import { valueOf } from "./definition_features.ts";
import type { RankedDefinition } from "./rank_definitions.ts";
import type { SearchResult } from "./search_result.ts";

/** Definitions whose shares are compared. */
const COMPARED = 14;
/** Chance of a definition whose name the question spells; too few of the questions do for a fit. */
const SPELLED = 0.8;

/**
 * Chance that one of the first three definitions is right: logistic regression on the share of the best among all, and on its
 * file's; fitted by `tests/research/fit.ts`, calibrated on repositories that it never saw.
 */
export function certaintyOf({ functions, semantic }: Pick<SearchResult, "functions" | "semantic">): number {
  // Scores that are fused with meaning are not on the scale of the fit.
  const ranked = semantic?.byWords ?? functions;
  const [best] = ranked;
  if (!best) return 0;
  if (best.isSpelled) return SPELLED;
  const { share, file, bias } = certainty;
  const [ownShare, fileShare] = evidenceOf(ranked);
  return 1 / (1 + Math.exp(-(share * ownShare + file * fileShare + bias)));
}

/** Evidence for the first definition: logarithms of its share among the first ones, and of its file's among all, by 3. */
export function evidenceOf(
  ranked: readonly Pick<RankedDefinition, "score" | "values">[],
): readonly [own: number, file: number] {
  const best = ranked[0]!;
  const sum = ranked.slice(0, COMPARED).reduce((all, { score }) => all + Math.exp(score - best.score), 0);
  return [-Math.log(sum), valueOf(best.values, "file_share")];
}

/** Size of the shown part of a result. */
export interface Room {
  readonly certainty: "sure" | "likely" | "weak";
  readonly places: number;
  /** Lines of code of the n-th place; places behind have none. */
  readonly lines: readonly number[];
}

/** The room of a result by the chance that its first places are right; a way through the code has several. */
export function roomFor(chance: number, isFlow = false): Room {
  const { sure, weak } = certainty;
  if (chance < weak) return { certainty: "weak", places: 3, lines: [] };
  if (isFlow) return { certainty: "likely", places: 8, lines: [40, 20, 20, 20, 20] };
  return chance >= sure
    ? { certainty: "sure", places: 3, lines: [60, 30, 30] }
    : { certainty: "likely", places: 5, lines: [50, 20, 20] };
}
