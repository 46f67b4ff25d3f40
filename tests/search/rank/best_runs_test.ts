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
    ["what fills the room up to the next", [9, 1e-9, 1e-9, 1e-9, 1e-9, 1e-9, 9], 7, "0-6"],
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
  ["above", ["a @", "b", "c", "d"], "2.2 0.9 0.9 0"],
  ["below", ["a", "b", "c", "d @"], "0 0.5 0.5 2.2"],
  ["the larger on each side", ["a %", "b @", "c", "d", "e"], "1.6 2.65 0.9 0.9 0"],
  ["a comment further up", ["# @", "", "b", "c"], "- - 0.9 0"],
  [
    "a docstring, and a text that is none",
    ["a", '"""', "@ x", '"""', 'b = """', "@ x", '"""', "c"],
    "0.5 - - - 1.4 2.2 - 0.9",
  ],
  ["a comment, an empty line, a bracket", ["a @", "# x", "", "}"], "2.2 - - -"],
];

Deno.test("line values: words on, above and below a line count as it was learnt", () => {
  const weigh = (line: string): number => line.includes("@") ? 2 : line.includes("%") ? 1 : 0;
  const shown = (value: number): string => value === 0 ? "-" : `${Math.round(Math.log(value) * 100) / 100}`;
  const found = LOGARITHMS.map(([name, lines]) => [name, lineValues(lines, weigh).map(shown).join(" ")]);
  assert.deepEqual(found, LOGARITHMS.map(([name, , logarithms]) => [name, logarithms]));
  assert.deepEqual(lineValues(["a()", "# b", "", "}"], () => 0), [1, 0, 0, 0], "nothing says anything");
});
