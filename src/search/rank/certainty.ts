import certainty from "../../../config/certainty.json" with { type: "json" };
import { valueOf } from "./definition_features.ts";
import type { SearchResult } from "./search_result.ts";

/** Definitions whose shares are compared. */
const COMPARED = 14;
/** Chance of a definition that the question spells. */
const SPELLED = 0.8;

/**
 * Chance that one of the first three definitions is right: logistic regression on the share of the best among all, and on its
 * file's; fitted by `tests/research/fit.ts`, calibrated on repositories that it never saw.
 */
export function certaintyOf({ functions }: SearchResult): number {
  const [best] = functions;
  if (!best) return 0;
  if (best.isSpelled) return SPELLED;
  const sum = functions.slice(0, COMPARED).reduce((all, { score }) => all + Math.exp(score - best.score), 0);
  const { share, file, bias } = certainty;
  const odds = -share * Math.log(sum) + file * valueOf(best.values, "file_share") + bias;
  return 1 / (1 + Math.exp(-odds));
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
