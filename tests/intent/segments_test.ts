import assert from "node:assert/strict";
import { segment } from "../../src/intent/segments.ts";

Deno.test("segments: lines of code by any one mark of it, sentences by none", () => {
  const code = [
    "]]]",
    "});",
    "total(1);",
    "def run(x):",
    "const a = 1",
    "pub struct A { b: u8,",
    "import a.b.C",
    "package shop",
    "using a.b; // x",
    "from a import b",
    "class Foo: pass",
    '#include "a.h"',
    'SELECT "a" FROM b',
  ];
  const prose = [
    "}]",
    "import the list of orders",
    "select one from the list",
    "class of its own",
    "using it, we lose orders",
    "it is lost (why)",
    "see the note (below), please",
  ];
  assert.deepEqual(code.filter((line) => segment(line).code.length === 0), []);
  assert.deepEqual(prose.filter((line) => segment(line).code.length > 0), []);
});
