import assert from "node:assert/strict";
import type { LexicalIndex } from "../../src/index/lexical_index.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { bodyOf } from "../../src/answers/definitions/body_of.ts";
import { callersLine } from "../../src/answers/definitions/companions.ts";
import { queryOf } from "../support/query.ts";
import type { DefinitionCandidate } from "../../src/search/rank/definition_features.ts";
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
  "crane.h": "int crane_lift(int load);\n",
  "crane.c": '#include "crane.h"\nint crane_lift(int load) {\n  return load > 3;\n}\n',
  "Pilot.java": "package p;\npublic interface Pilot {\n  int guide(Ship ship);\n  int leave(Ship ship);\n}\n",
  "HarbourPilot.java": "package p;\npublic class HarbourPilot implements Pilot {\n" +
    "  public int guide(Ship ship) {\n    return ship.depth();\n  }\n" +
    "  public int leave(Ship ship) {\n    return 1;\n  }\n}\n",
  "RiverPilot.java": "package p;\npublic class RiverPilot implements Pilot {\n" +
    "  public int leave(Ship ship) {\n    return 2;\n  }\n}\n",
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
    "called by arrive (dock.ts:13), a (port.ts:2), b (port.ts:3), 1 more",
  );
  assert.equal(callers("dock.ts", "tie"), "called by moor (dock.ts:2)");
  assert.equal(callers("port.ts", "a"), undefined);
});

Deno.test("companions: what is declared by its body, in C and where one class alone implements it", async () => {
  const index = await indexed();
  const placeOf = (path: string, name: string): string => {
    const { file, definition: at } = symbolOf(index, path, name);
    const definition = index.parsed(file)!.definitions[at]!;
    const one: DefinitionCandidate = { file, definition, at, chunk: 0, values: new Float32Array() };
    const body = bodyOf(one, index);
    return `${index.files.paths[body.file]}:${body.definition.startLine}`;
  };
  assert.equal(placeOf("crane.h", "crane_lift"), "crane.c:2");
  assert.equal(placeOf("crane.c", "crane_lift"), "crane.c:2");
  assert.equal(placeOf("Pilot.java", "guide"), "HarbourPilot.java:3");
  assert.equal(placeOf("Pilot.java", "leave"), "Pilot.java:4", "two implement it");
});
