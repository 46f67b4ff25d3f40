import assert from "node:assert/strict";
import { standoutOf } from "../../../src/index/vectors/standout.ts";
import { random } from "../../support/random.ts";

function gaussians(count: number, seed: number): number[] {
  const next = random(seed);
  return Array.from(
    { length: count },
    () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  );
}

function descending(values: readonly number[]): number[] {
  return values.toSorted((a, b) => b - a);
}

Deno.test("of the most similar chunks alone the nearest stands out about as far as of all", () => {
  for (const count of [500, 4000, 30_000]) {
    const unlike = gaussians(count, count).map((value) => 0.3 + 0.05 * value);
    for (const best of [0.3 + 0.05 * 4.8, 0.9]) {
      const sorted = descending([...unlike, best]);
      const ofAll = standoutOf(best, sorted, sorted.length);
      const ofSome = standoutOf(best, sorted.slice(0, 400), sorted.length);
      assert.ok(Math.abs(ofAll - ofSome) < 0.08, `${count}, ${best}: ${ofAll} of all, ${ofSome} of some`);
      assert.ok(ofSome > 0.72);
    }
    const sorted = descending(unlike);
    assert.ok(standoutOf(sorted[0], sorted.slice(0, 400), count) < 0.76);
  }
});

Deno.test("nothing stands out of none, of one, or of others that are alike", () => {
  assert.equal(standoutOf(undefined, [], 0), 0);
  assert.equal(standoutOf(0.9, [0.9], 1), 0);
  assert.equal(standoutOf(0.5, [0.5, 0.5, 0.5], 3), 0);
  assert.equal(standoutOf(0.5, [0.5, 0.5, 0.5], 300), 0);
});

Deno.test("a chunk that is not the most similar stands out less, one below the mean not at all", () => {
  const known = descending(gaussians(100, 7));
  const [first, last] = [standoutOf(known[0], known, 100), standoutOf(known[20], known, 100)];
  assert.ok(first > last && last > 0);
  assert.equal(standoutOf(known[99], known, 100), 0);
});
