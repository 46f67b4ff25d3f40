import assert from "node:assert/strict";
import { readIntent } from "../../src/intent/intent.ts";
import type { Answer, Delivery, PromptTask, Request, TaskResult } from "../../src/model/prompt.ts";
import type { Finding, Findings, RunCall, ToolHost } from "../../src/model/calls.ts";
import { LIMITS } from "../../src/model/limits.ts";
import type { ToolName } from "../../src/model/tools.ts";
import { deliveryOf, reportOn, runTask, type TaskOptions } from "../../src/pipeline/pipeline.ts";
import { makePlan } from "../../src/pipeline/plan.ts";
import { resolveSettings } from "../../src/settings/settings.ts";

const PROMPT = "Where are sessions stored?";
const SAVE: Finding = {
  path: "save.ts",
  startLine: 1,
  endLine: 2,
  symbol: "save",
  claim: "defines save",
  score: 1,
  reasons: [],
};

function taskOf(more: Partial<PromptTask> = {}, prompt = PROMPT): PromptTask {
  const request: Request = { client: "terminal", event: "cli", prompt, cwd: "/repo" };
  const intent = readIntent(prompt);
  const { settings } = resolveSettings(() => undefined);
  return {
    kind: "prompt",
    request,
    intent,
    plan: makePlan(prompt, intent, settings),
    root: { path: "/repo", source: "git" },
    limits: [],
    planOnly: false,
    cap: { limit: 10_000, unit: "UTF-16 units" },
    notes: "",
    structured: false,
    isWhole: false,
    models: { uses: [] },
    ...more,
  };
}

function found(tool: ToolName, items: readonly Finding[] = tool === "ci_search" ? [SAVE] : []): Findings {
  return { tool, items, strength: items[0] ? "strong" : "none", gaps: [], summary: "" };
}

/** Works on a task whose tools behave as told, by default the search finds one place; with all drafts that were made. */
async function run(
  task: Parameters<typeof runTask>[0],
  behaviour: (tool: ToolName, options: RunCall) => Findings | Promise<Findings> | undefined = () => undefined,
  more: Partial<TaskOptions> = {},
) {
  const drafts: Delivery[] = [];
  const host: ToolHost = {
    run: async ({ tool }, options) => await behaviour(tool, options) ?? found(tool),
  };
  const result = await runTask(task, {
    host,
    clock: () => 1000,
    wallClock: () => 7,
    startedAt: 1000,
    deadline: 60_000,
    onDraft: (draft) => drafts.push(draft),
    ...more,
  });
  return { result, drafts };
}

function deliveryIn(result: TaskResult): Delivery {
  assert.ok(result.type === "delivery");
  return result.delivery;
}

function answerIn(result: TaskResult): Answer {
  assert.ok(result.type === "answer");
  return result.answer;
}

const endsOf = ({ tools }: Delivery) =>
  tools.map(({ tool, status, places, error }) => [tool, status, places, ...error ? [error] : []]);

Deno.test("pipeline: a prompt's delivery, or its whole answer, or what a plan's tools found", async () => {
  const task = taskOf();
  const delivery = deliveryIn((await run(task)).result);
  assert.match(delivery.context, /^1\. save\.ts:1-2 save: defines save$/m);
  assert.deepEqual(endsOf(delivery), [
    ["ci_index_status", "ok", 0],
    ["ci_search", "ok", 1],
    ["ci_graph_rag", "ok", 0],
  ]);
  assert.deepEqual([delivery.notes.length, delivery.truncated, delivery.planOnly], [3, false, false]);
  assert.deepEqual(delivery.reasons, task.plan.calls.map(({ reason }) => reason));
  const choice = { provider: "none", remote: false, why: "w", others: [] } as const;
  const answer = answerIn((await run({ ...task, isWhole: true, semantic: choice })).result);
  assert.deepEqual(deliveryOf(answer), delivery);
  assert.deepEqual([answer.request, answer.root, answer.semantic], [task.request, task.root, choice]);
  const { result } = await run({ kind: "plan", plan: task.plan });
  assert.ok(result.type === "found");
  const [, search] = result.outcomes;
  assert.deepEqual(search?.findings, found("ci_search"), "not sanitized");
});

Deno.test("pipeline: an answer that says nothing leaves no notes, a failure inside its code", async () => {
  const { result } = await run(taskOf(), () => Promise.reject(new Error("broken")));
  const { context, notes, tools } = deliveryIn(result);
  assert.deepEqual([context, notes], ["", []]);
  assert.deepEqual(new Set(tools.map(({ error }) => error)), new Set(["E_UNKNOWN"]));
});

Deno.test("pipeline: of failures only those inside are recorded with their code", async () => {
  const answer = answerIn((await run(taskOf({ isWhole: true }))).result);
  const ran = ([["error", "E_UNKNOWN"], ["error", "E_TIMEOUT"], ["ok", "E_UNKNOWN"], ["error"]] as const)
    .map(([status, code]) => ({ tool: "ci_search" as const, status, durationMs: 1, ...(code && { code }) }));
  const { tools } = deliveryOf({ ...answer, report: { ...answer.report, ran } });
  assert.deepEqual(tools.map((one) => "error" in one), [true, false, false, false]);
});

Deno.test("pipeline: what the session was given before is not told again", async () => {
  const task = taskOf();
  const { notes } = deliveryIn((await run(task, (tool) => withVersion(found(tool)))).result);
  const again = await run({ ...task, notes: notes.join("\n") }, (tool) => withVersion(found(tool)));
  assert.equal(deliveryIn(again.result).leftOut.known, 1);
});

const withVersion = (findings: Findings): Findings => ({
  ...findings,
  items: findings.items.map((item) => ({ ...item, version: "1-1" })),
});

Deno.test("pipeline: the smaller of the client's cap and the setting bounds the block", () => {
  const limitOf = (limit: number, setting: number): string => {
    const task = taskOf({ isWhole: true, cap: { limit, unit: "UTF-16 units" } });
    const budget = { ...task.plan.budget, maxInjectedChars: setting };
    const outcomes = task.plan.calls.map(({ tool }) => ({
      tool,
      status: "ok" as const,
      startedAt: 0,
      durationMs: 0,
      findings: found(tool),
    }));
    const { report } = answerIn(reportOn({ ...task, plan: { ...task.plan, budget } }, outcomes));
    return report.forUser.limits.match(/context cut to \d+/)?.[0] ?? "whole";
  };
  assert.deepEqual([limitOf(10_000, 12_000), limitOf(100, 12_000), limitOf(10_000, 90)], [
    "whole",
    "context cut to 100",
    "context cut to 90",
  ]);
});

Deno.test("pipeline: what is known before any tool ran is a limit, plan mode too", () => {
  const answer = answerIn(reportOn(taskOf({ isWhole: true, planOnly: true, limits: ["too broad"] }), []));
  const { forUser: { limits }, context } = answer.report;
  assert.ok(limits.includes("too broad") && limits.includes(LIMITS.planMode), limits);
  assert.deepEqual([answer.planOnly, context], [true, ""]);
});

Deno.test("pipeline: drafts are made once a request is late, not again before more time, and never of all there is", async () => {
  const task = taskOf();
  // Status, search and graph take so long each; the search hands over a part before it ends.
  const rows: readonly (readonly [stepMs: number, drafts: readonly (readonly string[])[]])[] = [
    [159, []],
    [160, [["ok", "ok", "skipped"]]],
    [200, [["ok", "timeout", "skipped"]]],
    [799, [["ok", "timeout", "skipped"]]],
    [800, [["ok", "timeout", "skipped"], ["ok", "ok", "skipped"]]],
  ];
  for (const [stepMs, expected] of rows) {
    let now = 1000;
    const step = (tool: ToolName, { onPartial }: RunCall): undefined => {
      now += stepMs;
      if (tool !== "ci_search") return;
      onPartial(found(tool));
      now += stepMs / 2;
    };
    const { result, drafts } = await run(task, step, { clock: () => now, deadline: 60_000 });
    assert.deepEqual(drafts.map(({ tools }) => tools.map(({ status }) => status)), expected, `${stepMs} ms`);
    const { context } = deliveryIn(result);
    for (const draft of drafts) assert.equal(draft.context, context);
  }
});

Deno.test("pipeline: no draft without a place, or of a plan", async () => {
  const late = { startedAt: -5000 };
  const draftsOf = async (task: Parameters<typeof runTask>[0], places: (tool: ToolName) => Findings) =>
    (await run(task, places, late)).drafts.length;
  const task = taskOf();
  assert.equal(await draftsOf(task, (tool) => found(tool)), 1);
  assert.equal(await draftsOf(task, (tool) => found(tool, [])), 0);
  assert.equal(await draftsOf({ kind: "plan", plan: task.plan }, (tool) => found(tool)), 0);
});

Deno.test("pipeline: a late call's part counts as timed out in what is delivered", async () => {
  const { result, drafts } = await run(taskOf(), (tool, { onPartial }) => {
    if (tool !== "ci_search") return undefined;
    onPartial(found(tool));
    return new Promise<Findings>(() => {});
  }, {
    clock: () => performance.now(),
    startedAt: performance.now() - 5000,
    deadline: performance.now() + 20,
  });
  const delivery = deliveryIn(result);
  assert.match(delivery.context, /save\.ts:1-2/);
  assert.deepEqual(endsOf(delivery)[1], ["ci_search", "timeout", 1]);
  assert.deepEqual(drafts.length, 1);
});
