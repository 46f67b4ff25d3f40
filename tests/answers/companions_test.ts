import assert from "node:assert/strict";
import type { LexicalIndex } from "../../src/index/lexical_index.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { callersLine } from "../../src/answers/definitions/definition_findings.ts";
import { queryOf } from "../support/query.ts";
import { featureTable } from "../../src/search/rank/feature_table.ts";
import { testParser } from "../syntax/support.ts";

const REPO: Readonly<Record<string, string>> = {
  "dock.ts": `export function moor(ship) {
  if (tideAllows(ship)) tie(ship);
  log(ship);
}
function tideAllows(ship) {
  return ship.draught < 4;
}
function tie(ship) {
  ship.rope = true;
}
export function log(ship) {}
export function arrive(ship) {
  moor(ship);
}
`,
  "port.ts": `import { moor, log } from "./dock";
export function a() { moor(1); log(1); }
export function b() { moor(2); log(2); }
export function c() { moor(3); log(3); }
`,
  "port.test.ts": `import { moor } from "./dock";
export function testMoor() { moor(4); }
`,
};

async function indexed(): Promise<LexicalIndex> {
  return buildMemoryIndex(Object.entries(REPO).map(([path, text]) => ({ path, text })), await testParser());
}

function symbolOf(index: LexicalIndex, path: string, name: string) {
  const file = index.files.numberOf(path)!;
  return { file, definition: index.parsed(file)!.definitions.findIndex((one) => one.name === name) };
}

Deno.test("companions: callers of a definition with their places, but for tests", async () => {
  const index = await indexed();
  const { context } = featureTable(queryOf("moor"), index);
  const callers = (path: string, name: string) => callersLine(symbolOf(index, path, name), context);
  assert.equal(
    callers("dock.ts", "moor"),
    "called by arrive (line 13), a (port.ts:2), b (port.ts:3), 1 more",
  );
  assert.equal(callers("dock.ts", "tie"), "called by moor (line 2)");
  assert.equal(callers("port.ts", "a"), undefined);
});
