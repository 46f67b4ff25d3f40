import assert from "node:assert/strict";
import type { LexicalIndex } from "../../../src/index/lexical_index.ts";
import { buildMemoryIndex } from "../../support/memory_index.ts";
import { queryOf } from "../../support/query.ts";
import { featureTable, LEXICAL_GROUPS, MODELS } from "../../../src/search/rank/feature_table.ts";
import { fileFilter, globMatcher } from "../../../src/search/rank/filters.ts";
import { type FeatureContext, findPath, pathTables } from "../../../src/search/rank/features.ts";
import { DEFINITION_FEATURES } from "../../../src/search/rank/definition_features.ts";
import { locateGroups } from "../../../src/search/rank/history_features.ts";
import { placeOfLine, search, wishedFor } from "../../../src/search/rank/search.ts";
import { NO_QUESTION } from "../../../src/model/question.ts";
import { parseFixture } from "../../support/fixture.ts";
import { testParser } from "../../syntax/support.ts";

const parser = await testParser();

function indexOf(fixture: string): LexicalIndex {
  return buildMemoryIndex([...parseFixture(fixture)].map(([path, text]) => ({ path, text })), parser);
}

const paths = (index: LexicalIndex, files: readonly number[]): string[] =>
  files.map((file) => index.files.paths[file]!);

Deno.test("globs stay inside a folder unless doubled", () => {
  const cases: [string, string, boolean][] = [
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/b/a.ts", false],
    ["src/**/*.ts", "src/b/a.ts", true],
    ["src/**/*.ts", "src/a.ts", true],
    ["*.py", "deep/er/a.py", true],
    ["src/", "src/x/y.go", true],
    ["./src/a.?s", "src/a.ts", true],
    ["*.{ts,js}", "x/a.js", true],
    ["*.{ts,js}", "x/a.jsx", false],
    ["a+b(c).ts", "a+b(c).ts", true],
    ["{a{b}.ts", "{ab.ts", true],
    ["src/{a,{b,c}}/*.ts", "src/c/x.ts", true],
    ["**/a/**/b/*.ts", "a/x/y/b/c.ts", true],
    ["**/a/**/b/*.ts", "a/x/y/b/c/d.ts", false],
    ["*a*b*c", "x/1a2b3c", true],
    ["*a*b*c", "1a2c3b", false],
    ["{a.ts", "{a.ts", true],
    ["a}.ts", "a}.ts", true],
  ];
  for (const [glob, path, expected] of cases) {
    assert.equal(globMatcher(glob)(path), expected, `${glob} ${path}`);
  }
});

Deno.test("filters narrow by path, language and role", () => {
  const index = indexOf(`
//- /src/pay.py
def pay(): pass
//- /src/pay.ts
export function pay(): void {}
//- /tests/test_pay.py
def test_pay(): pass
`);
  const kept = (filter: Parameters<typeof fileFilter>[0]): string[] =>
    index.files.paths.filter((_, file) => fileFilter(filter, index)?.(file) ?? true);
  assert.deepEqual(kept({ path: "src/**" }), ["src/pay.py", "src/pay.ts"]);
  assert.deepEqual(kept({ language: "Python" }), ["src/pay.py", "tests/test_pay.py"]);
  assert.deepEqual(kept({ kind: "test" }), ["tests/test_pay.py"]);
  assert.equal(fileFilter({}, index), undefined);
  const accepts = fileFilter({ path: "*.ts" }, index)!;
  assert.deepEqual(search(queryOf("pay"), index, { accepts }).files.map((hit) => hit.path), [
    "src/pay.ts",
  ]);
});

Deno.test("a mentioned path means the files with its longest known ending", () => {
  const index = indexOf(`
//- /shop/cart/views.py
x = 1
//- /shop/order/views.py
x = 1
//- /blog/views.py
x = 1
//- /shop/cart/models.py
x = 1
`);
  assert.deepEqual(paths(index, findPath("/srv/app/shop/cart/views.py", index)), ["shop/cart/views.py"]);
  assert.deepEqual(paths(index, findPath("cart\\models.py", index)), ["shop/cart/models.py"]);
  assert.deepEqual(paths(index, findPath("art/views.py", index)), []);
  assert.deepEqual(findPath("views.py", index), []);
  assert.deepEqual(findPath("", index), []);
});

Deno.test("a package for testing is source, a folder of tests is not", () => {
  const index = indexOf(`
//- /frame/__init__.py
x = 1
//- /frame/test/__init__.py
x = 1
//- /frame/test/client.py
class Client: pass
//- /testing/test_frame.py
def test_frame(): pass
//- /testing/helper.py
def help(): pass
//- /web/cart.spec.ts
export const x = 1;
`);
  const tests = index.files.paths.filter((_, file) => pathTables(index).test[file] === 1);
  assert.deepEqual(tests, ["testing/helper.py", "testing/test_frame.py", "web/cart.spec.ts"]);
});

Deno.test("the place of a line is the innermost definition around it, of equal ones the inner", () => {
  const index = indexOf("\n//- /a.ts\nclass A { f() {} }\nclass B {\n  g() {\n  }\n\n}\nrun();\n");
  const placeOf = (line: number): string => {
    const { symbol, startLine, endLine } = placeOfLine(0, line, { index } as FeatureContext);
    return `${symbol ?? "none"} ${startLine}-${endLine}`;
  };
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map(placeOf), [
    "A.f 1-1",
    "B 2-6",
    "B.g 3-4",
    "B.g 3-4",
    "B 2-6",
    "B 2-6",
    "none 7-7",
  ]);
});

Deno.test("tests rank last unless a short prompt asks for them", () => {
  const lifted = (text: string, asksForTests = false): boolean =>
    wishedFor(
      queryOf(text, asksForTests ? { question: { ...NO_QUESTION, answer: "tests" } } : {}),
      { is_test: -8 },
    )["is_test"]! >= 0;
  assert(lifted("where is the discount tested?", true));
  assert(lifted("test_discount fails"));
  assert(!lifted("where is the discount computed?"));
  assert(!lifted("the latest contest"));
  assert(!lifted("a test fails with: no discount, where is that raised?"));
  assert(!lifted("跑 test 时报 no discount，在哪里抛的？"));
  assert(!lifted("A long report. ".repeat(60) + "The tests pass."));
});

Deno.test("an empty repository and an empty question give nothing", () => {
  const index = indexOf("");
  assert.deepEqual(search(queryOf("anything"), index).files, []);
  assert.deepEqual(search(queryOf(""), indexOf("//- /a.py\nx = 1\n")).files, []);
});

Deno.test("features have unique documented ids, and the models name no others", () => {
  const history = { paths: [], commits: { count: 0 } } as unknown as Parameters<typeof locateGroups>[0];
  const specs = locateGroups(history).flatMap((group) => group.specs);
  const ids = new Set(specs.map((spec) => spec.id));
  assert.equal(ids.size, specs.length);
  for (const { id, doc } of specs) assert(doc.length > 8, id);
  const known = { files: ids, definitions: new Set(Object.keys(DEFINITION_FEATURES)) };
  for (const model of Object.values(MODELS)) {
    for (const part of ["files", "definitions"] as const) {
      for (const id of Object.keys(model[part])) assert(known[part].has(id), `the model names ${id}`);
    }
  }
});

Deno.test("every group fills the columns it names, one number per file", () => {
  const index = indexOf("//- /a.py\ndef pay(): pass\n//- /bank.py\ndef cancel(): pass\n");
  const trace = 'Traceback\n  File "/x/a.py", line 1, in pay\nKeyError\n';
  const question =
    `[bank] Pay in a.py\n\nThen \`cancel\` it, see https://host/x/blob/main/bank.py.\n\n${trace}`;
  const { specs, columns } = featureTable(queryOf(question), index);
  const ids = new Set(specs.map(({ id }) => id));
  for (const [id, column] of columns) {
    assert(ids.has(id), id);
    assert.equal(column.length, 2, id);
    assert(column.every(Number.isFinite), id);
  }
  for (const group of LEXICAL_GROUPS) assert(group.specs.some(({ id }) => columns.has(id)), group.id);
});

Deno.test("of very many files with a word only the best are scored in full", () => {
  // Equal contents are one, so each file has a word of its own.
  const files = Array.from({ length: 8100 }, (_, at) => ({
    path: `notes/n${String(at).padStart(4, "0")}.txt`,
    text: `the harbour of town${at}\n`,
  }));
  files.push({ path: "notes/zz.txt", text: "a crane in the harbour\n" });
  const index = buildMemoryIndex(files, parser);
  const found = search(queryOf("where is the crane of the harbour?"), index);
  assert.equal(found.files[0]!.path, "notes/zz.txt");
  assert.equal(found.table.files.length, 2000);
});
