import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../support/memory_index.ts";
import { askIndex } from "../../../src/search/ask_index.ts";
import { relatedWords } from "../../../src/search/query/related_words.ts";
import { stems } from "../../../src/text/stem.ts";
import { filesOf } from "../../support/files.ts";
import { parseFixture } from "../../support/fixture.ts";
import { testParser } from "../../syntax/support.ts";
import { entries, indexText } from "./index_related_words.ts";

Deno.test("related words: the index is what the table says", () => {
  const stored = Deno.readTextFileSync(new URL("../../../config/related_words.index.json", import.meta.url));
  assert.ok(stored === indexText(), "run `deno run -A tests/search/query/index_related_words.ts`");
});

Deno.test("related words: every line has what people say, at most four words, and single words of code", () => {
  for (const { line, reported, code, isWhole } of entries) {
    assert.ok(isWhole, line);
    for (const form of reported) assert.ok(stems(form).length >= 1 && stems(form).length <= 4, line);
    for (const word of code) assert.match(word, /^[a-z][a-z0-9]*$/, line);
  }
});

Deno.test("related words: every entry of the table is found, whatever stands beside it", () => {
  const missed = entries.flatMap(({ reported, code }) =>
    reported.filter((form) => {
      const isElsewhere = stems(code.join(" ")).some((word) => !stems(form).includes(word));
      return isElsewhere && relatedWords(`zzyzx ${form}, zzyzx`).size === 0;
    })
  );
  assert.deepEqual(missed, []);
});

Deno.test("related words: the likeliest counts most, a phrase more than a word, own words nothing", () => {
  const found = relatedWords("A request is turned away. Who picked it?");
  assert.deepEqual(
    ["reject", "deny", "select"].map((word) => [word, found.get(word)?.toFixed(2)]),
    [["reject", "0.50"], ["deny", "0.40"], ["select", "0.20"]],
  );
  assert.ok(!relatedWords("it is turned. Away from here").has("reject"), "a phrase ends with its sentence");
  assert.ok(!relatedWords("turned away: reject it").has("reject"), "the text has it itself");
  assert.deepEqual([...relatedWords("zzyzx"), ...relatedWords("")], []);
});

Deno.test("related words: words that any question has lead nowhere, nor do those that share their stem", () => {
  for (
    const filler of [
      "what happens",
      "instead of",
      "in between",
      "every time",
      "step by step",
      "the same",
      "its own",
    ]
  ) {
    assert.deepEqual([...relatedWords(filler)], [], filler);
  }
  assert.ok(!relatedWords("the log file").has("auth"), "logged in is not log");
  assert.ok(!relatedWords("the bar below").has("ban"), "barred is not bar");
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
