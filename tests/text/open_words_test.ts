import assert from "node:assert/strict";
import { lexicon } from "../../src/text/lexicon.ts";
import { openWords } from "../../src/text/open_words.ts";
import { segment } from "../../src/text/segment.ts";

function open(run: string): string[] {
  return openWords(segment(run, lexicon())).map(({ text, isCompound }) => isCompound ? `(${text})` : text);
}

Deno.test("openWords: what the lexicon does not know", () => {
  assert.deepEqual(open("补数"), ["补数"]);
  assert.deepEqual(open("堡垒机"), ["堡垒机"]);
});

Deno.test("openWords: a known piece and an unknown neighbour may be one word", () => {
  assert.ok(open("改密").includes("改密"));
  assert.ok(open("发布机").includes("发布机"));
});

Deno.test("openWords: two known words side by side are a compound", () => {
  assert.deepEqual(open("定时发布"), ["(定时发布)"]);
});

Deno.test("openWords: words that name nothing join nothing", () => {
  assert.deepEqual(open("登录的订单"), []);
  assert.deepEqual(open("登录"), []);
});
