import assert from "node:assert/strict";
import type { RankedDefinition } from "../../../src/search/rank/rank_definitions.ts";
import { takeTurns } from "../../../src/search/rank/diversification.ts";

/** Definitions of the given files, each a point below the one before. */
function scoresOf(files: readonly number[], order: readonly number[], most: number): number[] {
  const ranked = files.map((file, at) => ({ file, score: -at }) as RankedDefinition);
  return takeTurns(ranked, order, most).map(({ score }) => -score);
}

Deno.test("turns: the last place goes to a file that has none", () => {
  assert.deepEqual(scoresOf([1, 1, 1, 1, 1, 2, 3], [1, 2, 3], 5), [0, 1, 2, 3, 5]);
  assert.deepEqual(scoresOf([1, 1, 2, 1, 1, 3, 3], [1, 2, 3], 5), [0, 1, 2, 3, 5]);
  assert.deepEqual(scoresOf([1, 1, 1, 1, 2, 3], [1, 3, 2], 5), [0, 1, 2, 3, 5], "the better file's");
  assert.deepEqual(scoresOf([1, 2, 3, 1, 1, 4], [1, 2, 3, 4], 5), [0, 1, 2, 3, 4], "all have theirs");
  assert.deepEqual(scoresOf([1, 2, 1, 1, 1, 4], [1, 2, 3, 4], 5), [0, 1, 2, 3, 4], "it defines nothing");
});

Deno.test("turns: one place is the best one's, few definitions are all shown", () => {
  assert.deepEqual(scoresOf([1, 2], [2, 1], 1), [0]);
  assert.deepEqual(scoresOf([1, 1], [1, 2], 5), [0, 1]);
  assert.deepEqual(scoresOf([], [1], 5), []);
  assert.deepEqual(scoresOf([1], [1], 0), []);
});
