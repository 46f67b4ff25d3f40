import assert from "node:assert/strict";
import { CKB_ANSWERS, type CkbTool } from "../../src/model/ckb.ts";

/** The bounds of what a CKB server may answer. */

const reads = (tool: CkbTool, answer: unknown): boolean => CKB_ANSWERS[tool].safeParse(answer).success;
const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const at = (startLine: unknown, fileId = "a.ts") => ({ location: { fileId, startLine } });

Deno.test("ckb: lines, names and counts have bounds", () => {
  const found = (startLine: unknown, name = "save", stableId = "s") =>
    reads("searchSymbols", { symbols: [{ stableId, name, ...at(startLine) }] });
  const lines = [-1, 0, 1, 1e8, 1e8 + 1, 0.5, "1", NaN];
  assert.deepEqual(lines.map((line) => found(line)), [false, true, true, true, false, false, false, false]);
  assert.ok(!found(1, "save", ""));
  assert.deepEqual([found(1, "x".repeat(1000)), found(1, "x".repeat(1001))], [true, false]);
  const changed = (changeCount: number) =>
    reads("getHotspots", { hotspots: [{ filePath: "a", churn: { changeCount, authorCount: 0 } }] });
  assert.deepEqual([-1, 0, 1e9, 1e9 + 1].map(changed), [false, true, true, false]);
  assert.ok(
    reads("getCallGraph", { root: "r", nodes: [{ id: "n", name: "n", location: null }], edges: null }),
  );
  assert.ok(reads("traceUsage", {}));
});

Deno.test("ckb: lists without end are of another form", () => {
  const node = { id: "n", name: "n", ...at(1) };
  const edge = { from: "a", to: "b" };
  const row = { filePath: "a.ts", churn: { changeCount: 1, authorCount: 1 } };
  const rows: readonly (readonly [CkbTool, most: number, (count: number) => unknown])[] = [
    ["searchSymbols", 1000, (count) => ({ symbols: many(count, { ...node, stableId: "s" }) })],
    ["getCallGraph", 10_000, (count) => ({ root: "r", nodes: many(count, node) })],
    ["getCallGraph", 50_000, (count) => ({ root: "r", nodes: [], edges: many(count, edge) })],
    ["findReferences", 10_000, (count) => ({ references: many(count, at(1)) })],
    ["traceUsage", 1000, (count) => ({ paths: many(count, { nodes: [] }) })],
    ["traceUsage", 100, (count) => ({ paths: [{ nodes: many(count, node) }] })],
    ["getHotspots", 1000, (count) => ({ hotspots: many(count, row) })],
  ];
  for (const [tool, most, make] of rows) {
    assert.deepEqual(
      [reads(tool, make(most)), reads(tool, make(most + 1))],
      [true, false],
      `${tool} ${most}`,
    );
  }
});
