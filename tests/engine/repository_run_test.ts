import type { RequestTimes } from "../../src/engine/attempt.ts";
import assert from "node:assert/strict";
import { type Environment, RepositoryRun } from "../../src/engine/repository_run.ts";
import type { TreeLooks } from "../../src/engine/warm/tree_looks.ts";
import type { Delivery, SandboxTask, TaskResult } from "../../src/model/prompt.ts";
import type { RepositoryFacts } from "../../src/model/calls.ts";
import { StatTable } from "../../src/platform/stat_table.ts";
import type { TaskRun } from "../../src/platform/sandbox.ts";
import type { ScriptedSandbox } from "../support/engine_kit.ts";
import { foundBy, planOf, scriptedPool, scriptedSandbox, until } from "../support/engine_kit.ts";
import { makeRepo } from "../support/fixture.ts";

// A limit for git's listing is left running, as in a daemon; files are looked at until they all were.
const lenient = { sanitizeOps: false, sanitizeResources: false };

const FACTS: RepositoryFacts = { rootSource: "git", isGit: true, head: "1" };
const PLAN = planOf("ci_index_status", "ci_search", "ci_graph_rag");
const TASK: SandboxTask = { kind: "plan", plan: PLAN };
const DRAFT = { context: "draft" } as unknown as Delivery;
const GIT_MS = 60_000;
const FILES = "//- /a.ts\nlet a;\n//- /b.ts\nlet b;\n";

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(text));
const listedIn = (box: ScriptedSandbox, at = -1): string =>
  new TextDecoder().decode(box.views.at(at)?.listing);

/** A request about a root, in these sandboxes. */
function openRun(
  root: string,
  sandboxes: readonly ScriptedSandbox[],
  known: Partial<Omit<Environment, "root" | "pool">> = {},
) {
  const { pool, put } = scriptedPool(...sandboxes);
  const environment: Environment = { root, cache: `${root}/.cache`, pool, ...known };
  const run = new RepositoryRun(environment, { exclude: ["gen"], ttlMs: 5 });
  return { run, environment, put };
}

/** Times of a request that begins now. */
function within(ms: number, more: Partial<RequestTimes> = {}): RequestTimes {
  const startedAt = performance.now();
  return { startedAt, deadline: startedAt + ms, ...more };
}

/** Says that the call at a place of the plan begins. */
function begins({ onRunning }: TaskRun, at: number, limitMs = 60_000): void {
  onRunning?.(PLAN.calls[at]!.tool, limitMs);
}

const settled = (ms = 20): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const never = new Promise<never>(() => {});

Deno.test("run: a sandbox works once it was shown the repository as git says it is", lenient, async () => {
  using repo = makeRepo(FILES);
  const times = within(60_000, { latest: performance.now() + 70_000 });
  const heard: unknown[] = [];
  const runs: TaskRun[] = [];
  const box = scriptedSandbox((task, run) => {
    runs.push(run);
    begins(run, 1);
    run.onDraft?.(DRAFT);
    return Promise.resolve(foundBy(task));
  });
  const { run, environment, put } = openRun(repo.root, [box]);
  run.begin(GIT_MS);
  const needs = { plan: PLAN, prepare: () => void heard.push("prepare") };
  const working = run.work(TASK, needs, {
    ...times,
    onRunning: (tool) => heard.push(tool),
    onDraft: ({ context }) => heard.push(context),
  });
  await settled();
  assert.equal(box.received.length, 0, "nothing is known of the root yet");
  run.facts(FACTS);
  assert.deepEqual(await working, foundBy(TASK));
  assert.deepEqual(heard, ["prepare", "ci_search", "draft"]);
  assert.deepEqual(box.received, [["open", FACTS], ["prepare", PLAN.calls.map(({ tool }) => tool)], [
    "run",
    "plan",
  ]]);
  const [view] = box.views;
  assert.deepEqual(
    [view?.root, view?.cache, view?.exclude, view?.answers?.ttlMs, view?.look, listedIn(box)],
    [repo.root, environment.cache, ["gen"], 5, undefined, "a.ts\0b.ts\0"],
  );
  assert.notEqual(view?.stats, undefined);
  assert.deepEqual([environment.facts, environment.listing?.length], [FACTS, 10]);
  // The thread counts from the epoch.
  const shift = Date.now() - performance.now();
  const { startedAt, endsAt, latestAt } = runs[0]!;
  const { startedAt: since, deadline, latest } = times;
  for (const [at, expected] of [[startedAt, since], [endsAt, deadline], [latestAt, latest!]] as const) {
    assert.ok(Math.abs(at - expected - shift) < 50);
  }
  run.end();
  assert.deepEqual(put, [box.sandbox]);
});

Deno.test(
  "run: what was true before is shown at once, and again where git says otherwise",
  lenient,
  async () => {
    using repo = makeRepo(FILES);
    const same = "a.ts\0b.ts\0";
    const rows: readonly (readonly [string, listing: string, before: RepositoryFacts, views: number])[] = [
      ["nothing has changed", same, FACTS, 1],
      ["another commit", same, { ...FACTS, head: "0" }, 2],
      ["another listing", "a.ts\0", FACTS, 2],
      ["a file has another name", "a.ts\0c.ts\0", FACTS, 2],
    ];
    for (const [what, listing, before, views] of rows) {
      let runs = 0;
      const box = scriptedSandbox((task) => Promise.resolve(foundBy(task, `run ${++runs}`)));
      const stats = new StatTable(bytes(listing));
      const { run, environment } = openRun(repo.root, [box], {
        listing: bytes(listing),
        stats,
        facts: before,
      });
      run.begin(GIT_MS);
      const working = run.work(TASK, { plan: PLAN }, within(60_000));
      await until(() => runs === 1, `${what}: it works before git has answered`);
      assert.equal(listedIn(box), listing, what);
      run.facts(FACTS);
      assert.deepEqual(await working, foundBy(TASK, `run ${views}`), what);
      assert.deepEqual(
        [box.views.length, box.views.at(-1)?.facts, listedIn(box)],
        [views, FACTS, same],
        what,
      );
      assert.deepEqual(
        [environment.facts, new TextDecoder().decode(environment.listing)],
        [FACTS, same],
        what,
      );
      assert.ok(!box.received.some(([name]) => name === "abort"), what);
      run.end();
    }
  },
);

Deno.test(
  "run: a tree that did not change since the request before is not listed again",
  lenient,
  async () => {
    const listing = bytes("kept.ts\0");
    const seen = { listing, stats: new StatTable(listing), look: 3 };
    const looks = { unchanged: () => Promise.resolve(seen) } as unknown as TreeLooks;
    const box = scriptedSandbox();
    // git would answer nothing there.
    const { run } = openRun("/nowhere", [box], { facts: FACTS, looks });
    run.begin(GIT_MS);
    run.facts(FACTS);
    assert.equal((await run.work(TASK, { plan: PLAN }, within(60_000))).type, "found");
    assert.deepEqual([box.views.length, box.views[0]?.look, await run.listed], [1, 3, seen]);
    run.end();
  },
);

Deno.test(
  "run: a question's space and its vector are told to each sandbox, before it works or meanwhile",
  lenient,
  async () => {
    using repo = makeRepo(FILES);
    const space = { provider: "p", model: "m", isElsewhere: false, isAsked: true };
    const query = {
      provider: "p",
      model: "m",
      outcome: { ok: false, reason: "timeout", detail: "" },
    } as const;
    const boxes = [0, 1].map(() =>
      scriptedSandbox(async (task, run) => {
        begins(run, 1);
        if (boxes[0]!.tasks.length === 1 && boxes[1]!.tasks.length === 0) {
          run.onDraft?.(DRAFT);
          await settled();
          throw new Error("broken");
        }
        return foundBy(task);
      })
    );
    const { run } = openRun(repo.root, boxes);
    run.begin(GIT_MS);
    run.facts(FACTS);
    const onDraft = (): void => run.vector(query);
    await run.work(TASK, { plan: PLAN, space }, within(60_000, { onDraft }));
    const [question, semantic] = [["tell", { type: "question", space }], ["tell", {
      type: "semantic",
      query,
    }]];
    const [first, second] = boxes.map(({ received }) =>
      received.filter(([name]) => name === "tell" || name === "run")
    );
    assert.deepEqual(first, [question, ["run", "plan"], semantic]);
    assert.deepEqual(second, [question, semantic, ["run", "plan"]]);
    run.end();
    run.vector(query);
    assert.equal(boxes[1]!.received.filter(([name]) => name === "tell").length, 2, "nothing after the end");
  },
);

Deno.test(
  "run: a tool that is stuck or breaks its thread counts as ended, another sandbox does the rest",
  lenient,
  async () => {
    using repo = makeRepo(FILES);
    const ways: Readonly<Record<string, RunEnd>> = {
      timeout: () => never,
      error: () => Promise.reject(new Error("the worker failed")),
    };
    type RunEnd = () => Promise<TaskResult>;
    for (const [status, end] of Object.entries(ways)) {
      const since = performance.now();
      const broken = scriptedSandbox((_, run) => (begins(run, 0), begins(run, 1, 10), end()));
      const next = scriptedSandbox();
      const { run, put } = openRun(repo.root, [broken, next]);
      run.begin(GIT_MS);
      run.facts(FACTS);
      const { type } = await run.work(TASK, { plan: PLAN }, within(60_000));
      const took = performance.now() - since;
      assert.deepEqual([type, broken.received.at(-1), broken.isUp], ["found", ["abort"], false]);
      const [{ ended = [] }] = next.tasks as [SandboxTask];
      assert.deepEqual(ended.map(({ tool, status }) => [tool, status]), [["ci_search", status]]);
      const isStuck = status === "timeout";
      assert.deepEqual(
        ended[0]?.error,
        isStuck
          ? { code: "E_TIMEOUT", message: "no answer within: 10 ms" }
          : { code: "E_UNKNOWN", message: "the worker failed" },
      );
      // On a busy machine it may just be slow.
      assert.equal(took >= 1160, isStuck, `${took} ms`);
      assert.ok(ended[0]!.durationMs <= took + 1 && ended[0]!.startedAt > Date.now() - 60_000);
      run.end();
      assert.deepEqual(put, [next.sandbox]);
    }
  },
);

Deno.test(
  "run: a sandbox that breaks without a tool breaks the request; at most four are started for one",
  lenient,
  async () => {
    using repo = makeRepo(FILES);
    const broken = (starts: boolean) => (_: SandboxTask, run: TaskRun) => {
      if (starts) begins(run, 0);
      return Promise.reject(new Error("the worker failed"));
    };
    const first = openRun(repo.root, [scriptedSandbox(broken(false))]);
    first.run.begin(GIT_MS);
    first.run.facts(FACTS);
    await assert.rejects(first.run.work(TASK, { plan: PLAN }, within(60_000)), /the worker failed/);
    first.run.end();
    const boxes = Array.from({ length: 5 }, () => scriptedSandbox(broken(true)));
    const { run } = openRun(repo.root, boxes);
    run.begin(GIT_MS);
    run.facts(FACTS);
    const result = await run.work(TASK, { plan: PLAN }, within(60_000));
    assert.deepEqual(boxes.map(({ tasks }) => tasks.length), [1, 1, 1, 1, 0]);
    assert.deepEqual(result.type === "late" && result.outcomes.map(({ status }) => status), [
      "error",
      "skipped",
      "skipped",
    ]);
    run.end();
  },
);

Deno.test("run: with little time left a sandbox is not replaced, and may still end", lenient, async () => {
  using repo = makeRepo(FILES);
  const boxes = [
    scriptedSandbox((_, run) => (begins(run, 0), Promise.reject(new Error("x")))),
    scriptedSandbox(),
  ];
  const { run, put } = openRun(repo.root, boxes);
  run.begin(GIT_MS);
  run.facts(FACTS);
  await run.listed;
  const result = await run.work(TASK, { plan: PLAN }, within(190));
  assert.equal(result.type, "late");
  run.end();
  assert.deepEqual([put, boxes[0]!.isUp, boxes[1]!.received], [[boxes[0]!.sandbox], true, []]);
});

/** How long a request took whose only sandbox never ends, and what came of it. */
async function late(root: string, latestMs: number | undefined, drafts: readonly number[] = []) {
  const signals: (AbortSignal | undefined)[] = [];
  const box = scriptedSandbox((_, run) => {
    signals.push(run.signal);
    begins(run, 0);
    begins(run, 1);
    for (const ms of drafts) setTimeout(() => run.onDraft?.(DRAFT), ms);
    return never;
  });
  const { run } = openRun(root, [box]);
  run.begin(GIT_MS);
  run.facts(FACTS);
  await run.listed;
  const times = within(150, latestMs === undefined ? {} : { latest: performance.now() + latestMs });
  const ended = { ...foundOutcome, tool: "ci_graph_rag" } as const;
  const result = await run.work({ ...TASK, ended: [ended] }, { plan: PLAN }, times);
  const took = performance.now() - times.startedAt;
  run.end();
  return { took, result, isStopped: signals.map((signal) => signal?.aborted) };
}
const foundOutcome = { status: "ok", startedAt: 1, durationMs: 1 } as const;

Deno.test(
  "run: at its deadline a request is over, without even a draft at its latest time",
  lenient,
  async () => {
    using repo = makeRepo(FILES);
    const rows:
      readonly (readonly [what: string, latestMs: number | undefined, drafts: number[], ms: number])[] = [
        ["the deadline", undefined, [], 150],
        ["the latest time", 450, [], 450],
        ["a draft by the deadline", 60_000, [10], 150],
        ["a draft behind the deadline", 60_000, [400], 400],
        ["a latest time before the deadline", 0, [], 150],
      ];
    for (const [what, latestMs, drafts, ms] of rows) {
      const { took, result, isStopped } = await late(repo.root, latestMs, drafts);
      assert.ok(took >= ms - 5 && took < ms + 10_000, `${what}: ${took} ms`);
      assert.deepEqual(isStopped, [true], `${what}: its tools are to end`);
      assert.ok(result.type === "late", what);
      const [status, search, graph] = result.outcomes;
      assert.deepEqual([status?.status, status?.error?.code], ["skipped", "E_BUDGET_EXCEEDED"]);
      assert.deepEqual([search?.status, search?.error?.code], ["timeout", "E_TIMEOUT"]);
      assert.deepEqual(graph, { ...foundOutcome, tool: "ci_graph_rag" });
    }
  },
);

Deno.test("run: a signal reaches the sandbox, also one that was given before", lenient, async () => {
  using repo = makeRepo(FILES);
  for (const isBefore of [true, false]) {
    const stop = new AbortController();
    if (isBefore) stop.abort();
    const box = scriptedSandbox(async (task, { signal }) => {
      if (!isBefore) stop.abort();
      await settled(1);
      return foundBy(task, signal?.aborted ? "stopped" : "not stopped");
    });
    const { run } = openRun(repo.root, [box]);
    run.begin(GIT_MS);
    run.facts(FACTS);
    const result = await run.work(TASK, { plan: PLAN }, within(60_000, { signal: stop.signal }));
    assert.deepEqual(result, foundBy(TASK, "stopped"));
    run.end();
  }
});

Deno.test(
  "run: one that ends before git has answered shows the next one's sandbox nothing",
  lenient,
  async () => {
    using repo = makeRepo(FILES);
    const box = scriptedSandbox();
    const { run, environment, put } = openRun(repo.root, [box]);
    run.begin(GIT_MS);
    run.facts(FACTS);
    const working = run.work(TASK, { plan: PLAN }, within(60_000));
    run.end();
    assert.equal((await working).type, "late");
    await settled(100);
    assert.deepEqual([box.received, put, environment.listing], [[], [], undefined]);
  },
);
