import assert from "node:assert/strict";
import type { Definition } from "../../../src/syntax/parsed_file.ts";
import { nameRangeOf, TextLines, wordsOf } from "../../../src/tools/navigation/texts.ts";

/** A definition that is the whole text. */
function definition(name: string, kind: Definition["kind"], text: string): Definition {
  return {
    name,
    qualifiedName: name,
    kind,
    startLine: 1,
    endLine: text.split("\n").length,
    docStartLine: 1,
    startIndex: 0,
    endIndex: text.length,
    parent: -1,
    signature: "",
    doc: "",
    exported: true,
    decorators: [],
  };
}

Deno.test("navigation: the name of a definition, past decorators, types and its own uses", () => {
  const cases: [string, Definition["kind"], string, string][] = [
    ["amount", "method", "@amount.setter\ndef amount(self, amount):\n    pass", "1:4"],
    ["main", "function", '@command(\n  "main",\n)\ndef main():\n  main()', "3:4"],
    ["run", "constant", "const run = () => {\n  run();\n};", "0:6"],
    ["Foo", "method", "Foo::Foo(int a) {}", "0:5"],
    ["operator[]", "method", "auto operator[](int i) -> int;", "0:5"],
    ["~Node", "method", "virtual ~Node() {}", "0:8"],
    ["count", "variable", "$count = 1;", "0:0"],
    ["empty?", "method", "def empty?\nend", "0:4"],
    ["unnamed", "function", "export default () => 1;", "0:0"],
  ];
  for (const [name, kind, text, expected] of cases) {
    const { start } = nameRangeOf(definition(name, kind, text), new TextLines(text));
    assert.equal(`${start.line}:${start.character}`, expected, text);
  }
});

Deno.test("navigation: lines end in LF or CRLF, and positions are UTF-16 units", () => {
  const lines = new TextLines("a\r\n🧾b\n\nc");
  assert.deepEqual([0, 1, 2, 3, 4].map((number) => lines.line(number)), ["a", "🧾b", "", "c", ""]);
  assert.deepEqual(lines.positionAt(5), { line: 1, character: 2 });
  assert.deepEqual(lines.positionAt(7), { line: 2, character: 0 });
  assert.deepEqual(wordsOf("🧾 naïve_名 $x"), [
    { text: "naïve_名", start: 3, end: 10 },
    { text: "$x", start: 11, end: 13 },
  ]);
});
