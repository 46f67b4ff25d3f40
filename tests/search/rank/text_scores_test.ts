import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../support/memory_index.ts";
import { queryOf } from "../../support/query.ts";
import { textScores } from "../../../src/search/rank/text_scores.ts";
import { testParser } from "../../syntax/support.ts";

const parser = await testParser();

/** An index of texts, whose files are numbered alike. */
const indexOf = (texts: readonly string[]) =>
  buildMemoryIndex(texts.map((text, at) => ({ path: `n/${String(at).padStart(5, "0")}.txt`, text })), parser);

Deno.test("of more than 2,000 files that hold a word the best are scored in full, of equal ones the first", () => {
  const isBest = (at: number): boolean => at % 1000 === 999;
  const index = indexOf(
    Array.from(
      { length: 9000 },
      (_, at) => `paper ${isBest(at) ? "order " : ""}${at < 8000 ? "stock" : "sheet"} n${at}\n`,
    ),
  );
  const query = queryOf("paper order");
  const { isCandidate, candidates } = textScores(query, index);
  const out = [...isCandidate.keys()].filter((at) => isCandidate[at] === 0);
  assert.deepEqual([candidates.length, out.some(isBest)], [2000, false]);
  // Nine are better; of the others the first 1,991 are kept, one of the better ones among them.
  assert.equal(out[0], 1992);
  const best = textScores(queryOf("order"), index);
  assert.deepEqual([best.candidates.length, [...best.candidates].every(isBest)], [9, true]);
});

Deno.test("once 8,000 files hold stronger words, a frequent one counts in those alone, as rare as it is", () => {
  const holds = (at: number): string => at < 8000 ? "stock paper" : at < 9000 ? "paper" : "stock";
  const indexOfAll = (count: number) =>
    indexOf(Array.from({ length: count }, (_, at) => `${holds(at)} n${at}\n`));
  const index = indexOfAll(9500);
  const query = queryOf("stock paper");
  const bounded = textScores(query, index);
  const held = (file: number): boolean => bounded.fields.full[file]! > 0;
  assert.deepEqual([held(7999), held(8000), held(9499)], [true, false, true]);
  const paper = textScores(queryOf("paper"), index);
  assert.equal(bounded.rarity.get("paper"), paper.rarity.get("paper"));
  // With one file less the stronger word is not enough.
  const few = indexOf(Array.from({ length: 9499 }, (_, at) => `${holds(at + 1)} n${at}\n`).slice(0, 8999));
  const all = textScores(query, few);
  assert.equal(all.fields.full[8500]! > 0, true);
});
