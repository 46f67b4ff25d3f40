import assert from "node:assert/strict";
import { readWords, wordEmbedder, writeWords } from "./harness/learned_embedder.ts";

Deno.test("learned words: what was learned to be near is near, also after a file; unknown words are near themselves", async () => {
  const file = Deno.makeTempFileSync();
  const rarity = new Map([["refund", { place: 0, idf: 2 }], ["repay", { place: 1, idf: 2 }], ["door", {
    place: 2,
    idf: 2,
  }]]);
  writeWords(file, {
    dimension: 4,
    rarity,
    vectors: Float32Array.of(1, 0, 0, 0, 0.9, 0.4, 0, 0, 0, 0, 1, 0),
  });
  const embed = wordEmbedder(readWords(file));
  Deno.removeSync(file);
  const [refund, same, other, unknown, again] = await embed([
    "refund",
    "repay",
    "door",
    "zyzzyva",
    "zyzzyva zyzzyva",
  ]);
  assert.ok(cosine(refund!, same!) > cosine(refund!, other!));
  assert.ok(cosine(unknown!, again!) > 0.99);
});

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array): number =>
    x.reduce((sum, value, at) => sum + value * y[at]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
