import assert from "node:assert/strict";
import type { Plan } from "../../../src/model/plan.ts";
import type { ToolName } from "../../../src/model/tools.ts";
import { HINTS } from "../../../src/intent/hint.ts";
import {
  isWaiting,
  readAnswer,
  readOutcomes,
  readPlanned,
  readProgress,
  readReady,
} from "../../../src/engine/daemon/reply.ts";

const CAP = { limit: 200, unit: "UTF-16 units" } as const;
const block = (text: string): string => `<auto-tools-context>\n${text}\n</auto-tools-context>`;
const TOOL = { tool: "ci_search", status: "ok", ms: 3, places: 1 };
const DELIVERY = {
  context: block("1. src/a.ts:1"),
  kind: "locate",
  planOnly: false,
  truncated: false,
  tools: [TOOL],
  notes: ['{"basis":"b"}'],
  places: 1,
  reasons: ["locate: save"],
  limits: ["depth clamped to 2"],
  leftOut: { known: 1, tooLong: 2, secrets: 3, injections: 4 },
};
const line = (delivery: unknown): string => JSON.stringify({ type: "answer", delivery });

Deno.test("the daemon's answer is read field by field", () => {
  assert.deepEqual(readAnswer(line(DELIVERY), CAP), DELIVERY);
  assert.deepEqual(readAnswer(line({ ...DELIVERY, more: 1, tools: [{ ...TOOL, more: 1 }] }), CAP), DELIVERY);
  assert.equal(readAnswer(line({ ...DELIVERY, context: "" }), CAP)?.context, "");
  const broken = { ...DELIVERY, tools: [{ ...TOOL, status: "error", error: "E_UNKNOWN" }] };
  assert.deepEqual(readAnswer(line(broken), CAP), broken);
});

Deno.test("one field that does not fit, and there is no answer", () => {
  const wrong: Record<string, unknown> = {
    "no block": { context: "fact" },
    "one character too many": { context: block("x".repeat(CAP.limit - block("").length + 1)) },
    "a list for a context": { context: [block("a")] },
    "an unknown kind": { kind: "toString" },
    "no second truth value": { truncated: 1 },
    "no truth value": { planOnly: "false" },
    "an unknown tool": { tools: [{ ...TOOL, tool: "constructor" }] },
    "an unknown error": { tools: [{ ...TOOL, error: "E_EVIL" }] },
    "an unknown end": { tools: [{ ...TOOL, status: "fine" }] },
    "a part of a place": { tools: [{ ...TOOL, places: 0.5 }] },
    "no time": { tools: [{ ...TOOL, ms: "3" }] },
    "too many tools": { tools: Array.from({ length: 17 }, () => TOOL) },
    "tools that are no list": { tools: { length: 0 } },
    "a note of two lines": { notes: ['{"basis":"b"}\n{"basis":"c"}'] },
    "a note that is no object": { notes: ["1"] },
    "too many notes": { notes: Array.from({ length: 257 }, () => "{}") },
    "a part of the places": { places: 0.5 },
    "a reason that is no text": { reasons: [1] },
    "too many reasons": { reasons: Array.from({ length: 17 }, () => "") },
    "too long a reason": { reasons: ["x".repeat(1001)] },
    "no limits": { limits: undefined },
    "no count of what was left out": { leftOut: { known: 1, tooLong: 2, secrets: 3 } },
    "too long a note": { notes: [JSON.stringify({ basis: "b".repeat(16 * 1024) })] },
  };
  for (const [what, field] of Object.entries(wrong)) {
    assert.equal(readAnswer(line({ ...DELIVERY, ...field as object }), CAP), undefined, what);
  }
  assert.equal(readAnswer(JSON.stringify({ type: "planned", delivery: DELIVERY }), CAP), undefined);
  assert.equal(readAnswer(undefined, CAP), undefined);
});

/** Values of every kind, by a name. */
const VALUES: Readonly<Record<string, unknown>> = {
  null: null,
  true: true,
  false: false,
  "-1": -1,
  "0": 0,
  "1": 1,
  "0.5": 0.5,
  "2^53": 2 ** 53,
  '""': "",
  "a word": "word",
  "[]": [],
  "{}": {},
};
const COUNTS = ["0", "1"];
const FLAGS = ["true", "false"];
const TEXTS = ['""', "a word"];

/** Which of them each field may be. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  context: ['""'],
  kind: [],
  planOnly: FLAGS,
  truncated: FLAGS,
  tools: ["[]"],
  "tools.0": [],
  "tools.0.tool": [],
  "tools.0.status": [],
  "tools.0.ms": COUNTS,
  "tools.0.places": COUNTS,
  "tools.0.error": [],
  notes: ["[]"],
  "notes.0": [],
  places: COUNTS,
  reasons: ["[]"],
  "reasons.0": TEXTS,
  limits: ["[]"],
  "limits.0": TEXTS,
  leftOut: [],
  "leftOut.known": COUNTS,
  "leftOut.tooLong": COUNTS,
  "leftOut.secrets": COUNTS,
  "leftOut.injections": COUNTS,
};

/** A copy in which one field, by its path, has another value. */
function changed(whole: unknown, path: string, value: unknown): unknown {
  const copy = structuredClone(whole) as Record<string, unknown>;
  const keys = path.split(".");
  const last = keys.pop()!;
  const holder = keys.reduce((at, key) => at[key] as Record<string, unknown>, copy);
  holder[last] = value;
  return copy;
}

Deno.test("every field with a value of every kind: what may be is as it was sent, all else is no answer", () => {
  for (const [path, may] of Object.entries(FIELDS)) {
    for (const [name, value] of Object.entries(VALUES)) {
      const sent = changed(DELIVERY, path, value);
      assert.deepEqual(readAnswer(line(sent), CAP), may.includes(name) ? sent : undefined, `${path} ${name}`);
    }
  }
});

Deno.test("as many tools, notes and reasons, and as long ones, as the limits say", () => {
  const many = (count: number, one: unknown): unknown[] => Array.from({ length: count }, () => one);
  const note = (units: number): string =>
    JSON.stringify({ basis: "b".repeat(units - '{"basis":""}'.length) });
  const limits: Readonly<Record<string, [limit: number, field: (count: number) => object]>> = {
    tools: [16, (count) => ({ tools: many(count, TOOL) })],
    notes: [256, (count) => ({ notes: many(count, "{}") })],
    "a note": [16 * 1024, (count) => ({ notes: [note(count)] })],
    reasons: [16, (count) => ({ reasons: many(count, "r") })],
    "a reason": [1000, (count) => ({ reasons: ["r".repeat(count)] })],
    limits: [16, (count) => ({ limits: many(count, "l") })],
    context: [200, (count) => ({ context: block("x".repeat(count - block("").length)) })],
  };
  for (const [what, [limit, field]] of Object.entries(limits)) {
    const sent = { ...DELIVERY, ...field(limit) };
    assert.deepEqual(readAnswer(line(sent), CAP), sent, what);
    assert.equal(readAnswer(line({ ...DELIVERY, ...field(limit + 1) }), CAP), undefined, what);
  }
});

Deno.test("a cap in bytes counts bytes", () => {
  const context = block("码".repeat(50));
  assert.ok(readAnswer(line({ ...DELIVERY, context }), CAP));
  assert.equal(readAnswer(line({ ...DELIVERY, context }), { limit: 150, unit: "bytes" }), undefined);
});

Deno.test("the daemon's first words are read field by field", () => {
  assert.deepEqual(readReady('{"type":"ready","key":"k"}'), "k");
  for (
    const said of [
      '{"type":"ready"}',
      '{"type":"ready","key":7}',
      '{"type":"other","key":"k"}',
      "[]",
      "ready",
      undefined,
    ]
  ) {
    assert.equal(readReady(said), undefined, said);
  }
  assert.deepEqual(readPlanned('{"type":"planned","wallMs":5000}'), { wallMs: 5000 });
  for (const wallMs of ['"5000"', "-1", "null", "1e400"]) {
    assert.equal(readPlanned(`{"type":"planned","wallMs":${wallMs}}`), undefined, wallMs);
  }
  assert.equal(isWaiting('{"type":"waiting"}'), true);
  assert.equal(isWaiting('["waiting"]'), false);
  assert.deepEqual(readPlanned('{"type":"idle","kind":"none"}'), { kind: "none", hint: undefined });
  for (const hint of HINTS) {
    assert.deepEqual(readPlanned(JSON.stringify({ type: "idle", kind: "debug", hint })), {
      kind: "debug",
      hint,
    });
  }
  for (const said of ['{"type":"idle"}', '{"type":"idle","kind":"debug","hint":"x"}', '{"type":"other"}']) {
    assert.equal(readPlanned(said), undefined, said);
  }
});

Deno.test("what the tools of a plan found is read field by field", () => {
  const item = { path: "src/a.ts", startLine: 1, endLine: 2, claim: "c", score: 1, reasons: [] };
  const findings = { tool: "ci_search", items: [item], strength: "weak", gaps: ["g"], summary: "s" };
  const found = { tool: "ci_search", status: "ok", startedAt: 1, durationMs: 2, findings };
  const failed = {
    tool: "ci_index_status",
    status: "timeout",
    startedAt: 1,
    durationMs: 2,
    error: { code: "E_TIMEOUT", message: "m" },
  };
  const plan = planOf("ci_search", "ci_index_status");
  const read = (outcomes: unknown) => readOutcomes(JSON.stringify({ type: "found", outcomes }), plan);
  assert.deepEqual(read([found, failed]), [found, failed]);
  assert.deepEqual(read([{ ...found, more: 1 }, failed]), [found, failed]);
  const long = { ...failed, error: { code: "E_TIMEOUT", message: "m".repeat(1001) } };
  assert.equal(read([found, long])?.[1]?.error?.message.length, 1000);
  const wrong: Record<string, unknown> = {
    "one that was not called": [found, { ...failed, tool: "ci_impact" }],
    "another order": [failed, found],
    "one too few": [found],
    "one too many": [found, failed, failed],
    "an unknown tool": [found, { ...failed, tool: "constructor" }],
    "an unknown end": [found, { ...failed, status: "fine" }],
    "no time": [found, { ...failed, startedAt: "1" }],
    "a part of a millisecond": [found, { ...failed, durationMs: 0.5 }],
    "an unknown error": [found, { ...failed, error: { code: "toString", message: "m" } }],
    "an error that is no text": [found, { ...failed, error: { code: "E_TIMEOUT", message: {} } }],
    "findings that are none": [{ ...found, findings: 7 }, failed],
    "no line": [{ ...found, findings: { ...findings, items: [{ ...item, startLine: "1" }] } }, failed],
    "an unknown strength": [{ ...found, findings: { ...findings, strength: "sure" } }, failed],
    "no list": { length: 2 },
    "nothing": undefined,
  };
  for (const [what, outcomes] of Object.entries(wrong)) assert.equal(read(outcomes), undefined, what);
  assert.equal(readOutcomes(JSON.stringify({ type: "answer", outcomes: [] }), planOf()), undefined);
  assert.equal(readOutcomes("{", planOf()), undefined);
});

function planOf(...tools: ToolName[]): Plan {
  const budget = { wallMs: 1500, maxConcurrency: 1, maxInjectedChars: 0, maxItems: 0, maxSnippets: 0 };
  const calls = tools.map((tool) => ({ tool, tier: 1, reason: "", args: {}, timeoutMs: 1000 }) as const);
  return { tierMax: 2, budget, calls, limits: [] };
}

Deno.test("progress is one of the known texts, all else is another message", () => {
  const said = (message: unknown) => readProgress(JSON.stringify({ type: "progress", message }));
  for (const text of ["partial results", "running ci_search"]) assert.equal(said(text), text);
  for (const text of ["evil", "running rm", 1, undefined]) assert.equal(said(text), undefined, `${text}`);
  assert.equal(readProgress('{"type":"waiting","message":"partial results"}'), undefined);
  assert.equal(readProgress("{"), undefined);
});
