import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../../src/index/memory_index.ts";
import { queryViews } from "../../../src/search/query/fields.ts";
import { translationHints } from "../../../src/search/query/translation_hints.ts";
import { asksForTests } from "../../../src/search/rank/intent_weights.ts";
import { strengthOf } from "../../../src/search/rank/confidence.ts";
import { takeTurns } from "../../../src/search/rank/diversification.ts";
import { featureTable } from "../../../src/search/rank/feature_table.ts";
import { findPath } from "../../../src/search/rank/find_path.ts";
import { FUNCTION_SPECS } from "../../../src/search/rank/function_features.ts";
import type { SemanticMatch } from "../../../src/search/rank/hybrid.ts";
import { memberPlaces } from "../../../src/search/rank/inheritance.ts";
import { locateGroups } from "../../../src/search/rank/locate_groups.ts";
import { piecesOf } from "../../../src/search/rank/pieces.ts";
import { placeOfLine } from "../../../src/search/rank/places.ts";
import type { RankedFunction } from "../../../src/search/rank/rank_functions.ts";
import { functionReasons } from "../../../src/search/rank/rank_functions.ts";
import { beginSearch, filesByWords, search } from "../../../src/search/rank/search.ts";
import type { FileHit, SearchResult } from "../../../src/search/rank/search_result.ts";
import { verbGroups, verbMatch } from "../../../src/search/rank/verb_groups.ts";
import { testParser } from "../../syntax/support.ts";
import { WAREHOUSE, WAREHOUSE_HISTORY, WAREHOUSE_QUESTIONS } from "./warehouse.ts";

/**
 * The whole ranking of a repository that is made for its limits: the sum of every feature over all files and over all
 * definitions, the first files and definitions with scores, places and reasons, alone and together with what is near in
 * meaning. Compared with a golden file, which `AUTO_TOOLS_GOLDEN=write` renews; read what changed in it. The weights are
 * those of this test, and features that the file does not know are left out: a model that is trained anew, or a new
 * feature, changes nothing here.
 */

const GOLDEN = new URL("./warehouse.golden.json", import.meta.url);

/** Files and definitions that are shown. */
const SHOWN = 8;

const isWritten = Deno.env.get("AUTO_TOOLS_GOLDEN") === "write";
const golden: Record<string, unknown> = isWritten ? {} : JSON.parse(Deno.readTextFileSync(GOLDEN));
const index = buildMemoryIndex(WAREHOUSE, await testParser());
const GROUPS = locateGroups(WAREHOUSE_HISTORY);
const isKnown = ({ id }: { readonly id: string }): boolean =>
  isWritten || (golden["features"] as string[]).includes(id);
const FILE_SPECS = featureTable(queryViews("x"), index, GROUPS).specs.filter(isKnown);
const DEFINITION_SPECS = FUNCTION_SPECS.filter(isKnown);
const model = { files: weightsOf(FILE_SPECS), functions: weightsOf(DEFINITION_SPECS) };

/**
 * A weight for most features, from -0.5 to 1.5 by the letters of the name; 0 for the others, since those that are not
 * named are not computed. Tests are ranked last.
 */
function weightsOf(specs: readonly { readonly id: string }[]): Record<string, number> {
  const weights: Record<string, number> = {};
  for (const { id } of specs) {
    const sum = [...id].reduce((total, letter, at) => total + letter.charCodeAt(0) * (at + 1), 0);
    weights[id] = sum % 5 === 0 ? 0 : (sum % 41) / 20 - 0.5;
  }
  return { ...weights, is_test: -5, is_text: -4, is_test_code: -2 };
}

const short = (value: number): number => Number(value.toPrecision(6));

/** A number that every value of a column takes part in, each in its place. */
function digest(column: Iterable<number>): number {
  let [sum, at] = [0, 0];
  for (const value of column) sum += value * (1 + at++ % 97);
  return short(sum);
}

/** The columns that are not 0 everywhere. */
function sums<Spec extends { readonly id: string }>(
  specs: readonly Spec[],
  columnOf: (spec: Spec) => Iterable<number>,
): Record<string, number> {
  const all = specs.map((spec) => [spec.id, digest(columnOf(spec))] as const);
  return Object.fromEntries(all.filter(([, sum]) => sum !== 0));
}

const fileRow = ({ path, score, reasons, startLine, endLine, symbol, isNamedLine }: FileHit): string =>
  [
    `${path}:${startLine}-${endLine}`,
    symbol ?? "-",
    short(score),
    isNamedLine ? "named" : "",
    reasons.slice(0, 4).map(({ name, value }) => `${name} ${short(value)}`).join(", "),
  ].join(" | ");

const functionRow = (one: RankedFunction): string =>
  [
    `${index.files.paths[one.file]}:${one.definition.qualifiedName}`,
    `${one.at}.${one.chunk}`,
    short(one.score),
    functionReasons(one, model.functions).slice(0, 4).map(({ name, value }) => `${name} ${short(value)}`)
      .join(", "),
  ].join(" | ");

const ranking = (found: SearchResult): Record<string, unknown> => ({
  strength: strengthOf(found),
  files: found.files.slice(0, SHOWN).map(fileRow),
  functions: found.functions.slice(0, SHOWN).map(functionRow),
  "functions in all": found.functions.length,
});

/** What is near in meaning: the definitions of some files, one after the other. */
function near(mode: SemanticMatch["mode"], standout: number): SemanticMatch {
  const chunks = ["store/ramp.ts", "tests/test_scales.py", "store/scales.py", "docs/loading.md"]
    .flatMap((path) => {
      const file = index.files.numberOf(path)!;
      const first = index.files.firstChunk[file]!;
      return Array.from({ length: index.files.chunkCount[file]! }, (_, at) => ({ file, chunk: first + at }));
    })
    .map((one, at) => ({ ...one, similarity: 0.9 - at / 100 }));
  return { mode, standout, chunks };
}

function document(text: string): Record<string, unknown> {
  const query = queryViews(text, { translations: translationHints([text]) });
  const found = search(query, index, { model, groups: GROUPS, limit: SHOWN });
  const { table, functions } = found;
  const some = (file: number): boolean => file % 2 === 0;
  return {
    columns: sums(FILE_SPECS, ({ id }) => table.columns.get(id) ?? []),
    "columns of definitions": sums(DEFINITION_SPECS, (spec) => {
      const at = FUNCTION_SPECS.indexOf(spec);
      return functions.map(({ values }) => values[at]!);
    }),
    ...ranking(found),
    turns: takeTurns(functions, found.files.map(({ file }) => file), 4).map(functionRow),
    tests: asksForTests(query) ?? "-",
    words: filesByWords(beginSearch(query, index, { model }), { limit: 2 }).files.map(fileRow),
    filtered: search(query, index, { model, accepts: some, limit: 2 }).files.map(fileRow),
    hybrid: ranking(search(query, index, { model, limit: 4, semantic: near("hybrid", 0.8) })),
    semantic: ranking(search(query, index, { model, limit: 4, semantic: near("semantic", 0.79) })),
  };
}

/** Tables of single functions. */
function tables(): Record<string, unknown> {
  const lines = WAREHOUSE.find(({ path }) => path === "store/loading.py")!.text.split("\n");
  const weigh = (line: string): number => line.split("weight").length + line.split("crate").length - 2;
  const pieces = [1, 4, 5, 8, 12, 19, 20, 40].flatMap((most) =>
    [[1, 12], [13, 27], [13, 29], [30, 200], [0, 3]].map(([startLine, endLine]) =>
      `${most} of ${startLine}-${endLine}: ` +
      piecesOf(lines, { startLine: startLine!, endLine: endLine!, most, weigh })
        .map((piece) => `${piece.startLine}+${piece.text.split("\n").length}`).join(" ")
    )
  );
  const paths = ["pair_2.py", "pair_3.py", "pair_4.py", "deep/path_2.py", "deep/path_3.py", "deep/path_4.py"];
  const scales = index.files.numberOf("store/scales.py")!;
  return {
    pieces,
    paths: paths.flatMap((path) =>
      [path, `./${path}`, `/srv\\x/${path}`].map((mention) =>
        `${mention}: ${findPath(mention, index).length}`
      )
    ),
    members: Array.from(
      { length: 8 },
      (_, at) => `climb_${at}: ${memberPlaces("Rung0", `climb_${at}`, index).length}`,
    ),
    lines: Array.from(
      { length: 30 },
      (_, at) => Object.values(placeOfLine(scales, at + 1, { index } as never)).join(" "),
    ),
    verbs: ["checkAll", "check_all", "Checked", "isIt", "HTTPLoad", "read2", "x", "_", "loadRamp", "rampLoad"]
      .map((name) =>
        `${name}: ${verbMatch(name, (word) => word === "load", verbGroups(["verify", "load"]))}`
      ),
  };
}

Deno.test("the ranking of a repository made for its limits, as whole documents", () => {
  const all: Record<string, unknown> = {
    features: [...FILE_SPECS, ...DEFINITION_SPECS].map(({ id }) => id),
    tables: tables(),
    ...Object.fromEntries(Object.entries(WAREHOUSE_QUESTIONS).map(([id, text]) => [id, document(text)])),
  };
  if (isWritten) return Deno.writeTextFileSync(GOLDEN, JSON.stringify(all, null, 1) + "\n");
  assert.deepEqual(Object.keys(all), Object.keys(golden));
  for (const [id, one] of Object.entries(all)) {
    assert.deepEqual(JSON.parse(JSON.stringify(one)), golden[id], id);
  }
});
