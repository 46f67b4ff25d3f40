import assert from "node:assert/strict";
import { definedIn, lineDefines } from "../../src/search/defined_in.ts";

/** Texts whose last line but for a body defines `take_ship`, or none does. */
const DEFINES: readonly (readonly [text: string, line: number])[] = [
  ["x = take_ship()\n\ndef take_ship(self):\n    pass", 2],
  ["  async def take_ship(", 0],
  ["class take_ship:", 0],
  ["take_ship();\nexport const take_ship = () => 1;", 1],
  ["func (s *Server) take_ship(w Writer) {", 0],
  ["pub(crate) fn take_ship<T>(t: T) -> T {", 0],
  ["int take_ship(int a);\n\nstatic int __init take_ship(int a,\n\t\tint b)\n{\n\treturn 1;\n}", 2],
  ["struct ship *take_ship(void) {", 0],
  ["struct take_ship {", 0],
  ["#define take_ship(a) a", 0],
  ["  public static Ship<T> take_ship(Dock dock) throws Storm {", 0],
  ["void Dock::take_ship(int a) const {", 0],
  ["  take_ship(a) {\n    return a;", 0],
];
const USES = [
  "take_ship(a);",
  "  return take_ship(a) {",
  "int take_ship(int a);",
  "  if (take_ship(a)) {",
  "  ship = take_ship(a);",
  "def take_ships(a):",
  "def retake_ship(a):",
  "let other = take_ship(1);",
  "// take_ship is here",
  `def take_ship${" ".repeat(600)}(a):`,
];

Deno.test("live search: the line that defines a name, in the common languages", () => {
  for (const [text, line] of DEFINES) assert.equal(definedIn(text.split("\n"), "take_ship"), line, text);
});

Deno.test("live search: a use, a prototype or a longer name defines nothing", () => {
  for (const text of USES) assert.equal(definedIn(text.split("\n"), "take_ship"), undefined, text);
});

/** Single lines that are likely to define `take_ship`, and others. */
const HEADS = [
  "int take_ship(int a)",
  "static struct ship *take_ship(int a, /* dock */",
  "take_ship(int a) {",
  "void Dock::take_ship() const {",
  "\tpublic Ship take_ship() {",
  "def take_ship(self):",
  "#define take_ship(a) a",
];
const CALLS = [
  "\ttake_ship(a); /* leaves */",
  "\ttake_ship(a,",
  "int take_ship(int a); // elsewhere",
  "\tship = take_ship(a);",
  "\treturn take_ship(a,",
  "\tif (take_ship(a)) {",
];

Deno.test("live search: whether one line by itself defines a name", () => {
  const defines = lineDefines("take_ship");
  for (const line of HEADS) assert.ok(defines(line), line);
  for (const line of CALLS) assert.ok(!defines(line), line);
  assert.ok(!lineDefines("a.b")("def axb(self):"));
});
