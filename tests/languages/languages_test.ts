import assert from "node:assert/strict";
import { intentWith } from "../../src/engine/informed_intent.ts";
import { evidenceOf, mayMean, readIntent } from "../../src/intent/intent.ts";
import list from "../../config/lexicon/languages.json" with { type: "json" };
import { asEnglish, languageOf } from "../../src/text/other_languages.ts";

/** One line of `prompts.jsonl`; without a file the prompt is not about code. */
interface Prompt {
  readonly lang: string;
  readonly text: string;
  readonly repo?: string;
  readonly file?: string;
}

const prompts = Deno.readTextFileSync(new URL("./prompts.jsonl", import.meta.url)).trim().split("\n")
  .map((line) => JSON.parse(line) as Prompt);

for (const [lang, own] of Map.groupBy(prompts, ({ lang }) => lang)) {
  Deno.test(`languages: ${lang} questions about code mostly open the gate without an index, others never`, async () => {
    const opens: string[] = [];
    for (const { text } of own) {
      const { kind } = await intentWith(text, readIntent(text), { notes: "", symbols: undefined });
      if (mayMean(evidenceOf(text)!) && kind !== "none") opens.push(text);
    }
    const code = own.filter(({ file }) => file !== undefined).map(({ text }) => text);
    assert.ok(code.length >= 8 && own.length - code.length >= 10);
    assert.deepEqual(opens.filter((text) => !code.includes(text)), []);
    assert.ok(code.filter((text) => !opens.includes(text)).length <= 3, opens.join("\n"));
  });
}

Deno.test("languages: inflected words and compounds are found by their beginnings", async () => {
  const rows: readonly (readonly [text: string, english: string])[] = [
    ["Wo werden Verbindungsabbrüche gezählt?", "where is disconnect count ?"],
    ["¿Dónde se guardan las sesiones de los usuarios?", "¿ where is save session user ?"],
    ["Где обрабатываются ошибки соединения?", "where is handle error connection ?"],
    ["캐시는 어디에서 삭제되나요?", "cache where is delete ?"],
    ["キャッシュはどこで削除されますか？", "cache where is delete"],
    ["Kết nối cơ sở dữ liệu ở đâu?", "connection database where is ?"],
    ["Где начинается синхронизация?", "where is start sync ?"],
    [
      "Wie viele Sekunden ist der Fortschrittsbalken farbig?",
      "how many seconds progress bar colour ?",
    ],
  ];
  for (const [text, english] of rows) {
    assert.equal((await asEnglish(text, () => false)).trim().replace(/ +/g, " "), english);
  }
});

Deno.test("languages: every row of the list has a cell per language and no entry of one Latin letter", () => {
  for (const row of list.rows) {
    const cells = row.split("|");
    assert.equal(cells.length, list.languages.length + 1, row);
    assert.ok(cells[0] !== "" && cells.slice(1).some((cell) => cell !== ""), row);
    assert.doesNotMatch(row, /(?:^|[|,])(?:[a-z]|\s[^|,]*|[^|,]*\s)(?=[|,]|$)/, row);
  }
});

Deno.test("languages: names, code and quoted text stay as they are", async () => {
  const text =
    'Wo wird CacheKey in `der Cache` gesetzt, und woher kommt "die Datei fehlt" aus src/der/datei.ts?';
  const english = await asEnglish(text, () => false);
  for (const kept of ["CacheKey", "`der Cache`", '"die Datei fehlt"', "src/der/datei.ts"]) {
    assert.ok(english.includes(kept), english);
  }
});

Deno.test("languages: of several translations the repository's own are taken", async () => {
  const text = "Wo wird der Ordner angelegt?";
  assert.match(await asEnglish(text, () => false), /folder/);
  assert.match(await asEnglish(text, (word) => word === "directory"), /directory/);
});

Deno.test("languages: English and Chinese are no other language", async () => {
  const texts = [
    "Where is the cache cleared when a user logs out?",
    "fix the login form",
    "use das instead of la in the parser",
    "缓存在哪里清理的？",
  ];
  for (const text of texts) {
    assert.equal(languageOf(text), undefined, text);
    assert.equal(await asEnglish(text, () => true), text);
  }
});
