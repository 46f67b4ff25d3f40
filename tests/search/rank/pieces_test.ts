import assert from "node:assert/strict";
import { linesAround, piecesOf } from "../../../src/search/rank/pieces.ts";

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
  weigh: (line: string) => line.includes("refund") ? 1 : 0,
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
  const [head, body, ...more] = piecesOf(LINES, { ...OPTIONS, weigh: () => 0 });
  assert.equal(head?.text, "def charge(order,\n           amount):");
  assert.deepEqual([body?.startLine, body?.text.split("\n")[0]], [7, "    step_0()"]);
  assert.equal(more.length, 0);
});

Deno.test("pieces: lines around one stay within the file", () => {
  assert.deepEqual(linesAround(LINES, 1, 1), { startLine: 1, text: "import os\ndef charge(order," });
  assert.equal(linesAround(["a", "b"], 2, 8).text, "a\nb");
});
