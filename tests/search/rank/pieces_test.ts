import assert from "node:assert/strict";
import { linesAround, piecesOf } from "../../../src/search/rank/pieces.ts";

const hits = (lines: readonly string[]): number[] => lines.map((line) => line.includes("hit") ? 1 : 0);

/** A function of 40 lines with a docstring, in a file that begins with another line. */
const LINES = [
  "import os",
  "def charge(order,",
  "           amount):",
  '    """Charges a card.',
  "",
  '    The refund is another story."""',
  ...Array.from({ length: 34 }, (_, at) => at === 20 ? "    card.refund(amount)" : `    step_${at}()`),
  "",
];
const OPTIONS = {
  startLine: 2,
  endLine: 40,
  most: 12,
  weigh: (lines: readonly string[]) => lines.map((line) => line.includes("refund") ? 1 : 0),
};

Deno.test("pieces: a small definition is whole, without the empty lines at its end", () => {
  assert.deepEqual(piecesOf(LINES, { ...OPTIONS, startLine: 38, endLine: 41 }), [
    { startLine: 38, text: "    step_31()\n    step_32()\n    step_33()" },
  ]);
});

Deno.test("pieces: of a large one the head, the lines that matter and what is around them, numbers true", () => {
  const pieces = piecesOf(LINES, OPTIONS);
  const shown = pieces.flatMap(({ startLine, text }) =>
    text.split("\n").map((line, at) => [startLine + at, line])
  );
  for (const [number, line] of shown) assert.equal(LINES[Number(number) - 1], line);
  const texts = shown.map(([, line]) => line);
  assert.ok(texts.includes("def charge(order,") && texts.includes("           amount):"));
  assert.ok(texts.includes("    card.refund(amount)") && texts.includes("    step_18()"));
  assert.ok(!texts.some((line) => String(line).includes("another story")), "a docstring is no code");
  assert.ok(shown.length <= OPTIONS.most + 4);
});

Deno.test("pieces: what says nothing about the question begins at its beginning", () => {
  const [head, body, ...more] = piecesOf(LINES, { ...OPTIONS, weigh: (lines) => lines.map(() => 0) });
  assert.equal(head?.text, "def charge(order,\n           amount):");
  assert.deepEqual([body?.startLine, body?.text.split("\n")[0]], [7, "    step_0()"]);
  assert.equal(more.length, 0);
});

Deno.test("pieces: lines around one stay within the file", () => {
  assert.deepEqual(linesAround(["a", "b", "c", "d", "e", "f"], 1), { startLine: 1, text: "a\nb\nc\nd\ne" });
  assert.equal(linesAround(["a", "b"], 2).text, "a\nb");
});

Deno.test("pieces: which lines are shown of definitions of every shape", () => {
  const body = (count: number): string[] => Array.from({ length: count }, (_, at) => `    step_${at}()`);
  const hit = (lines: readonly string[], ...at: number[]): string[] =>
    lines.map((line, index) => at.includes(index) ? "    hit()" : line);
  const shapes: readonly (readonly [name: string, lines: readonly string[], shown: string])[] = [
    ["as long as may be shown", ["def f():", ...body(7)], "1-8"],
    ["one line more", hit(["def f():", ...body(8)], 8), "1-9"],
    ["signature over lines", hit(["def f(", "  a,", "  b,", "):", ...body(20)], 15), "1-4 16-19"],
    ["decorated", hit(["@cached", "# note", "def f():", ...body(20)], 15), "1-3 15-19"],
    [
      "decorated over lines",
      hit(["@route(", '  "/a",', ")", "def f(", "  a):", ...body(20)], 15),
      "1-5 16-18",
    ],
    [
      "more attributes than are shown",
      hit([...Array(4).fill("[Http(200)]"), "void F()", "{", ...body(20), "}"], 15),
      "5 13-19",
    ],
    ["attribute beside the name", hit(["@Override void f() {", ...body(20)], 15), "1 13-19"],
    [
      "type above the name",
      hit(["static struct pane *", "f(int a,", "  int b)", "{", ...body(20)], 15),
      "1-3 15-19",
    ],
    ["no name above the body", hit(["def f", ...body(20)], 15), "1 13-19"],
    ["docstring of one line", hit(["def f():", '    """Doc."""', ...body(20)], 12), "1 10-16"],
    [
      "docstring over lines",
      hit(["def f():", '    """Doc', "    more.", '    """', ...body(20)], 6),
      "1 5-11",
    ],
    ["docstring that is most of it", ["def f():", '    """', ...body(14), '    """', "    pass"], "1 18"],
    [
      "more parameters than are shown",
      hit(["def f(", "  a,", "  b,", "  c,", "  d,", "):", ...body(20)], 15),
      "1-4 16-19",
    ],
    [
      "docstring that is most of a small one",
      ["def f():", '    """', ...body(3), '    """', "    pass"],
      "1-7",
    ],
    ["docstring at the end", ["def f():", '    """', ...body(3), '    """'], ""],
    ["docstring alone", ["@abstract", "def f():", '    """', ...body(20), '    """', "    ..."], ""],
    ["comment alone", ["/**", " * f", " */"], ""],
    ["comment above", hit(["/*", ...Array(4).fill(" * f"), " */", "f()", ...body(20)], 18), "7 16-22"],
    ["two places", hit(["def f():", ...body(30)], 8, 25), "1 9-12 26-28"],
    ["places side by side", hit(["def f():", ...body(30)], 8, 11), "1 9-15"],
    ["nothing in it", ["def f():", ...body(30)], "1-8"],
    ["empty lines at the end", ["def f():", "    pass", "", "  ", ""], "1-2"],
  ];
  const shown = shapes.map(([name, lines]) => {
    const pieces = piecesOf(lines, { startLine: 1, endLine: lines.length, most: 8, weigh: hits });
    const ranges = pieces.map(({ startLine, text }) => [startLine, startLine + text.split("\n").length - 1]);
    return [name, ranges.map(([from, to]) => from === to ? from : `${from}-${to}`).join(" ")];
  });
  assert.deepEqual(shown, shapes.map(([name, , expected]) => [name, expected]));
});

/** The lines that are shown of a definition that is all of a file. */
function rangesOf(lines: readonly string[], most: number): string {
  return piecesOf(lines, { startLine: 1, endLine: lines.length, most, weigh: hits })
    .map(({ startLine, text }) => `${startLine}-${startLine + text.split("\n").length - 1}`).join(" ");
}

Deno.test("pieces: what is less than twice as long as its room is whole", () => {
  const lines = (count: number): string[] => ["def f():", ...Array(count - 1).fill("    step()")];
  assert.deepEqual([20, 21].map((count) => rangesOf(lines(count), 10)), ["1-20", "1-10"]);
});

Deno.test("pieces: empty lines between two places cost less than to begin anew, and not nothing", () => {
  const apart = (empty: number): string[] => [
    "f()",
    ...Array(40).fill("  step()"),
    "  hit()",
    ...Array(empty).fill(""),
    "  hit()",
    ...Array(40).fill("  step()"),
  ];
  assert.deepEqual([13, 14].map((empty) => rangesOf(apart(empty), 24)), ["1-1 39-61", "1-1 24-42 57-60"]);
});

Deno.test("pieces: lines of more than 300 characters are cut to 300", () => {
  const shown = (length: number): string => linesAround(["x".repeat(length) + "\r"], 1).text;
  assert.equal(shown(300), "x".repeat(300));
  assert.equal(shown(301), "x".repeat(299) + "…");
});
