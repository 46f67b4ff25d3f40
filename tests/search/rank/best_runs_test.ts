import assert from "node:assert/strict";
import { bestRuns, type Line } from "../../../src/search/rank/best_runs.ts";
import { lineValues } from "../../../src/search/rank/line_values.ts";

/** Lines of one value each; 0 costs little room, as an empty line does. */
const linesOf = (...values: readonly number[]): Line[] =>
  values.map((value) => ({ value, cost: value === 0 ? 0.3 : 1 }));

Deno.test("best runs: what is worth most fills the room", () => {
  const cases: readonly (readonly [name: string, values: readonly number[], most: number, runs: string])[] = [
    ["nothing of worth", [0, 0, 0], 5, ""],
    ["no room", [1, 2], 0, ""],
    ["all of the same worth: from the beginning", [1, 1, 1, 1, 1], 3, "0-2"],
    ["the best alone", [1, 1, 9, 1, 1], 1, "2-2"],
    ["and what is better beside it", [1, 1, 9, 2, 1], 2, "2-3"],
    ["two that are worth it", [9, 9, ...Array(20).fill(1), 9, 9], 4, "0-1 22-23"],
    ["too near to be two", [9, 9, 1, 1, 1, 1, 1, 9, 9], 4, "0-3"],
    ["apart costs more than the lines between", [9, 9, 3, 9, 9], 5, "0-4"],
    ["an empty line between costs little", [9, 0, 9, 1, 1], 3, "0-2"],
    ["no empty line at an end", [1, 0, 9, 9, 0, 0, 1], 3, "2-3"],
    ["over empty lines where there is room", [1, 0, 9, 9, 0, 0, 1], 7, "0-6"],
    ["everything", [1, 0, 9], 8, "0-2"],
    ["over three lines without code where all fits", [9, 0, 0, 0, 1], 7, "0-4"],
    ["over one, with the first of three alike", [9, 0, 2, 2, 2], 4, "0-3"],
    ["not over two to a line that has no room", [1, 2, 0, 0, 2], 3, "0-1"],
    ["towards the better end", [2, 2, 1, 9], 3, "1-3"],
    ["what fills the room up to the next", [9, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 9], 7, "0-5 6-6"],
    ["what fills the room exactly", [2, 2, 1, 2, 9, 1, 2, 0], 5, "0-4"],
  ];
  const found = cases.map(([name, values, most]) => [
    name,
    bestRuns(linesOf(...values), most).map(([from, to]) => `${from}-${to}`).join(" "),
  ]);
  assert.deepEqual(found, cases.map(([name, , , runs]) => [name, runs]));
});

Deno.test("best runs: what costs as much apart as together is one", () => {
  const line = (value: number): Line => ({ value, cost: 1 });
  assert.deepEqual(bestRuns([9, 0, 0, 0, 0, 9].map(line), 6), [[0, 5]]);
  assert.deepEqual(bestRuns([9, 0, 0, 0, 0, 0, 9].map(line), 7), [[0, 0], [6, 6]]);
});

/** What is asked for is all on a line with `@` and half of it on one with `%`. */
const LOGARITHMS: readonly (readonly [name: string, lines: readonly string[], logarithms: string])[] = [
  ["above", ["a @", "b", "c", "d"], "4 1.5 1.5 1.5"],
  ["below", ["a", "b", "c", "d @"], "0.5 0.5 0.5 4"],
  ["the larger on each side", ["a %", "b @", "c", "d", "e"], "2.5 4.75 1.5 1.5 1.5"],
  ["a comment further up", ["# @", "", "b", "c"], "- - 1.5 1.5"],
  [
    "a docstring, and a text that is none",
    ["a", '"""', "@ x", '"""', 'b = """', "@ x", '"""', "c"],
    "0.5 - - - 2 5.5 - 1.5",
  ],
  ["a comment, an empty line, a bracket", ["a @", "# x", "", "}"], "4 - - -"],
];

Deno.test("line values: words on, above and below a line count as it was learnt", () => {
  const weigh = (lines: readonly string[]): number[] =>
    lines.map((line) => line.includes("@") ? 2 : line.includes("%") ? 1 : 0);
  const shown = (value: number): string => value === 0 ? "-" : `${Math.round(Math.log(value) * 100) / 100}`;
  const found = LOGARITHMS.map((
    [name, lines],
  ) => [name, lineValues(lines, weigh(lines)).map(shown).join(" ")]);
  assert.deepEqual(found, LOGARITHMS.map(([name, , logarithms]) => [name, logarithms]));
  assert.deepEqual(lineValues(["a()", "# b", "", "}"], [0, 0, 0, 0]), [1, 0, 0, 0], "nothing says anything");
});
