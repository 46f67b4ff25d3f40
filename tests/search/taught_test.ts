import assert from "node:assert/strict";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { translationHints } from "../../src/search/query/translation_hints.ts";
import { queryOf } from "../support/query.ts";
import { search } from "../../src/search/rank/search.ts";
import { teacherOf } from "../../src/search/teacher.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

const parser = await testParser();

/** English code with a Chinese catalogue, and neighbours that share its common words. */
const ENGLISH_CODE = `
//- /locale/zh_Hans/LC_MESSAGES/app.po
msgid "Backfill"
msgstr "补数"

msgid "Start the backfill"
msgstr "开始补数"

msgid "Start the worker"
msgstr "开始工人"

msgid "Worker group"
msgstr "工人组"

msgid "Stop the run"
msgstr "停止运行"

msgid "Pinned"
msgstr "置顶"

msgid "Private"
msgstr "私密"
//- /app/backfill.py
def plan_dates(start, end):
    return [start, end]
//- /app/worker.py
def start_group(group):
    return group
//- /app/runs.py
def start_run(run):
    return stop(run)
//- /app/pins.py
def pinned_first(posts):
    return sorted(posts)
`;

function indexOf(fixture: string) {
  const files = parseFixture(fixture);
  const reads: string[] = [];
  const index = buildMemoryIndex([...files].map(([path, text]) => ({ path, text })), parser);
  const teacher = teacherOf(index, (path) => {
    reads.push(path);
    return files.get(path);
  });
  return { index, teacher, reads };
}

function best(
  index: ReturnType<typeof indexOf>["index"],
  text: string,
  translations: ReturnType<typeof translationHints>,
): string[] {
  return search(queryOf(text, { translations }), index).files.map(({ path }) => path);
}

Deno.test("a word only the repository's translations know leads to the English code", () => {
  const { index, teacher, reads } = indexOf(ENGLISH_CODE);
  const taught = translationHints(["补数在哪里"], teacher);
  assert.ok(taught.some(({ term }) => term === "backfil"), taught.map(({ term }) => term).join(" "));
  assert.ok(best(index, "补数在哪里", taught).slice(0, 2).includes("app/backfill.py"));
  assert.ok(!best(index, "补数在哪里", translationHints(["补数在哪里"])).includes("app/backfill.py"));
  assert.deepEqual(reads, ["locale/zh_Hans/LC_MESSAGES/app.po"]);
});

Deno.test("what stands beside every message is not what one of them means", () => {
  const { teacher } = indexOf(ENGLISH_CODE);
  const terms = translationHints(["置顶"], teacher).map(({ term }) => term);
  assert.ok(terms.includes("pin"), terms.join(" "));
  assert.ok(!terms.some((term) => ["start", "worker", "run"].includes(term)), terms.join(" "));
});

Deno.test("a repository without the word is not read", () => {
  const { teacher, reads } = indexOf("\n//- /a.py\ndef backfill():\n    pass\n");
  translationHints(["补数在哪里"], teacher);
  assert.deepEqual(reads, []);
});

Deno.test("a question of many open words reads a bounded number of files", () => {
  const files = Array.from(
    { length: 200 },
    (_, i) => `//- /i18n/zh/m${i}.json\n{ "key_${i}": "补数${i}置顶探活" }`,
  );
  const { teacher, reads } = indexOf(`\n${files.join("\n")}\n`);
  translationHints(["补数和置顶以及探活还有堡垒机补数置顶探活".repeat(20)], teacher);
  assert.ok(reads.length <= 12, String(reads.length));
});
