import assert from "node:assert/strict";
import { readIntent } from "../../src/intent/intent.ts";
import type { Finding, Findings, ToolOutcome } from "../../src/model/findings.ts";
import { TOOL_NAMES } from "../../src/model/tools.ts";
import type { RunCall, ToolHost } from "../../src/model/ports.ts";
import type { Request } from "../../src/model/request.ts";
import { deliveryOf } from "../../src/pipeline/delivery.ts";
import { findIn, modelsOf, type Others, type RunEnvironment } from "../../src/pipeline/environment.ts";
import { runPipeline, type World } from "../../src/pipeline/pipeline.ts";
import { NO_MEMORY } from "../../src/pipeline/session_memory.ts";
import { resolveSettings } from "../../src/settings/settings.ts";

const REQUEST: Request = {
  client: "terminal",
  event: "cli",
  prompt: "Where are sessions stored?",
  cwd: "/repo",
};
const SAVE: Finding = {
  path: "save.ts",
  startLine: 1,
  endLine: 2,
  symbol: "save",
  claim: "defines save",
  score: 1,
  reasons: [],
};

/** A host whose search finds one place; the others nothing. */
function host(asked: { endsAt: number }[] = []): ToolHost {
  return {
    run({ tool }, { onStart, endsAt }: RunCall): Promise<Findings> {
      onStart();
      asked.push({ endsAt });
      const items = tool === "ci_search" ? [SAVE] : [];
      return Promise.resolve({ tool, items, strength: items[0] ? "strong" : "none", gaps: [], summary: "" });
    },
    abort: () => {},
  };
}

function environment(extra: Partial<RunEnvironment> = {}): RunEnvironment {
  const root = { path: "/repo", source: "git" } as const;
  return { root, limits: [], hosts: [host()], confined: Promise.resolve(), ...extra };
}

async function ask(made: RunEnvironment, world: Partial<World> = {}, env: Record<string, string> = {}) {
  const answer = await runPipeline(REQUEST, readIntent(REQUEST.prompt), {
    resolved: resolveSettings((name) => env[name]),
    available: TOOL_NAMES,
    clientCap: { limit: 10_000, unit: "UTF-16 units" },
    clock: () => 1000,
    startedAt: 1000,
    waitedMs: 0,
    given: () => NO_MEMORY,
    structured: false,
    call: (plan, options) => findIn(made, plan, { ...options, clock: () => 1000, wallClock: () => 50_000 }),
    ...world,
  });
  // What was found is prepared in timers that began before this one.
  await new Promise((resolve) => setTimeout(resolve, 5));
  return answer;
}

Deno.test("pipeline: the answer and what of it is handed over", async () => {
  const answer = await ask(environment());
  assert.ok(answer.request);
  assert.equal(answer.planOnly, false);
  assert.equal("semantic" in answer, false);
  const { context, tools, notes, truncated, reasons } = deliveryOf(answer);
  assert.match(context, /^1\. save\.ts:1-2 save: defines save$/m);
  assert.deepEqual(tools.map(({ tool, status, places, error }) => [tool, status, places, error]), [
    ["ci_index_status", "ok", 0, undefined],
    ["ci_search", "ok", 1, undefined],
    ["ci_graph_rag", "ok", 0, undefined],
  ]);
  assert.equal(notes.length, 3);
  assert.equal(truncated, false);
  assert.deepEqual(reasons, answer.plan.calls.map(({ reason }) => reason));
  assert.equal(new Set(reasons).size, 3);
});

Deno.test("pipeline: an answer that says nothing leaves no notes, a failure inside its code", async () => {
  const broken: ToolHost = { run: () => Promise.reject(new Error("broken")), abort: () => {} };
  const answer = await ask(environment({ hosts: [broken] }));
  assert.ok(answer.request);
  const { context, notes, tools } = deliveryOf(answer);
  assert.deepEqual([context, notes], ["", []]);
  assert.deepEqual(new Set(tools.map(({ error }) => error)), new Set(["E_UNKNOWN"]));
});

Deno.test("pipeline: of failures only those inside are recorded with their code", async () => {
  const answer = await ask(environment());
  assert.ok(answer.request);
  const ran = ([["error", "E_UNKNOWN"], ["error", "E_TIMEOUT"], ["ok", "E_UNKNOWN"], ["error"]] as const)
    .map(([status, code]) => ({ tool: "ci_search" as const, status, durationMs: 1, ...(code && { code }) }));
  const { tools } = deliveryOf({ ...answer, report: { ...answer.report, ran } });
  assert.deepEqual(tools.map(({ error }) => error), ["E_UNKNOWN", undefined, undefined, undefined]);
  assert.deepEqual(tools.map((one) => "error" in one), [true, false, false, false]);
});

Deno.test("pipeline: other repositories get the time that is left", async () => {
  const left: number[] = [];
  const others: Others = {
    packages: [],
    links: [],
    ask: (_plan, own, leftMs) => {
      left.push(leftMs);
      return Promise.resolve(own);
    },
  };
  const made = environment();
  await ask(made, {
    call: (plan, options) =>
      findIn(made, plan, { ...options, others, deadline: 1500, clock: () => 1100, wallClock: () => 50_000 }),
  });
  assert.deepEqual(left, [400]);
});

Deno.test("pipeline: without a root nothing runs, the reasons are limits", async () => {
  const asked: { endsAt: number }[] = [];
  const answer = await ask({
    ...environment({ hosts: [host(asked)], limits: ["too broad"] }),
    root: undefined,
  });
  assert.deepEqual([answer.request, asked.length], [undefined, 0]);
  assert.ok("limits" in answer && answer.limits.includes("too broad"));
});

Deno.test("pipeline: in plan mode no tool is called", async () => {
  const asked: { endsAt: number }[] = [];
  const answer = await ask(environment({ hosts: [host(asked)] }), {}, { CI_AUTO_TOOLS_MODE: "plan" });
  assert.ok(answer.request);
  assert.deepEqual([answer.planOnly, answer.report.context, asked.length], [true, "", 0]);
  assert.match(answer.report.forUser.limits, /^plan mode: no tool was called$/m);
});

Deno.test("pipeline: the smaller of the client's cap and the setting bounds the block", async () => {
  const size = async (limit: number, setting: string): Promise<string> => {
    const cap = { limit, unit: "UTF-16 units" } as const;
    const answer = await ask(environment(), { clientCap: cap }, {
      CI_AUTO_TOOLS_MAX_INJECTED_CHARS: setting,
    });
    assert.ok(answer.request);
    return answer.report.forUser.limits.match(/context cut to \d+/)?.[0] ?? "whole";
  };
  assert.equal(await size(10_000, "12000"), "whole");
  assert.equal(await size(100, "12000"), "context cut to 100");
  assert.equal(await size(10_000, "90"), "context cut to 90");
});

Deno.test("pipeline: of the budget as much is left for the end as the way here took twice, within bounds", async () => {
  // The budget is 5000 ms: at most 1750 for the end, 500 in a daemon; at least 100.
  const cases: readonly (readonly [Partial<World>, number])[] = [
    [{}, 4900],
    [{ startedAt: 700 }, 5000 - 300 - 600],
    [{ startedAt: 700, waitedMs: 200 }, 5000 - 300 - 200],
    [{ startedAt: 0 }, 5000 - 1000 - 1750],
    [{ startedAt: 0, isWarm: true }, 5000 - 1000 - 500],
  ];
  for (const [world, leftMs] of cases) {
    const asked: { endsAt: number }[] = [];
    let ranking = 0;
    await ask(
      environment({
        hosts: [host(asked)],
        ranking: (outcomes, options) => {
          ranking = options.leftMs;
          return Promise.resolve({ outcomes });
        },
      }),
      world,
    );
    assert.equal(ranking, leftMs, JSON.stringify(world));
    assert.deepEqual(new Set(asked.map(({ endsAt }) => endsAt)), new Set([50_000 + leftMs]));
  }
});

Deno.test("pipeline: the environment is closed once, also where something fails in it", async () => {
  let closed = 0;
  const close = (): void => void closed++;
  await ask(environment({ close }));
  assert.equal(closed, 1);
  const confined = Promise.reject(new Error("the rights cannot be given up"));
  confined.catch(() => {});
  await assert.rejects(ask(environment({ close, confined })), /the rights/);
  assert.equal(closed, 2);
});

Deno.test("pipeline: what models said, each only where it was said", () => {
  const gap = { ok: false, reason: "timeout", detail: "late" } as const;
  const use = { purpose: "embed", provider: "p", model: "m", milliseconds: 1, input: 1, output: 0 } as const;
  const side = (estimatedCost?: number) => ({
    choice: {} as never,
    gap: () => gap,
    use: () => use,
    ...(estimatedCost !== undefined && { estimatedCost }),
  });
  assert.deepEqual(modelsOf(environment()), { uses: [] });
  assert.deepEqual(modelsOf(environment({ semantic: side() }), { gap }), {
    uses: [use],
    semanticGap: gap,
    rerankGap: gap,
  });
  assert.equal(modelsOf(environment({ semantic: side(0) })).estimatedCost, 0);
});

Deno.test("pipeline: the search alone asks what is imported from the other repositories, and what they may name too", async () => {
  const asked = async (packages: readonly string[]): Promise<unknown[]> => {
    const ask_ = (_: unknown, found: readonly ToolOutcome[]) => Promise.resolve(found);
    const others = { packages, links: ["/orders"], ask: ask_ };
    const answer = await ask(environment(), { others: () => Promise.resolve(others) });
    assert.ok(answer.request);
    return answer.plan.calls.map(({ tool, args }) =>
      "links" in args ? [tool, args["links"], args["packages"]] : tool
    );
  };
  const search = (
    packages?: string[],
  ) => ["ci_index_status", ["ci_search", ["/orders"], packages], "ci_graph_rag"];
  assert.deepEqual(await asked(["press"]), search(["press"]));
  assert.deepEqual(await asked([]), search());
});
