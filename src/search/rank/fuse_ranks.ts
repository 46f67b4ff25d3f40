import { remember } from "../../model/memo.ts";
import type { ScoreReason } from "../../model/calls.ts";

/** A ranking that takes part in a fusion. */
export interface RankedList {
  /** Named in the reasons. */
  readonly name: string;
  /** Weight of the list; 0 leaves it out. */
  readonly weight: number;
  /** Best first, each once. */
  readonly order: readonly number[];
}

/** A member of any of the lists. */
export interface Fused {
  readonly item: number;
  readonly score: number;
  /** Share of each list that holds it, the largest first. */
  readonly reasons: readonly ScoreReason[];
}

/** Parameters of the scores. */
export interface FusionOptions {
  /** Flattens the top: the larger, the less the first rank counts above the tenth. */
  readonly k: number;
  /** Ranks beyond this one do not count. */
  readonly depth: number;
}

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): the score is the sum of weight / (k + rank) over
 * the lists, ranks counted from 1. Best first, ties as in the first list that holds one of them.
 */
export function fuseRanks(lists: readonly RankedList[], { k, depth }: FusionOptions): Fused[] {
  const reasons = new Map<number, ScoreReason[]>();
  for (const { name, weight, order } of lists) {
    if (weight === 0) continue;
    order.slice(0, depth).forEach((item, at) => {
      remember(reasons, item, () => []).push({ name, value: weight / (k + at + 1) });
    });
  }
  const fused = [...reasons].map(([item, shares]): Fused => ({
    item,
    score: shares.reduce((sum, { value }) => sum + value, 0),
    reasons: shares.sort((a, b) => b.value - a.value),
  }));
  return fused.sort((a, b) => b.score - a.score);
}
