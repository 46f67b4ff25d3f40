import assert from "node:assert/strict";
import { headOf } from "../../../src/search/rank/pieces.ts";

Deno.test("heads: attributes and types above the name, the name, and its parameters up to four lines", () => {
  const heads:
    readonly (readonly [name: string, lines: readonly string[], head: readonly [number, number]])[] = [
      ["the name alone", ["f() {", "x"], [1, 1]],
      ["parameters of four lines", ["f(", "a,", "b,", "c) {", "x"], [1, 4]],
      ["parameters of five lines", ["f(", "a,", "b,", "c,", "d) {", "x"], [1, 4]],
      ["parameters that end with it", ["f(", "a"], [1, 2]],
      ["three attributes", ["@a", "@b", "@c", "f()", "x"], [1, 4]],
      ["four attributes", ["@a", "@b", "@c", "@d", "f()", "x"], [5, 5]],
      ["attributes down to the end", ["@a", "@b", "f"], [1, 3]],
      ["an attribute that never closes", ["@a(", "b", "c", "d", "e", "f"], [1, 4]],
      ["an attribute that the end cuts", ["@a", "@route("], [1, 2]],
      ["a type above", ["static int", "f(a)", "x"], [1, 2]],
      ["a type above a line further in", ["static int", "  f(a)", "x"], [1, 1]],
      ["a type above no name", ["static int", "f = 2", "x"], [1, 1]],
      ["what is no type above", ["x = 1;", "f(a)", "x"], [1, 1]],
    ];
  assert.deepEqual(heads.map(([name, lines]) => [name, headOf(lines, 1, lines.length)]), [
    ...heads.map(([name, , head]) => [name, head]),
  ]);
});
