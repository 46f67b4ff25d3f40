import assert from "node:assert/strict";
import { Failure } from "../../src/model/errors.ts";
import type { Findings, Plan, RunCall, ToolCall, ToolHost, ToolOutcome } from "../../src/model/calls.ts";
import type { ToolName } from "../../src/model/tools.ts";
import { TOOL_SPECS } from "../../src/model/tools.ts";
import { HAND_OVER_MS, runPlan } from "../../src/pipeline/run.ts";

function call(tool: ToolName, timeoutMs = 1000): ToolCall {
  return { tool, tier: TOOL_SPECS[tool].tier, reason: "test", args: {}, timeoutMs };
}

function planOf(...calls: ToolCall[]): Plan {
  return {
    tierMax: 2,
    budget: { wallMs: 1000, maxConcurrency: 3, maxInjectedChars: 1000, maxItems: 12, maxSnippets: 8 },
    calls,
    limits: [],
  };
}

/** What a tool found: so many places. */
function findings(tool: ToolName, places = 0): Findings {
  const item = { path: "a.ts", startLine: 1, endLine: 1, claim: "c", score: 1, reasons: [] };
  return { tool, items: Array(places).fill(item), strength: "none", gaps: [], summary: `${places}` };
}

/** A host that runs each call as told; default: nothing is found, at once. */
function hostOf(run: (call: ToolCall, options: RunCall) => Promise<Findings> | undefined = () => undefined) {
  const ran: ToolName[] = [];
  const host: ToolHost = {
    run: (call, options) => {
      ran.push(call.tool);
      return run(call, options) ?? Promise.resolve(findings(call.tool));
    },
  };
  return { host, ran };
}

const clock = (): number => performance.now();
const never = new Promise<Findings>(() => {});
const usual = (host: ToolHost) => ({ host, clock, wallClock: () => 7, deadline: clock() + 60_000 });
const ends = (outcomes: readonly ToolOutcome[]) =>
  outcomes.map(({ tool, status, error }) => [tool, status, ...error ? [error.code] : []]);

Deno.test("run: one after the other, the status first, then the deep tools; the outcomes in the plan's order", async () => {
  const tools: readonly ToolName[] = ["ci_index_status", "ci_search", "ci_graph_rag", "ci_impact"];
  const plan = planOf(...tools.map((tool) => call(tool)));
  const rows: readonly (readonly [plan: Plan, order: readonly ToolName[]])[] = [
    [plan, ["ci_index_status", "ci_impact", "ci_search", "ci_graph_rag"]],
    [{ ...plan, searchLeads: true }, tools],
    [{ ...plan, calls: plan.calls.slice(1) }, ["ci_impact", "ci_search", "ci_graph_rag"]],
  ];
  for (const [plan, order] of rows) {
    const running = { now: 0, most: 0 };
    const { host, ran } = hostOf(async ({ tool }) => {
      running.most = Math.max(running.most, ++running.now);
      await new Promise((resolve) => setTimeout(resolve));
      running.now--;
      return findings(tool);
    });
    const outcomes = await runPlan(plan, usual(host));
    assert.deepEqual([ran, running.most], [order, 1]);
    assert.deepEqual(outcomes.map(({ tool }) => tool), plan.calls.map(({ tool }) => tool));
  }
});

Deno.test("run: how a call ends, and that the next one begins whatever became of it", async () => {
  const { host } = hostOf(({ tool }) => {
    if (tool === "ci_index_status") return Promise.reject(new Failure("unknown", "broken"));
    if (tool === "ci_search") throw new Failure("toolUnavailable", "not here");
    return undefined;
  });
  let now = 100;
  const outcomes = await runPlan(planOf(call("ci_index_status"), call("ci_search"), call("ci_graph_rag")), {
    ...usual(host),
    clock: () => now += 0.6,
    deadline: 1000,
  });
  assert.deepEqual(ends(outcomes), [
    ["ci_index_status", "error", "E_UNKNOWN"],
    ["ci_search", "error", "E_TOOL_UNAVAILABLE"],
    ["ci_graph_rag", "ok"],
  ]);
  const [broken, , found] = outcomes;
  assert.deepEqual(broken, {
    tool: "ci_index_status",
    status: "error",
    startedAt: 7,
    durationMs: 1,
    error: { code: "E_UNKNOWN", message: "broken" },
  });
  assert.deepEqual(found, {
    tool: "ci_graph_rag",
    status: "ok",
    startedAt: 7,
    durationMs: 1,
    findings: findings("ci_graph_rag"),
  });
});

Deno.test("run: a late call is left behind with its last partial findings, one that hands over soon is not", async () => {
  const { host, ran } = hostOf(({ tool }, { onPartial }) => {
    if (tool === "ci_index_status") {
      return new Promise((resolve) => setTimeout(() => resolve(findings(tool, 1)), 60));
    }
    if (tool !== "ci_search") return undefined;
    onPartial(findings(tool, 1));
    onPartial(findings(tool, 2));
    return never;
  });
  const since = clock();
  const calls = [call("ci_index_status", 20), call("ci_search", 20), call("ci_graph_rag")];
  const [status, search, graph] = await runPlan(planOf(...calls), usual(host));
  assert.ok(clock() - since >= 20 + HAND_OVER_MS);
  assert.deepEqual([status?.status, status?.findings?.items.length, graph?.status], ["ok", 1, "ok"]);
  assert.deepEqual(search?.error, { code: "E_TIMEOUT", message: "no answer within: 20 ms" });
  assert.deepEqual([search?.status, search?.findings?.items.length], ["timeout", 2]);
  assert.deepEqual(ran, ["ci_index_status", "ci_search", "ci_graph_rag"]);
});

Deno.test("run: a call has its own limit, or what is left; while nothing was found a bit more, up to the latest time", async () => {
  const NOW = 1000;
  // What the status says is no finding.
  const rows: readonly [what: string, found: number, deadline: number, latest: number | undefined, number][] =
    [
      ["its own limit", 0, NOW + 5000, undefined, 3000],
      ["what is left", 1, NOW + 1500, undefined, 1500],
      ["something was found, and no time is left", 1, NOW, NOW + 5000, 0],
      ["nothing was found: the least time", 0, NOW + 100, NOW + 5000, 800],
      ["nothing was found: not beyond the latest time", 0, NOW + 100, NOW + 300, 300],
      ["nothing was found: no latest time", 0, NOW + 100, undefined, 100],
      ["nothing was found: more is left than the least", 0, NOW + 900, NOW + 5000, 900],
      ["all times are over", 0, NOW - 10, NOW - 5, -5],
    ];
  for (const [what, places, deadline, latest, limitMs] of rows) {
    const started: [ToolName, number][] = [];
    const deadlines: number[] = [];
    const { host } = hostOf(({ tool }, { deadline }) => {
      deadlines.push(deadline);
      return Promise.resolve(findings(tool, tool === "ci_index_status" ? 5 : 0));
    });
    const ended: ToolOutcome = {
      tool: "ci_impact",
      status: "ok",
      startedAt: 1,
      durationMs: 1,
      findings: findings("ci_impact", places),
    };
    const calls = [call("ci_index_status", 10_000), call("ci_search", 3000), call("ci_impact")];
    const outcomes = await runPlan({ ...planOf(...calls), searchLeads: true }, {
      ...usual(host),
      clock: () => NOW,
      deadline,
      ...(latest !== undefined && { latest }),
      ended: [ended],
      onStart: (tool, limitMs) => started.push([tool, limitMs]),
    });
    const [, search, impact] = outcomes;
    assert.equal(impact, ended, "what has ended is not run again");
    if (limitMs > 0) {
      assert.deepEqual(started.at(-1), ["ci_search", limitMs], what);
      assert.deepEqual([deadlines.at(-1), search?.status], [NOW + limitMs, "ok"], what);
    } else {
      assert.deepEqual([started, deadlines], [[], []], what);
      const error = { code: "E_BUDGET_EXCEEDED", message: "no time left" };
      assert.deepEqual([search?.status, search?.durationMs, search?.error], ["skipped", 0, error], what);
    }
  }
});

Deno.test("run: progress is told behind each call and with what one under way has, in the plan's order", async () => {
  const received: unknown[] = [];
  const { host } = hostOf(({ tool }, { onPartial }) => {
    if (tool !== "ci_search") return undefined;
    onPartial(findings(tool, 3));
    return Promise.resolve(findings(tool, 4));
  });
  const plan = planOf(call("ci_search"), call("ci_impact"));
  await runPlan(plan, {
    ...usual(host),
    onProgress: (outcomes) =>
      received.push(outcomes.map(({ tool, status, findings }) => [tool, status, findings?.items.length])),
  });
  assert.deepEqual(received, [
    [["ci_impact", "ok", 0]],
    [["ci_search", "timeout", 3], ["ci_impact", "ok", 0]],
    [["ci_search", "ok", 4], ["ci_impact", "ok", 0]],
  ]);
});
