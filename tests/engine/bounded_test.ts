import assert from "node:assert/strict";
import { bounded } from "../../src/engine/bounded.ts";
import type { Finding, Findings } from "../../src/model/findings.ts";

const ITEM: Finding = { path: "a.ts", startLine: 1, endLine: 2, claim: "c", score: 1, reasons: [] };
const FINDINGS: Findings = { tool: "ci_search", items: [ITEM], strength: "weak", gaps: ["g"], summary: "s" };

Deno.test("bounded: an ordinary answer stays as it is, its data too", () => {
  const findings: Findings = {
    ...FINDINGS,
    items: [{ ...ITEM, symbol: "f", version: "1-2", code: [{ startLine: 1, text: "x\ny" }] }],
    data: { files: ["a.ts"], depth: { rows: [1, 2, 3] } },
  };
  assert.deepEqual(bounded(findings), findings);
});

Deno.test("bounded: a flood is cut, and what was cut from its data is said", () => {
  const wide: Finding = {
    ...ITEM,
    claim: "c".repeat(1e5),
    code: Array(100).fill({ startLine: 1, text: "t".repeat(1e6) }),
  };
  const data = Array.from({ length: 300_000 }, (_, i) => i);
  const flood: Findings = {
    ...FINDINGS,
    items: Array.from({ length: 1e5 }, () => wide),
    gaps: Array.from({ length: 1e5 }, () => "g"),
    summary: "s".repeat(1e6),
    data,
  };
  const cut = bounded(flood);
  assert.equal(cut.data, undefined);
  assert.ok(cut.gaps.includes("the tool's own data: too large"));
  assert.ok(JSON.stringify(cut).length < 700_000);
  assert.ok(cut.items.length > 8);
});

for (
  const rubbish of [
    undefined,
    null,
    "text",
    [],
    {},
    { ...FINDINGS, items: [null] },
    { ...FINDINGS, items: [{ ...ITEM, startLine: NaN }] },
    { ...FINDINGS, items: [{ ...ITEM, path: 5 }] },
    { ...FINDINGS, items: [{ ...ITEM, code: [{ startLine: 1, text: 7 }] }] },
    { ...FINDINGS, strength: "huge" },
    { ...FINDINGS, gaps: [{}] },
  ]
) {
  Deno.test(`bounded: refuses ${JSON.stringify(rubbish)}`, () => {
    assert.throws(() => bounded(rubbish as unknown as Findings), /cannot be read/);
  });
}
