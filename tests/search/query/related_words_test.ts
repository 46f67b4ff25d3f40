import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../../src/index/memory_index.ts";
import { askIndex } from "../../../src/search/ask_index.ts";
import { relatedWords } from "../../../src/search/query/related_words.ts";
import { filesOf } from "../../support/files.ts";
import { parseFixture } from "../../support/fixture.ts";
import { testParser } from "../../syntax/support.ts";

Deno.test("related words: what code calls the words of a question, inflected or not", () => {
  assert.deepEqual(
    [...relatedWords("Who picked the encoder?")].sort(),
    ["determin", "resolv", "select", "choos"].sort(),
  );
  assert.ok(!relatedWords("pick or select an encoder").has("select"), "its own words are none");
  assert.deepEqual([...relatedWords("the encoder of a ship")], []);
});

Deno.test("related words: a question finds the function that says it in another word", async () => {
  const repo = parseFixture(`
//- /src/encoder.ts
export function selectEncoder(header: string): string {
  const best = header.split(",")[0];
  return best ?? "plain";
}

export function addEncoder(name: string): void {
  list.push(name);
}

export function encoderLevel(name: string): number {
  return levels[name];
}
`);
  const index = buildMemoryIndex([...repo].map(([path, text]) => ({ path, text })), await testParser());
  const files = filesOf((path) => repo.get(path) ?? "");
  const found = await askIndex(index, { query: "how is the encoder chosen" }, { limit: 5, files });
  assert.equal(found!.functions[0]!.definition.name, "selectEncoder");
  const translated = await askIndex(index, { query: "encoder 是怎么判定的" }, { limit: 5, files });
  assert.ok(translated!.table.context.query.terms.has("select"), "decide is a translation");
});
