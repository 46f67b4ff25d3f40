import assert from "node:assert/strict";
import { Failure } from "../../src/model/errors.ts";
import type { Findings } from "../../src/model/findings.ts";
import type { Plan, ToolCall } from "../../src/model/plan.ts";
import type { ToolName } from "../../src/model/tools.ts";
import type { ToolHost } from "../../src/model/ports.ts";
import { TOOL_SPECS } from "../../src/model/tools.ts";
import { lanesOf, runPlan } from "../../src/pipeline/run.ts";

type Behaviour = "ok" | "hang" | "fail" | "partial then hang";

function call(tool: ToolName, timeoutMs = 50): ToolCall {
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

function findings(tool: ToolName): Findings {
  return { tool, items: [], strength: "none", gaps: [], summary: "done" };
}

/** A host whose tools behave as told, and that counts how often it was ended. */
function host(behaviours: Partial<Record<ToolName, Behaviour>>): ToolHost & { aborted: number } {
  return {
    aborted: 0,
    run({ tool }, { onStart, onPartial }) {
      onStart();
      const behaviour = behaviours[tool] ?? "ok";
      if (behaviour === "ok") return Promise.resolve(findings(tool));
      if (behaviour === "fail") return Promise.reject(new Failure("unknown", "broken"));
      if (behaviour === "partial then hang") onPartial(findings(tool));
      return new Promise(() => {});
    },
    abort() {
      this.aborted++;
    },
  };
}

const clock = (): number => performance.now();
const options = (hosts: readonly ToolHost[], budgetMs = 1000) => ({
  hosts,
  confined: Promise.resolve(),
  clock,
  wallClock: () => 0,
  deadline: clock() + budgetMs,
});

Deno.test("run: a tool that fails does not stop the next one", async () => {
  const outcomes = await runPlan(
    planOf(call("ci_index_status"), call("ci_search")),
    options([host({ ci_index_status: "fail" })]),
  );
  assert.deepEqual(outcomes.map(({ status, error }) => [status, error?.code]), [["error", "E_UNKNOWN"], [
    "ok",
    undefined,
  ]]);
});

Deno.test("run: a tool that hangs is ended, its partial results are kept, its lane is over", async () => {
  const only = host({ ci_search: "partial then hang" });
  const outcomes = await runPlan(planOf(call("ci_search"), call("ci_graph_rag")), options([only]));
  assert.deepEqual(outcomes.map(({ status, error }) => [status, error?.code]), [
    ["timeout", "E_TIMEOUT"],
    ["skipped", "E_TOOL_UNAVAILABLE"],
  ]);
  assert.equal(outcomes[0]?.findings?.summary, "done");
  assert.equal(only.aborted, 1);
});

Deno.test("run: a lone host runs the deep tools behind the others", async () => {
  const outcomes = await runPlan(planOf(call("ci_search"), call("ci_impact")), options([host({})]));
  assert.deepEqual(outcomes.map(({ status }) => status), ["ok", "ok"]);
});

Deno.test("run: a sandbox that does not start again is over with its first tool that hangs, deep or not", async () => {
  const plan = planOf(call("ci_search"), call("ci_impact"));
  const [, deep] = await runPlan(plan, options([host({ ci_search: "hang" })]));
  assert.deepEqual([deep?.status, deep?.error?.code, deep?.durationMs], ["skipped", "E_TOOL_UNAVAILABLE", 0]);
});

Deno.test("run: at the deadline nothing begins", async () => {
  const [outcome] = await runPlan(planOf(call("ci_search")), {
    ...options([host({})]),
    clock: () => 500,
    deadline: 500,
  });
  assert.deepEqual([outcome?.status, outcome?.error?.code], ["skipped", "E_BUDGET_EXCEEDED"]);
});

Deno.test("run: a tool that hands over shortly after its limit is not cut off", async () => {
  const slow: ToolHost = {
    run: ({ tool }, { onStart }) => {
      onStart();
      return new Promise((resolve) => setTimeout(() => resolve(findings(tool)), 20));
    },
    abort: () => {},
  };
  const [outcome] = await runPlan(planOf(call("ci_search", 5)), options([slow]));
  assert.equal(outcome?.status, "ok");
});

/** Answers each call when it is told to; a call begins when the one before it has ended, as in a sandbox. */
function serialHost(extra: Partial<ToolHost> = {}) {
  const asked: { readonly tool: ToolName; readonly end: () => void }[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const one: ToolHost = {
    run: ({ tool }, { onStart }) => {
      const ended = Promise.withResolvers<Findings>();
      asked.push({ tool, end: () => ended.resolve(findings(tool)) });
      void last.then(onStart);
      last = ended.promise;
      return ended.promise;
    },
    abort: () => {},
    ...extra,
  };
  return { host: one, asked };
}

Deno.test("run: the next tool is asked for while one runs, unless its sandbox would be started again", async () => {
  const calls = [call("ci_search"), call("ci_graph_rag"), call("ci_impact")];
  for (const [restarts, ahead] of [[false, 1], [true, 0]] as const) {
    const { host, asked } = serialHost({ restarts });
    const running = runPlan(planOf(...calls), options([host]));
    for (const [at] of calls.entries()) {
      await new Promise((resolve) => setTimeout(resolve));
      assert.equal(asked.length, Math.min(calls.length, at + 1 + ahead));
      asked[at]!.end();
    }
    assert.deepEqual((await running).map(({ tool, status }) => [tool, status]), [
      ["ci_search", "ok"],
      ["ci_graph_rag", "ok"],
      ["ci_impact", "ok"],
    ]);
  }
});

Deno.test("run: what was asked for ahead of its turn has its own limit from when it begins", async () => {
  const { host, asked } = serialHost();
  const running = runPlan(planOf(call("ci_search", 400), call("ci_graph_rag", 100)), options([host]));
  await new Promise((resolve) => setTimeout(resolve, 300));
  asked[0]!.end();
  const [, graph] = await running;
  assert.deepEqual([graph?.status, graph?.error?.message], ["timeout", "no answer within: 100 ms"]);
  assert.ok(graph!.durationMs >= 100 && graph!.durationMs < 400, `${graph!.durationMs}`);
});

Deno.test("run: a status that does not come holds nothing up", async () => {
  const only = host({ ci_index_status: "hang" });
  const outcomes = await runPlan(planOf(call("ci_index_status"), call("ci_search")), options([only]));
  assert.deepEqual(outcomes.map(({ tool, status }) => [tool, status]), [
    ["ci_index_status", "timeout"],
    ["ci_search", "ok"],
  ]);
  assert.equal(only.aborted, 0);
});

Deno.test("run: deep tools go on when the quick lane hangs", async () => {
  const plan = planOf(call("ci_search"), call("ci_impact"));
  assert.equal(lanesOf(plan).length, 2);
  const outcomes = await runPlan(plan, options([host({ ci_search: "hang" }), host({})]));
  assert.deepEqual(outcomes.map(({ tool, status }) => [tool, status]), [["ci_search", "timeout"], [
    "ci_impact",
    "ok",
  ]]);
});

Deno.test("run: the deadline holds over all tools together", async () => {
  const calls = [call("ci_index_status", 40), call("ci_search", 5000), call("ci_graph_rag", 5000)];
  const started = clock();
  const outcomes = await runPlan(planOf(...calls), options([host({ ci_search: "hang" })], 100));
  assert(clock() - started < 1000);
  assert.deepEqual(outcomes.map(({ status }) => status), ["ok", "timeout", "skipped"]);
});

Deno.test("run: without time nothing is started", async () => {
  const outcomes = await runPlan(planOf(call("ci_search")), options([host({})], -1));
  assert.deepEqual(outcomes.map(({ status, error }) => [status, error?.code]), [[
    "skipped",
    "E_BUDGET_EXCEEDED",
  ]]);
});

Deno.test("run: a tool's own limit counts from when it begins, not from when it waits", async () => {
  const late: ToolHost = {
    run: async ({ tool }, { onStart }) => {
      await new Promise((resolve) => setTimeout(resolve, 120));
      onStart();
      return findings(tool);
    },
    abort: () => {},
  };
  const [outcome] = await runPlan(planOf(call("ci_search", 30)), options([late], 5000));
  assert.equal(outcome?.status, "ok");
  assert.ok(outcome.durationMs < 100, `${outcome.durationMs} ms`);
});

Deno.test("run: a tool that began is ended at its own limit, what waits at the deadline", async () => {
  const begins = (isBegun: boolean): ToolHost => ({
    run: (_, { onStart }) => {
      if (isBegun) onStart();
      return new Promise(() => {});
    },
    abort: () => {},
  });
  const plan = planOf(call("ci_search", 20));
  const message = async (host: ToolHost): Promise<string | undefined> =>
    (await runPlan(plan, options([host], 400)))[0]?.error?.message;
  assert.equal(await message(begins(true)), "no answer within: 20 ms");
  const waited = Number(/^no answer within: (\d+) ms$/.exec(await message(begins(false)) ?? "")?.[1]);
  assert.ok(waited > 20 && waited <= 400, `${waited} ms`);
});

Deno.test("run: in one sandbox that starts again deep tools run although a quick one hung", async () => {
  const again = { ...host({ ci_search: "hang" }), restarts: true };
  const plan = planOf(call("ci_search"), call("ci_graph_rag"), call("ci_impact"));
  const one = { ...plan, budget: { ...plan.budget, maxConcurrency: 1 } };
  const outcomes = await runPlan(one, options([again]));
  assert.deepEqual(outcomes.map(({ tool, status }) => [tool, status]), [
    ["ci_search", "timeout"],
    ["ci_graph_rag", "skipped"],
    ["ci_impact", "ok"],
  ]);
  assert.equal(again.aborted, 1);
});

Deno.test("run: a tool has the rest of the budget, whatever its own limit says", async () => {
  const told: number[] = [];
  const hangs: ToolHost = {
    run: (_, { onStart, endsAt }) => {
      told.push(endsAt);
      onStart();
      return new Promise(() => {});
    },
    abort: () => {},
  };
  let now = 500;
  const made = runPlan(planOf(call("ci_search", 5000)), {
    ...options([hangs]),
    clock: () => now,
    wallClock: () => 90_000,
    deadline: 540,
  });
  now = 530;
  const [outcome] = await made;
  assert.equal(outcome?.error?.message, "no answer within: 40 ms");
  assert.equal(outcome?.durationMs, 30);
  assert.deepEqual(told, [90_040]);
});

Deno.test("run: lanes: the deep tools beside the others, where both are and two may run", () => {
  const cases: readonly (readonly [ToolName[], number, number])[] = [
    [["ci_search", "ci_impact"], 2, 2],
    [["ci_search", "ci_impact"], 1, 1],
    [["ci_search", "ci_graph_rag"], 3, 1],
    [["ci_impact"], 3, 1],
    [["ci_index_status", "ci_impact"], 3, 2],
  ];
  for (const [tools, maxConcurrency, lanes] of cases) {
    const plan = planOf(...tools.map((tool) => call(tool)));
    const made = lanesOf({ ...plan, budget: { ...plan.budget, maxConcurrency } });
    assert.equal(made.length, lanes, `${tools} ${maxConcurrency}`);
    assert.deepEqual(made.flat().map(({ tool }) => tool), tools);
  }
});

Deno.test("run: each outcome is told once the thread has given up its rights, not that of the status", async () => {
  const told: string[] = [];
  const confined = Promise.withResolvers<void>();
  const done = runPlan(planOf(call("ci_index_status"), call("ci_search")), {
    ...options([host({})]),
    confined: confined.promise,
    onOutcome: ({ tool }) => told.push(tool),
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(told, []);
  confined.resolve();
  await done;
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(told, ["ci_search"]);
});
