import assert from "node:assert/strict";
import { scanTriggers } from "../../src/intent/lexicon.ts";
import { readMentions } from "../../src/intent/mentions.ts";
import { isExtension } from "../../src/intent/words.ts";
import languages from "../../config/languages.json" with { type: "json" };
import { entriesOf, indexText, written } from "./index_triggers.ts";

const INDEX = new URL("../../config/triggers.index.json", import.meta.url);

Deno.test("the index is what the triggers say", () => {
  const fresh = JSON.stringify(JSON.parse(indexText()));
  const stored = JSON.stringify(JSON.parse(Deno.readTextFileSync(INDEX)));
  assert.ok(fresh === stored, "run `deno run -A tests/intent/index_triggers.ts`");
});

Deno.test("every group has its own id, a weight and something to match", () => {
  assert.equal(new Set(written.map((group) => group.id)).size, written.length);
  for (const group of written) {
    assert.ok(group.id.startsWith(`${group.lang}.`), group.id);
    assert.ok(Math.abs(group.weight) <= 1, group.id);
    assert.ok((group.words?.length ?? 0) + (group.sequences?.length ?? 0) > 0, group.id);
    assert.equal(group.kind === undefined, group.vote === undefined, group.id);
  }
});

Deno.test("files of every language are known by their ending, unless it is a domain or a word of its own", () => {
  const endings = languages.flatMap((language) => language.extensions).map((ending) => ending.slice(1));
  assert.deepEqual(
    endings.filter((ending) => !isExtension(ending)).sort(),
    [
      "blade.php",
      "c++",
      "editorconfig",
      "env.example",
      "f",
      "h++",
      "inc",
      "module",
      "org",
      "props",
      "ru",
      "sc",
      "targets",
      "text",
    ],
  );
  assert.deepEqual(readMentions("what does main.f90 do beside box.tpp?").paths.map(({ path }) => path), [
    "main.f90",
    "box.tpp",
  ]);
});

Deno.test("entries are lower case", () => {
  for (const group of written) {
    for (const entry of entriesOf(group.words ?? [])) assert.equal(entry, entry.toLowerCase(), group.id);
  }
});

Deno.test("no entry speaks both for and against", () => {
  const signs = new Map<string, number>();
  for (const group of written.filter((one) => one.at === undefined && one.weight !== 0)) {
    for (const entry of entriesOf(group.words ?? [])) {
      const sign = Math.sign(group.weight);
      assert.equal(signs.get(entry) ?? sign, sign, `${group.id}: ${entry}`);
      signs.set(entry, sign);
    }
  }
});

for (const group of written) {
  Deno.test(`triggers ${group.id}: the example matches, the near miss does not`, () => {
    assert.ok(idsIn(group.example).includes(group.id), `${group.example}: ${idsIn(group.example)}`);
    assert.ok(!idsIn(group.nearMiss).includes(group.id), group.nearMiss);
  });
}

Deno.test("traditional characters match like simplified ones", () => {
  assert.deepEqual(idsIn("修復錯誤"), idsIn("修复错误"));
});

Deno.test("an imperative counts where a clause begins, in its base form", () => {
  assert.ok(idsIn("please add it").includes("en.modify.start"));
  assert.ok(!idsIn("they add it").includes("en.modify.start"));
  assert.ok(!idsIn("archived projects count").includes("en.modify.start"));
});

function idsIn(text: string): string[] {
  return scanTriggers(readMentions(text).rest).map((hit) => hit.group.id);
}
