import assert from "node:assert/strict";
import { readOutcomes } from "../../../src/engine/daemon/outcomes.ts";
import { planOf } from "../../support/engine_kit.ts";

const ITEM = { path: "src/a.ts", startLine: 1, endLine: 2, claim: "c", score: 1, reasons: [] };
const FINDINGS = { tool: "ci_search", items: [ITEM], strength: "weak", gaps: ["g"], summary: "s" };
const FOUND = { tool: "ci_search", status: "ok", startedAt: 1, durationMs: 2, findings: FINDINGS };
const FAILED = {
  tool: "ci_index_status",
  status: "timeout",
  startedAt: 1,
  durationMs: 2,
  error: { code: "E_TIMEOUT", message: "m" },
};

function read(outcomes: unknown) {
  const line = JSON.stringify({ type: "found", outcomes });
  return { line, read: readOutcomes(line, planOf("ci_search", "ci_index_status")) };
}

/** How the calls ended as they are read: the outcome itself, or that it cannot be read. */
function statesOf(outcomes: unknown): readonly unknown[] {
  const { line, read: all } = read(outcomes);
  const unread = `the daemon's answer cannot be read: ${line.length} characters`;
  return all.map((outcome, at) => {
    if (outcome.error?.message !== unread) return outcome;
    const tool = ["ci_search", "ci_index_status"][at];
    assert.deepEqual(outcome, {
      tool,
      status: "error",
      startedAt: 0,
      durationMs: 0,
      error: { code: "E_UNKNOWN", message: unread },
    });
    return "unread";
  });
}

Deno.test("outcomes: what the tools of a plan found is read field by field, in the order of the plan", () => {
  assert.deepEqual(statesOf([FOUND, FAILED]), [FOUND, FAILED]);
  assert.deepEqual(statesOf([{ ...FOUND, more: 1 }, FAILED]), [FOUND, FAILED]);
  const long = { ...FAILED, error: { code: "E_TIMEOUT", message: "m".repeat(1001) } };
  assert.equal(read([FOUND, long]).read[1]?.error?.message.length, 1000);
  const many = { ...FINDINGS, items: Array(600).fill(ITEM) };
  assert.equal(read([{ ...FOUND, findings: many }, FAILED]).read[0]?.findings?.items.length, 500);
});

Deno.test("outcomes: a call whose outcome does not fit has failed, the others have not", () => {
  const wrong: Readonly<Record<string, unknown>> = {
    "another tool": { ...FAILED, tool: "ci_impact" },
    "no known tool": { ...FAILED, tool: "constructor" },
    "an unknown end": { ...FAILED, status: "fine" },
    "no time": { ...FAILED, startedAt: "1" },
    "a part of a millisecond": { ...FAILED, durationMs: 0.5 },
    "a time before all others": { ...FAILED, startedAt: -1 },
    "an unknown error": { ...FAILED, error: { code: "toString", message: "m" } },
    "an error that is no text": { ...FAILED, error: { code: "E_TIMEOUT", message: {} } },
    "an error that is none": { ...FAILED, error: 7 },
    "findings that are none": { ...FAILED, findings: 7 },
    "no line": { ...FAILED, findings: { ...FINDINGS, items: [{ ...ITEM, startLine: "1" }] } },
    "an unknown strength": { ...FAILED, findings: { ...FINDINGS, strength: "sure" } },
    "nothing": null,
  };
  for (const [what, outcome] of Object.entries(wrong)) {
    assert.deepEqual(statesOf([FOUND, outcome]), [FOUND, "unread"], what);
  }
  for (const none of [[FOUND], [FOUND, FAILED, FAILED], [], { length: 2 }, undefined]) {
    assert.deepEqual(statesOf(none), ["unread", "unread"], JSON.stringify(none));
  }
  assert.deepEqual(statesOf([FAILED, FOUND]), ["unread", "unread"], "another order");
  assert.equal(readOutcomes("{", planOf("ci_search"))[0]?.status, "error");
});
