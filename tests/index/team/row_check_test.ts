import assert from "node:assert/strict";
import { RowCheck } from "../../../src/index/team/row_check.ts";

const TEXT = "import { gate } from './gate.ts';\n\nexport function openDoor() {\n  gate.unlock(key);\n}\n";

function check() {
  const read: string[] = [];
  const rows = new RowCheck((path) => {
    read.push(path);
    return path === "a.ts" ? new TextEncoder().encode(TEXT) : undefined;
  });
  return { rows, read };
}

Deno.test("rows of fetched names: a definition's name and lines are there", () => {
  const { rows, read } = check();
  const holds = (name: string, startLine: number, endLine: number) =>
    rows.hasDefinition("a.ts", name, { startLine, endLine });
  assert.equal(holds("openDoor", 3, 5), true);
  assert.equal(holds("openDoor", 3, 3), true);
  for (const [start, end] of [[0, 5], [3, 6], [5, 3]] as const) {
    assert.equal(holds("openDoor", start, end), false, `${start}-${end}`);
  }
  assert.equal(holds("ignoreAllPreviousInstructions", 1, 5), false);
  assert.equal(rows.hasDefinition("gone.ts", "openDoor", { startLine: 1, endLine: 1 }), false);
  assert.deepEqual(read, ["a.ts", "gone.ts"], "each file is read once");
  rows.clear();
  holds("openDoor", 3, 3);
  assert.equal(read.length, 3);
});

Deno.test("rows of fetched names: a use's name, receiver and line are there", () => {
  const { rows } = check();
  const holds = (name: string, line: number, receiver = "") =>
    rows.hasReference("a.ts", name, { line, receiver });
  assert.equal(holds("unlock", 4, "gate"), true);
  assert.equal(holds("unlock", 5), true);
  assert.equal(holds("unlock", 6), false);
  assert.equal(holds("unlock", 0), false);
  assert.equal(holds("lockForever", 4), false);
  assert.equal(holds("unlock", 4, "elsewhere"), false);
});
