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
  ];
  const found = cases.map(([name, values, most]) => [
    name,
    bestRuns(linesOf(...values), most).map(([from, to]) => `${from}-${to}`).join(" "),
  ]);
  assert.deepEqual(found, cases.map(([name, , , runs]) => [name, runs]));
});

Deno.test("line values: the condition, the code below a comment and what stands beside count, comments do not", () => {
  const lines = [
    "first = load()",
    "if ready and not paused:",
    "    # the refund",
    "    step_1()",
    "    step_2(refund)",
    "",
    "# refund",
    "step_3()",
    "step_4()",
    "step_5()",
    "log.debug('done')",
  ];
  const values = lineValues(lines, (line) => line.includes("refund") ? 1 : 0);
  const [first, condition, comment, step1, refund, empty, note, step3, step4, step5, log] = values as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  assert.deepEqual([comment, empty, note], [0, 0, 0]);
  assert.ok(refund === Math.max(...values), "the line that says it");
  assert.ok(condition > first, "what it hangs on");
  assert.ok(step1 > step4 && step3 > step4, "below a comment that says it");
  assert.ok(step4 > step5, "behind a line that says it");
  assert.ok(log < step5, "what only reports");
  assert.deepEqual(lineValues(["a()", "# b", "", "}"], () => 0), [1, 0, 0, 0], "nothing says anything");
});
