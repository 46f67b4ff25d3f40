import assert from "node:assert/strict";
import type { Delivery, PlanTask, TaskResult } from "../../src/model/prompt.ts";
import type { FromSandbox, RepositoryView, ToSandbox } from "../../src/model/sandbox.ts";
import type { TaskRun } from "../../src/platform/sandbox.ts";
import { Sandbox } from "../../src/platform/sandbox.ts";

/** A sandbox whose thread is played by the test. */
function openSandbox() {
  const heard: ToSandbox[] = [];
  const state = { isEnded: false };
  let worker!: { onmessage: (event: { data: FromSandbox }) => void; onerror: (event: unknown) => void };
  const { Worker: real } = globalThis;
  globalThis.Worker = class {
    constructor() {
      worker = this as unknown as typeof worker;
    }
    postMessage(message: ToSandbox): void {
      heard.push(message);
    }
    terminate(): void {
      state.isEnded = true;
    }
  } as unknown as typeof Worker;
  try {
    const sandbox = new Sandbox({ module: new URL("file:///p/worker.js"), program: "/p", root: "/r" });
    const say = (message: FromSandbox): void => worker.onmessage({ data: message });
    const breakDown = (message: string): void => worker.onerror({ preventDefault: () => {}, message });
    const tasks = () => heard.filter((one) => one.type === "task");
    return { sandbox, heard, state, say, breakDown, tasks };
  } finally {
    globalThis.Worker = real;
  }
}

const VIEW = { root: "/r", facts: { rootSource: "git" } } as unknown as RepositoryView;
const TASK = { kind: "plan", plan: {} } as unknown as PlanTask;
const TIMES = { startedAt: 10, endsAt: 20, latestAt: 30 };
const FOUND: TaskResult = { type: "found", outcomes: [] };
const DRAFT = { context: "draft" } as unknown as Delivery;

/** What becomes of a task, and what was told of it meanwhile. */
function begin(sandbox: Sandbox, more: Partial<TaskRun> = {}) {
  const received: unknown[] = [];
  const end = sandbox.run(TASK, {
    ...TIMES,
    onDraft: ({ context }) => received.push(context),
    onRunning: (tool, limitMs) => received.push([tool, limitMs]),
    ...more,
  }).catch(({ kind, message }) => `${kind}: ${message}`);
  return { received, end };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

Deno.test("sandbox: a task waits until the repository is shown, then is told of until its result", async () => {
  const { sandbox, say, tasks } = openSandbox();
  const { received, end } = begin(sandbox);
  await settled();
  assert.equal(tasks().length, 0);
  assert.equal(sandbox.isIdle, true, "nothing is under way yet");
  sandbox.open(VIEW);
  await settled();
  const [{ id, task, startedAt, endsAt, latestAt }] = tasks() as [Extract<ToSandbox, { type: "task" }>];
  assert.deepEqual([task, startedAt, endsAt, latestAt], [TASK, 10, 20, 30]);
  assert.equal(sandbox.isIdle, false);
  say({ type: "ready" });
  say({ id, type: "running", tool: "ci_search", limitMs: 400 });
  say({ id, type: "draft", delivery: DRAFT });
  say({ id, type: "result", result: FOUND });
  assert.deepEqual([await end, received, sandbox.isIdle], [FOUND, [["ci_search", 400], "draft"], true]);
});

Deno.test("sandbox: tasks are told apart, also from those of other sandboxes, and what comes late is ignored", async () => {
  const [first, second] = [openSandbox(), openSandbox()];
  for (const { sandbox } of [first, second]) sandbox.open(VIEW);
  const [one, other] = [begin(first.sandbox), begin(second.sandbox)];
  await settled();
  const [id, otherId] = [first.tasks()[0]!.id, second.tasks()[0]!.id];
  assert.notEqual(id, otherId);
  second.say({ id, type: "result", result: FOUND });
  second.say({ id, type: "draft", delivery: DRAFT });
  second.say({ id: otherId, type: "failed", message: "no such tool" });
  second.say({ id: otherId, type: "running", tool: "ci_search", limitMs: 1 });
  assert.deepEqual([await other.end, other.received], ["unknown: no such tool", []]);
  assert.equal(first.sandbox.isIdle, false);
  first.say({ id, type: "result", result: FOUND });
  assert.equal(await one.end, FOUND);
});

Deno.test("sandbox: a signal reaches the tools while they hold their thread, one that was given before too", async () => {
  const { sandbox, tasks } = openSandbox();
  sandbox.open(VIEW);
  const stopped = (at: number): number => new Int32Array(tasks()[at]!.stop)[0]!;
  const stop = new AbortController();
  begin(sandbox, { signal: stop.signal });
  begin(sandbox);
  begin(sandbox, { signal: AbortSignal.abort() });
  await settled();
  assert.deepEqual([0, 1, 2].map(stopped), [0, 0, 1]);
  stop.abort();
  assert.deepEqual([0, 1, 2].map(stopped), [1, 0, 1]);
});

// One that is closed is ended in two seconds.
const lenient = { sanitizeOps: false, sanitizeResources: false };

Deno.test(
  "sandbox: one that breaks or is ended fails its tasks by name, and those that come after",
  lenient,
  async () => {
    const ways: Readonly<Record<string, (one: ReturnType<typeof openSandbox>) => void>> = {
      "unknown: the worker failed: x": ({ say }) => say({ type: "broken", message: "x" }),
      "unknown: the worker failed: y": ({ breakDown }) => breakDown("y"),
      "toolUnavailable: the worker was stopped": ({ sandbox }) => sandbox.abort(),
    };
    for (const [failure, way] of Object.entries(ways)) {
      const one = openSandbox();
      const { sandbox, state } = one;
      const closed: string[] = [];
      const early = begin(sandbox);
      sandbox.open(VIEW);
      sandbox.serveObjects({ ask: () => {}, close: () => closed.push("closed") });
      const { end } = begin(sandbox);
      await settled();
      const idle = sandbox.idleWithin(60_000);
      way(one);
      assert.deepEqual([await early.end, await end], [failure, failure]);
      // One that is broken may still close its files.
      const isClosing = one.heard.at(-1)?.type === "close";
      assert.equal(state.isEnded, !isClosing);
      assert.equal(isClosing, failure.startsWith("unknown"));
      assert.deepEqual([sandbox.isUp, sandbox.isIdle, await idle], [false, false, false]);
      assert.deepEqual(closed, ["closed"]);
      assert.equal(await begin(sandbox).end, "toolUnavailable: the worker was stopped before");
    }
    const { sandbox } = openSandbox();
    const { end } = begin(sandbox);
    sandbox.abort();
    assert.equal(await end, "toolUnavailable: the worker was stopped before", "it was shown nothing");
  },
);

Deno.test("sandbox: between requests it waits to be shown the next one's repository, and asks nothing of the last", async () => {
  const { sandbox, heard, say, tasks } = openSandbox();
  const asked: (readonly string[])[] = [];
  sandbox.open(VIEW);
  sandbox.serveObjects({ ask: (ids) => asked.push(ids), close: () => asked.push(["closed"]) });
  say({ type: "objects", ids: ["1"] });
  sandbox.rest();
  say({ type: "objects", ids: ["2"] });
  assert.deepEqual(asked, [["1"], ["closed"]]);
  begin(sandbox);
  await settled();
  assert.equal(tasks().length, 0);
  sandbox.open(VIEW);
  await settled();
  assert.deepEqual(heard.map(({ type }) => type), ["open", "rest", "open", "task"]);
});

Deno.test(
  "sandbox: what is left is waited for so long, a closed one may close its files",
  lenient,
  async () => {
    const { sandbox, heard, state, say, tasks } = openSandbox();
    sandbox.open(VIEW);
    assert.equal(await sandbox.idleWithin(0), true);
    begin(sandbox);
    begin(sandbox);
    await settled();
    assert.equal(await sandbox.idleWithin(1), false);
    const since = performance.now();
    const idle = sandbox.idleWithin(60_000);
    for (const { id } of tasks()) say({ id, type: "result", result: FOUND });
    assert.deepEqual([await idle, performance.now() - since < 30_000], [true, true]);
    sandbox.close();
    assert.deepEqual([heard.at(-1)?.type, sandbox.isUp, state.isEnded], ["close", false, false]);
  },
);
