import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { LexicalIndex } from "../../../src/index/lexical_index.ts";
import { buildMemoryIndex } from "../../../src/index/memory_index.ts";
import { queryViews } from "../../../src/search/query/fields.ts";
import { translationHints } from "../../../src/search/query/translation_hints.ts";
import { strengthOf } from "../../../src/search/rank/confidence.ts";
import { featureTable } from "../../../src/search/rank/feature_table.ts";
import { FUNCTION_SPECS } from "../../../src/search/rank/function_features.ts";
import { locateGroups } from "../../../src/search/rank/locate_groups.ts";
import { strongestFirst } from "../../../src/search/rank/rank_files.ts";
import { search } from "../../../src/search/rank/search.ts";
import { parseFixture } from "../../support/fixture.ts";
import { remixedTexts } from "../../support/remix_text.ts";
import { testParser } from "../../syntax/support.ts";
import { CROWD, CROWD_QUESTIONS } from "./crowd.ts";
import { PRESS, QUESTIONS } from "./press.ts";
import { PRESS_HISTORY } from "./press_history.ts";

/**
 * Every feature of every file and definition over many questions: those of the tests beside this one with accidents in them,
 * words of the repository itself, and a repository at the bounds of the features. Compared with a golden file that has a hash for each feature, which
 * `AUTO_TOOLS_GOLDEN=write` renews; features that it does not know are left out, and weights that are learnt play no part.
 */

const GOLDEN = new URL("./remix.golden.json", import.meta.url);

/** Questions that are asked. */
const ASKED = 250;

const sources = [...parseFixture(PRESS)].map(([path, text]) => ({ path, text }));
const index = buildMemoryIndex(sources, await testParser());
const groups = locateGroups(PRESS_HISTORY);

const TEXTS = [
  ...QUESTIONS.map(({ text }) => text),
  ...sources.flatMap((
    { path, text },
  ) => [path, ...text.split("\n").filter((line) => line.trim().length > 8)]),
  ...sources.map(({ path }, at) =>
    `at restore (/srv/app/${path}:${at + 3}:1)\n    at load (${path}:${at + 9})`
  ),
  ...sources.map(({ path }) => path.replace(/\.\w+$/, "").replaceAll("/", ".")),
];

/** The repositories, and what is asked in each. */
const REPOSITORIES: Readonly<
  Record<string, { readonly index: LexicalIndex; readonly asked: readonly string[] }>
> = {
  press: { index, asked: remixedTexts(TEXTS, ASKED, 1) },
  crowd: { index: buildMemoryIndex(CROWD, await testParser()), asked: CROWD_QUESTIONS },
};

const short = (value: number): number => Number(value.toPrecision(5));

/** A weight for each feature, so that any of them moves what comes first. */
const weightsOf = (specs: readonly { readonly id: string }[]): Record<string, number> =>
  Object.fromEntries(
    specs.map(({ id }) => [id, 0.2 + [...id].reduce((sum, one) => sum + one.charCodeAt(0), 0) % 17 / 17]),
  );

/** A hash for each feature, and for what is found, over all questions to a repository. */
function hashesOf({ index, asked }: typeof REPOSITORIES[string], isKnown: (id: string) => boolean) {
  const files = featureTable(queryViews("x"), index, groups).specs.filter(({ id }) => isKnown(id));
  const functions = FUNCTION_SPECS.filter(({ id }) => isKnown(id));
  const model = { files: weightsOf(files), functions: weightsOf(functions) };
  const values = new Map<string, unknown[]>();
  const note = (id: string, value: unknown): void => {
    const known = values.get(id);
    if (known) known.push(value);
    else values.set(id, [value]);
  };
  for (const text of asked) {
    const query = queryViews(text, { translations: translationHints([text]) });
    const found = search(query, index, { model, limit: 10, groups });
    for (const { id } of files) note(id, [...found.table.columns.get(id) ?? []].map(short));
    for (const { id } of functions) {
      const at = FUNCTION_SPECS.findIndex((spec) => spec.id === id);
      note(id, found.functions.map((one) => short(one.values[at]!)));
    }
    note("strength", strengthOf(found));
    note(
      "files",
      found.files.map(({ path, startLine, endLine, symbol }) => [path, startLine, endLine, symbol]),
    );
    const some = (file: number): boolean => file % 3 > 0;
    note("filtered", search(query, index, { model, limit: 4, accepts: some }).files.map(({ path }) => path));
    note("functions", found.functions.map(({ file, at, chunk }) => [file, at, chunk]));
  }
  return [...values].map(([id, all]): [string, string] => [
    id,
    createHash("sha1").update(JSON.stringify(all)).digest("hex").slice(0, 8),
  ]);
}

Deno.test("the ranking for many questions is the golden file's, feature by feature", () => {
  const isWritten = Deno.env.get("AUTO_TOOLS_GOLDEN") === "write";
  const golden: Record<string, string> = isWritten ? {} : JSON.parse(Deno.readTextFileSync(GOLDEN));
  const rows = Object.entries(REPOSITORIES).flatMap(([name, repository]) => {
    const isKnown = (id: string): boolean => isWritten || Object.hasOwn(golden, `${name} ${id}`);
    return hashesOf(repository, isKnown).map(([id, hash]): [string, string] => [`${name} ${id}`, hash]);
  });
  if (isWritten) {
    return Deno.writeTextFileSync(GOLDEN, JSON.stringify(Object.fromEntries(rows), null, 1) + "\n");
  }
  for (const [id, hash] of rows) assert.equal(hash, golden[id], id);
});

Deno.test("reasons stand by their weight for or against, those of one weight by name", () => {
  const reasons = [["c", 1], ["b", -3], ["d", 1], ["a", 1], ["e", 2]] as const;
  const order = (all: typeof reasons[number][]): string =>
    strongestFirst(all.map(([name, value]) => ({ name, value }))).map(({ name }) => name).join("");
  assert.equal(order([...reasons]), "beacd");
  assert.equal(order([...reasons].reverse()), "beacd");
});
