import assert from "node:assert/strict";
import { bounded } from "../../src/engine/bounded.ts";
import type { Finding, Findings } from "../../src/model/calls.ts";

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

const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

/** What is kept of a list or a text of one more than the limit, and of just the limit. */
const LIMITS: Readonly<Record<string, [limit: number, kept: (count: number) => number]>> = {
  items: [500, (count) => bounded({ ...FINDINGS, items: many(count, ITEM) }).items.length],
  gaps: [50, (count) => bounded({ ...FINDINGS, gaps: many(count, "g") }).gaps.length],
  "a gap": [2000, (count) => bounded({ ...FINDINGS, gaps: ["g".repeat(count)] }).gaps[0]!.length],
  "a summary": [2000, (count) => bounded({ ...FINDINGS, summary: "s".repeat(count) }).summary.length],
  reasons: [50, (count) => itemOf({ reasons: many(count, { name: "n", value: 1 }) }).reasons.length],
  "a path": [2000, (count) => itemOf({ path: "p".repeat(count) }).path.length],
  "a claim": [2000, (count) => itemOf({ claim: "c".repeat(count) }).claim.length],
  "a symbol": [2000, (count) => itemOf({ symbol: "s".repeat(count) }).symbol!.length],
  "a relation": [2000, (count) => itemOf({ relation: "r".repeat(count) }).relation!.length],
  "values": [2000, (count) => itemOf({ values: "v".repeat(count) }).values!.length],
  pieces: [6, (count) => itemOf({ code: many(count, { startLine: 1, text: "t" }) }).code!.length],
  "a piece": [
    8000,
    (count) => itemOf({ code: [{ startLine: 1, text: "t".repeat(count) }] }).code![0]!.text.length,
  ],
};

function itemOf(fields: Partial<Finding>): Finding {
  return bounded({ ...FINDINGS, items: [{ ...ITEM, ...fields }] }).items[0]!;
}

Deno.test("bounded: exactly as much as the limits say", () => {
  for (const [what, [limit, kept]] of Object.entries(LIMITS)) {
    assert.deepEqual([limit - 1, limit, limit + 1].map(kept), [limit - 1, limit, limit], what);
  }
  // 100 of these fill the room of all items to the last character: a path, a claim and a piece of code.
  const full: Finding = {
    ...ITEM,
    path: "p",
    claim: "c".repeat(1999),
    code: [{ startLine: 1, text: "t".repeat(3000) }],
  };
  const kept = (all: readonly Finding[]): number => bounded({ ...FINDINGS, items: all }).items.length;
  assert.deepEqual([many(99, full), many(100, full), many(101, full)].map(kept), [99, 100, 100]);
  assert.equal(kept([...many(99, full), { ...full, path: "pp" }]), 99);
});

Deno.test("bounded: values of the tool's own data are counted with all below them", () => {
  const isKept = (data: unknown): boolean => {
    const cut = bounded({ ...FINDINGS, data });
    assert.deepEqual(cut.gaps, cut.data === undefined ? ["g", "the tool's own data: too large"] : ["g"]);
    return cut.data !== undefined;
  };
  // The list itself counts, too.
  assert.deepEqual([199_998, 199_999].map((count) => isKept(many(count, 1))), [true, false]);
  assert.deepEqual([99_999, 100_000].map((count) => isKept(many(count, [null]))), [true, false]);
  assert.deepEqual([66_666, 66_667].map((count) => isKept(many(count, { a: true, b: 0 }))), [true, false]);
  assert.deepEqual([66_666, 66_667].map((count) => isKept(many(count, "t".repeat(200)))), [true, false]);
  assert.ok(isKept({ a: null, b: [[], {}] }));
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
    { ...FINDINGS, items: [{ ...ITEM, code: "text" }] },
    { ...FINDINGS, items: [{ ...ITEM, code: {} }] },
    { ...FINDINGS, items: [{ ...ITEM, code: [{ startLine: 1.5, text: "" }] }] },
    { ...FINDINGS, items: [{ ...ITEM, claim: 5 }] },
    { ...FINDINGS, items: [{ ...ITEM, endLine: "2" }] },
    { ...FINDINGS, items: [{ ...ITEM, reasons: "r" }] },
    { ...FINDINGS, items: [{ ...ITEM, symbol: 5 }] },
    { ...FINDINGS, items: {} },
    { ...FINDINGS, gaps: "text" },
    { ...FINDINGS, summary: 5 },
    { ...FINDINGS, strength: "huge" },
    { ...FINDINGS, gaps: [{}] },
  ]
) {
  Deno.test(`bounded: refuses ${JSON.stringify(rubbish)}`, () => {
    assert.throws(() => bounded(rubbish as unknown as Findings), /cannot be read/);
  });
}
