import { deepEqual, equal, ok } from "node:assert/strict";
import { chunkFile } from "../../src/syntax/chunks.ts";
import { LANGUAGES } from "../../src/syntax/languages.ts";
import type { ParsedFile } from "../../src/syntax/parsed_file.ts";
import { RUNS_ALL } from "../support/long_test.ts";
import { testParser } from "./support.ts";

const parser = await testParser(60);
const GRAMMARS = LANGUAGES.filter(({ grammar, embedded }) => (grammar ?? embedded) !== undefined)
  .map(({ id }) => id);

/** Share of the depth that takes a parser seconds. */
const DEPTH = RUNS_ALL ? 1 : 1 / 20;

/** Inputs that have broken parsers: depth, length, half characters. */
const HOSTILE: Readonly<Record<string, string>> = {
  empty: "",
  blank: "\n\n\n",
  "open brackets": "(".repeat(100_000),
  "brackets over lines": "(\n".repeat(DEPTH * 20_000),
  "nested blocks": "if (x) {\n".repeat(DEPTH * 5_000),
  "nested calls": "f(".repeat(20_000) + "1" + ")".repeat(20_000),
  "nested types": "A<".repeat(DEPTH * 9_000),
  "one long line": "a = " + "b + ".repeat(50_000) + "c\n",
  "one long string": `x = "${"y".repeat(200_000)}"\n`,
  "unterminated string": '"""' + "x\n".repeat(5_000),
  "deep indentation": Array.from({ length: DEPTH * 1_000 }, (_, depth) => " ".repeat(depth) + "if x:\n").join(
    "",
  ),
  "words in capitals": "ABC\n".repeat(20_000),
  "words in capitals behind brackets": ") ABC ".repeat(20_000),
  "calls in capitals": 'ABC("x") '.repeat(12_000),
  "a sum": "x = " + "a + ".repeat(4_000) + "b\n",
  "spaces": " ".repeat(100_000) + "\n",
  "open comments of a page": "<!-- ".repeat(20_000),
  "open directives of a template": "@a(b(".repeat(20_000),
  "lone surrogates": "\uD800 = 1\n\uDC00\n",
  "replacement characters": "\uFFFD".repeat(2_000),
  "NUL": "a\0b\nclass A:\n  pass\n",
};

for (const language of GRAMMARS) {
  Deno.test(`${language}: hostile files give a record and chunks that tile them`, () => {
    for (const [name, text] of Object.entries(HOSTILE)) {
      const parsed = parser.parse(text, language);
      checkTiling(text, parsed, `${language}, ${name}`);
      ok(!parsed.gaps.some((gap) => gap.includes("not understood")), `${language}, ${name}`);
    }
    ok(!parser.isBroken);
  });
}

Deno.test("a file that takes too long is given up with its reason", async () => {
  const impatient = await testParser(-100);
  const parsed = impatient.parse("def f(): return 1\n".repeat(2_000), "python");
  deepEqual(parsed.gaps, ["not parsed: took too long"]);
  equal(parsed.lines, 2_000);
  checkTiling("def f(): return 1\n".repeat(2_000), parsed, "timeout");
  // The next file starts from a clean state.
  equal(parser.parse("def g(): pass\n", "python").definitions[0]?.name, "g");
});

Deno.test("a busy machine gives up no file: only work counts", async () => {
  let worked = 0;
  const text = "def f(): return 1\n".repeat(2_000);
  const waiting = await testParser(-100, () => worked);
  equal(waiting.parse(text, "python").definitions.length, 2_000);
  const working = await testParser(-100, () => worked += 1000);
  deepEqual(working.parse(text, "python").gaps, ["not parsed: took too long"]);
});

Deno.test("a file that takes longer than a moment is read on to the same record", async () => {
  const text = "def f(a, b=[1, 2]):\n    return g(a.b(c), d)(e) or {x: y for x, y in z}\n\n".repeat(6_000);
  let looks = 0;
  // The first moment is up at the second look; no time passes afterwards.
  const interrupted = await testParser(60_000, () => Math.min(1, looks++) * 1000);
  deepEqual(interrupted.parse(text, "python"), (await testParser(60_000)).parse(text, "python"));
  equal(interrupted.parse("def g(): pass\n", "python").definitions.length, 1);
});

Deno.test("broken code: what can be read is read, and the gap is named", () => {
  const parsed = parser.parse(
    "def f():\n    return 1\n\ndef g():\n    x = = 2\n\ndef h():\n    return f()\n",
    "python",
  );
  deepEqual(parsed.definitions.map(({ name }) => name), ["f", "g", "h"]);
  equal(parsed.gaps.length, 1);
  ok(/^parse errors near line 5$/.test(parsed.gaps[0]!), parsed.gaps[0]);
});

Deno.test("both sides of a merge conflict are read, marks of a third included; underlined headings are none", () => {
  const [ours, base, theirs, end] = ["<<<<<<< HEAD", "||||||| 1a2b3c4", "=======", ">>>>>>> feature"];
  const side = (fee: number): string =>
    `export function fee(weight: number): number {\n  return weight * ${fee};\n}`;
  for (const line of ["\n", "\r\n"]) {
    const text = [
      "export const a = 1;",
      ours,
      side(1),
      base,
      side(2),
      theirs,
      side(3),
      end,
      "export const b = 2;",
      "",
    ]
      .join("\n").replaceAll("\n", line);
    const { definitions } = parser.parse(text, "typescript");
    deepEqual(
      definitions.filter(({ name }) => name === "fee").map(({ startLine, endLine }) => [startLine, endLine]),
      [
        [3, 5],
        [7, 9],
        [11, 13],
      ],
    );
  }
  const inside =
    `def total(order):\n${ours}\n    x = 1\n${theirs}\n    x = 2\n${end}\n    return order - x\n`;
  equal(parser.parse(inside, "python").definitions[0]!.endLine, 7);
  const heading = 'def f():\n    """Title\n=======\n<<<<<<< no conflict\n"""\n    return 1\n';
  equal(parser.parse(heading, "python").definitions[0]!.endLine, 6);
});

Deno.test("overlong lines are left out of the syntax, offsets stay", () => {
  const text = `DATA = "${"x".repeat(30_000)}"\ndef after(): pass\n`;
  const [after] = parser.parse(text, "python").definitions;
  equal(after?.name, "after");
  equal(text.slice(after!.startIndex, after!.endIndex), "def after(): pass");
});

Deno.test("a language without a grammar says so", () => {
  deepEqual(parser.parse("a: 1\n", "yaml").gaps, ["not parsed: no grammar"]);
  deepEqual(parser.parse("?", undefined).gaps, ["not parsed: no grammar"]);
});

Deno.test("line ends, byte order marks and astral characters do not move lines", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const text = ["\uFEFF# 😀 é", "def f():", "    return '😀'", "", "class A:", "    def m(self): pass", ""]
      .join(end);
    const shown = parser.parse(text, "python").definitions.map((one) =>
      `${one.qualifiedName} ${one.startLine}-${one.endLine} ${text.slice(one.startIndex, one.startIndex + 5)}`
    );
    deepEqual(shown, ["f 2-3 def f", "A 5-6 class", "A.m 6-6 def m"], JSON.stringify(end));
  }
});

Deno.test("the same text gives the same record", () => {
  const text = "class A(B):\n    x: C = D()\n    def f(self): return self.g(1)\n";
  deepEqual(parser.parse(text, "python"), parser.parse(text, "python"));
});

function checkTiling(text: string, parsed: ParsedFile, name: string): void {
  let next = 1;
  for (const { startLine, endLine } of chunkFile(text, parsed)) {
    equal(startLine, next, name);
    ok(endLine >= startLine, name);
    next = endLine + 1;
  }
  equal(next, parsed.lines + 1, name);
}
