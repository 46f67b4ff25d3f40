import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../../src/index/memory_index.ts";
import { type QueryViews, queryViews, VIEWS } from "../../../src/search/query/fields.ts";
import { bigramScores } from "../../../src/search/rank/bigram_scores.ts";
import { search } from "../../../src/search/rank/search.ts";
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
  const query = queryViews("paper order");
  const { touched, leftOut } = textScores(query, index);
  const out = [...leftOut!.keys()].filter((at) => leftOut![at] === 1);
  assert.deepEqual([out.length, out.some(isBest)], [7000, false]);
  // Nine are better; of the others the first 1,991 are kept, one of the better ones among them.
  assert.equal(out[0], 1992);
  assert.ok([...touched.keys()].every((at) => touched[at] === 1 - leftOut![at]!));
  const best = textScores(queryViews("order"), index);
  assert.deepEqual([best.leftOut, [...best.candidates].every(isBest)], [undefined, true]);
});

Deno.test("once 8,000 files hold stronger words, a frequent one counts in those alone, as rare as it is", () => {
  const holds = (at: number): string => at < 8000 ? "stock paper" : at < 9000 ? "paper" : "stock";
  const indexOfAll = (count: number) =>
    indexOf(Array.from({ length: count }, (_, at) => `${holds(at)} n${at}\n`));
  const index = indexOfAll(9500);
  const query = queryViews("stock paper");
  const bounded = textScores(query, index);
  const held = (file: number): boolean => bounded.touched[file] === 1 || bounded.leftOut?.[file] === 1;
  assert.deepEqual([held(7999), held(8000), held(9499)], [true, false, true]);
  const paper = textScores(queryViews("paper"), index);
  assert.equal(bounded.rarity.get("paper"), paper.rarity.get("paper"));
  // With one file less the stronger word is not enough.
  const few = indexOf(Array.from({ length: 9499 }, (_, at) => `${holds(at + 1)} n${at}\n`).slice(0, 8999));
  const all = textScores(query, few);
  assert.equal(all.touched[8500] === 1 || all.leftOut?.[8500] === 1, true);
});

/** A question of terms with their weights in two views. */
function termsOf(rows: Readonly<Record<string, readonly [title: number, code: number]>>): QueryViews {
  const terms = Object.entries(rows).map(([term, [title, code]]): [string, Float64Array] => [
    term,
    Float64Array.from(VIEWS, (view) => view === "T" ? title : view === "C" ? code : 0),
  ]);
  return { ...queryViews("x"), terms: new Map(terms) } as unknown as QueryViews;
}

Deno.test("views of no feature that counts are not scored, the others are as they would be", () => {
  const index = indexOf(["alpha paper order", "beta order", "paper"]);
  const query = termsOf({ alpha: [0, 0], paper: [1, 2], order: [2, 2] });
  const all = textScores(query, index);
  const some = textScores(query, index, (id) => id === "doc_T" || id === "top3_C");
  assert.deepEqual([[...some.files.keys()], [...some.chunks.keys()]], [["full_W", "doc_T"], ["C", "W"]]);
  assert.deepEqual(some.files.get("doc_T"), all.files.get("doc_T"));
  assert.deepEqual(some.chunks.get("C"), all.chunks.get("C"));
  const { columns } = search(queryViews("paper order"), index).table;
  assert.deepEqual(["pairs_T", "pairs_chunk"].map((id) => columns.has(id)), [true, false]);
});

Deno.test("views whose terms weigh the same up to a factor are scored once", () => {
  const index = indexOf(["alpha paper order", "beta order", "paper"]);
  const rows: readonly (readonly [Parameters<typeof termsOf>[0], isAlike: boolean])[] = [
    [{ alpha: [0, 0], paper: [1, 2], order: [2, 4] }, true],
    [{ alpha: [0, 0], paper: [1, 2], order: [2, 2] }, false],
    [{ alpha: [0, 0], paper: [1, 0], order: [0, 1] }, false],
    [{ paper: [1, 1], order: [1, 2] }, false],
  ];
  for (const [terms, isAlike] of rows) {
    const { files } = textScores(termsOf(terms), index);
    assert.equal(files.get("def_T") === files.get("def_C"), isAlike, JSON.stringify(terms));
    assert.equal(files.has("def_A"), false, "a view without terms has no column");
  }
});

Deno.test("word pairs: files that are left out have no score and change no other's", () => {
  const index = indexOf(["paper order stock", "paper order, order stock", "order stock", "", "paper"]);
  const query = queryViews("paper order stock");
  const { columns: all, files } = bigramScores(query, index)!;
  assert.deepEqual([...files].sort(), [0, 1, 2]);
  assert.ok(all.A[0]! > 0 && all.A[1]! > 0 && all.A[2]! > 0 && all.A[3] === 0);
  assert.deepEqual([...all.T].map((value) => Number(value.toFixed(3))), [1.328, 1.182, 0.577, 0, 0]);
  const { columns: some } = bigramScores(query, index, { leftOut: Uint8Array.of(1, 0, 0, 0, 0) })!;
  for (const id of ["A", "T", "code", "doc", "str"] as const) {
    assert.deepEqual([...some[id]], [0, ...all[id].slice(1)], id);
  }
});
