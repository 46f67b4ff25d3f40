import assert from "node:assert/strict";
import { lexicon, segment } from "../../src/text/segment.ts";
import { oovCandidates } from "../../src/text/query_translation.ts";

function open(run: string): string[] {
  return oovCandidates(segment(run, lexicon())).map(({ text, isCompound }) =>
    isCompound ? `(${text})` : text
  );
}

Deno.test("oovCandidates: unknown words", () => {
  assert.deepEqual(open("补数"), ["补数"]);
  assert.deepEqual(open("堡垒机"), ["堡垒机"]);
});

Deno.test("oovCandidates: a known piece and an unknown neighbour may be one word", () => {
  assert.ok(open("改密").includes("改密"));
  assert.ok(open("发布机").includes("发布机"));
});

Deno.test("oovCandidates: two known words side by side are a compound", () => {
  assert.deepEqual(open("定时发布"), ["(定时发布)"]);
});

Deno.test("oovCandidates: stop words are never part of one", () => {
  assert.deepEqual(open("登录的订单"), []);
  assert.deepEqual(open("登录"), []);
});
