import assert from "node:assert/strict";
import fusion from "../../../config/fusion.json" with { type: "json" };
import { fuseRanks } from "../../../src/search/rank/fuse_ranks.ts";

const FUSION = { k: 60, depth: 100 };

Deno.test("fused ranks: the sum of weight / (k + rank), with each list's share as a reason", () => {
  const [first, second, third] = fuseRanks([
    { name: "keyword", weight: 1, order: [7, 8] },
    { name: "vector", weight: 0.5, order: [8, 9] },
  ], FUSION);
  assert.deepEqual(first, {
    item: 8,
    score: 1 / 62 + 0.5 / 61,
    reasons: [{ name: "keyword", value: 1 / 62 }, { name: "vector", value: 0.5 / 61 }],
  });
  assert.equal(second?.item, 7);
  assert.deepEqual(third?.reasons, [{ name: "vector", value: 0.5 / 62 }]);
});

Deno.test("fused ranks: what is empty, weighs nothing or lies too deep does not count; ties keep their order", () => {
  const keyword = { name: "keyword", weight: 1, order: [3, 1, 2] };
  const items = (...lists: Parameters<typeof fuseRanks>[0][number][]): number[] =>
    fuseRanks(lists, FUSION).map(({ item }) => item);
  assert.deepEqual(items(keyword, { name: "vector", weight: 0, order: [2] }), [3, 1, 2]);
  assert.deepEqual(items(keyword, { name: "vector", weight: 1, order: [] }), [3, 1, 2]);
  assert.deepEqual(items(), []);
  assert.deepEqual(items({ name: "a", weight: 1, order: [5] }, { name: "b", weight: 1, order: [4] }), [5, 4]);
  const deep = Array.from({ length: 150 }, (_, at) => at);
  assert.equal(items({ name: "a", weight: 1, order: deep }).length, FUSION.depth);
});

Deno.test("fusion's weights: no model undoes the first place of words that are sure, its own first is still shown", () => {
  const words = Array.from({ length: 30 }, (_, at) => at);
  const noise = Array.from({ length: 30 }, (_, at) => 100 + at);
  for (const weight of [fusion.vector.strong, fusion.vector.weak]) {
    const order = fuseRanks([
      { name: "keyword", weight: fusion.keyword, order: words },
      { name: "vector", weight, order: noise },
    ], fusion).map(({ item }) => item);
    assert.equal(order[0], 0);
    assert.ok(order.indexOf(100) < 10, `place ${order.indexOf(100)}`);
    for (let preferred = 1; weight === fusion.vector.strong && preferred < words.length; preferred++) {
      const [first] = fuseRanks([
        { name: "keyword", weight: fusion.keyword, order: words },
        { name: "vector", weight, order: [preferred, ...noise] },
      ], fusion);
      assert.equal(first?.item, 0, `the model prefers ${preferred}`);
    }
  }
});
