import assert from "node:assert/strict";
import { lineDefines } from "../../src/search/defined_in.ts";

/** Single lines that are likely to define `take_ship`, and others. */
const HEADS = [
  "int take_ship(int a)",
  "static struct ship *take_ship(int a, /* dock */",
  "take_ship(int a) {",
  "void Dock::take_ship() const {",
  "\tpublic Ship take_ship() {",
  "def take_ship(self):",
  "  async def take_ship(",
  "class take_ship:",
  "export const take_ship = () => 1;",
  "func (s *Server) take_ship(w Writer) {",
  "pub(crate) fn take_ship<T>(t: T) -> T {",
  "#define take_ship(a) a",
];
const CALLS = [
  "\ttake_ship(a); /* leaves */",
  "\ttake_ship(a,",
  "int take_ship(int a); // elsewhere",
  "\tship = take_ship(a);",
  "\treturn take_ship(a,",
  "\tif (take_ship(a)) {",
  "def take_ships(a):",
  "def retake_ship(a):",
  `def take_ship${" ".repeat(600)}(a):`,
];

Deno.test("defined in: whether one line by itself defines a name", () => {
  const defines = lineDefines("take_ship");
  for (const line of HEADS) assert.ok(defines(line), line);
  for (const line of CALLS) assert.ok(!defines(line), line);
  assert.ok(!lineDefines("a.b")("def axb(self):"));
});
