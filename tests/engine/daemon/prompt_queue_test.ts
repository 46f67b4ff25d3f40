import assert from "node:assert/strict";
import type { DaemonLink } from "../../../src/engine/daemon/request.ts";
import { Caller } from "../../../src/engine/daemon/caller.ts";
import type { QueueOptions } from "../../../src/engine/daemon/prompt_queue.ts";
import { PromptQueue } from "../../../src/engine/daemon/prompt_queue.ts";
import { readIntent } from "../../../src/intent/intent.ts";
import type { DaemonTask, FromDaemon, MeaningOutset, ToDaemon } from "../../../src/model/daemon.ts";
import type { Plan } from "../../../src/model/plan.ts";
import { DaemonCall } from "../../../src/platform/daemon_call.ts";
import type { Connection } from "../../../src/platform/lines.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { until } from "../../support/engine_kit.ts";
import { memoryPair } from "../../support/pair.ts";

/** How a caller differs from the others. */
interface Other {
  readonly prompt?: string;
  readonly session?: string;
  readonly head?: string;
  readonly meaning?: MeaningOutset;
  readonly plan?: Plan;
}

/** A queue whose prompts are answered by hand. */
function openQueue() {
  const begun: { readonly link: DaemonLink; readonly heard: ToDaemon[] }[] = [];
  const counts = { ended: 0, answered: 0 };
  const options: QueueOptions = {
    start: (link) => {
      const one = { link, heard: [] as ToDaemon[] };
      begun.push(one);
      return { receive: (message) => void one.heard.push(message), end: () => void counts.ended++ };
    },
    notesOf: ({ sessionId }) => sessionId === "told before" ? "notes" : "",
    onAnswered: () => void counts.answered++,
  };
  return { queue: new PromptQueue(options), begun, counts };
}

/** Takes a connection as the daemon's process does. */
function welcome(queue: PromptQueue, connection: Connection): void {
  const caller: Caller = new Caller(connection, {
    greeting: { type: "ready", key: "k" },
    onOpening: () => queue.add(caller),
  });
}

/** The task of a caller: its plan, else its prompt. */
function taskOf({ prompt = "where is it?", session = "new", plan }: Other): DaemonTask {
  if (plan) return { plan };
  return {
    prompt: {
      request: { client: "claude-code", event: "UserPromptSubmit", prompt, cwd: "/r", sessionId: session },
      plain: readIntent(prompt),
      resolved: resolveSettings(() => undefined),
      cap: { limit: 1000, unit: "UTF-16 units" },
      isTurn: true,
      asksModels: true,
    },
  };
}

function messages({ head = "1", meaning, ...other }: Other): ToDaemon[] {
  const limits = { rules: { exclude: [], ttlMs: 0 }, wallMs: 1500, elapsedMs: Math.random() };
  return [
    { type: "ask", root: "/r", question: { task: taskOf(other), ...limits } },
    { type: "root", facts: { rootSource: "git", head } },
    { type: "meaning", ...(meaning && { meaning }) },
  ];
}

/**
 * Has callers ask while another prompt is answered, then late ones, and answers each in its turn. Which turn's answer each
 * was told.
 */
async function answers(others: readonly Other[], late: readonly Other[] = []): Promise<string[]> {
  const { queue, begun } = openQueue();
  const calls: DaemonCall[] = [];
  const add = async (other: Other): Promise<void> => {
    const [here, there] = memoryPair();
    welcome(queue, there);
    const call = new DaemonCall(here);
    calls.push(call);
    for (const message of messages(other)) call.send(message);
    await settled();
  };
  const answer = async (at: number): Promise<void> => {
    begun[at]!.link.send({ type: "idle", kind: "debug", hint: String(at) });
    await settled();
    begun[at]!.link.close();
    await settled();
  };
  await add({ prompt: "the first" });
  for (const other of others) await add(other);
  await answer(0);
  for (const other of late) await add(other);
  for (let at = 1; at < begun.length; at++) await answer(at);
  const told = await Promise.all(calls.slice(1).map(hintOf));
  for (const call of calls) call.close();
  await settled();
  return told;
}

async function hintOf(call: DaemonCall): Promise<string> {
  for (;;) {
    const line = await call.line(2000);
    if (line === undefined) return "nothing";
    const said = JSON.parse(line) as FromDaemon;
    if (said.type === "idle") return String(said.hint);
  }
}

/** Nothing of it leaves this process: a few turns of the event loop are enough on any machine. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}

Deno.test("prompts: those that waited with the same question have the same answer, worked out once", async () => {
  assert.deepEqual(await answers([{}, { session: "another" }, {}]), ["1", "1", "1"]);
});

Deno.test("prompts: another question, session, state or a vector to come has an answer of its own", async () => {
  const vector: MeaningOutset = {
    choice: { provider: "none" } as unknown as MeaningOutset["choice"],
    space: {} as NonNullable<MeaningOutset["space"]>,
  };
  const others = [{}, { prompt: "else" }, { session: "told before" }, { head: "2" }, { meaning: vector }];
  assert.deepEqual(await answers(others), ["1", "2", "3", "4", "5"]);
});

Deno.test("prompts: a question that comes after the files were looked at is not answered from before", async () => {
  assert.deepEqual(await answers([{}], [{}]), ["1", "2"]);
});

/** A caller that has asked, and what it was told so far. */
function caller(queue: PromptQueue, other: Other = {}) {
  const [here, there] = memoryPair();
  welcome(queue, there);
  const call = new DaemonCall(here);
  for (const message of messages(other)) call.send(message);
  const told = { types: [] as string[], isOver: false };
  const listen = async (): Promise<void> => {
    for (let line = await call.line(60_000); line !== undefined; line = await call.line(60_000)) {
      told.types.push((JSON.parse(line) as FromDaemon).type);
    }
    told.isOver = true;
  };
  void listen();
  return { told, close: () => call.close() };
}

/** Runs with a clock that is set by hand, and with timers of a second or more that are only noted. */
async function withClock(
  work: (clock: { now: number; readonly timers: Map<number, () => void> }) => Promise<void>,
) {
  const { now } = performance;
  const { setTimeout: begin } = globalThis;
  const clock = { now: 0, timers: new Map<number, () => void>() };
  performance.now = () => clock.now;
  globalThis.setTimeout = ((handler: () => void, ms = 0) => {
    if (ms < 1000) return begin(handler, ms);
    clock.timers.set(ms, handler);
    return 0;
  }) as typeof setTimeout;
  try {
    await work(clock);
  } finally {
    performance.now = now;
    globalThis.setTimeout = begin;
  }
}

Deno.test("prompts: all are told to wait while that makes sense, then only the one that is being answered", async () => {
  await withClock(async (clock) => {
    const { queue, begun, counts } = openQueue();
    assert.equal(queue.isEmpty, true);
    const [first, second] = [caller(queue), caller(queue, { prompt: "else" })];
    await settled();
    assert.deepEqual([first.told.types, second.told.types], Array(2).fill(["ready", "waiting"]));
    clock.now = 2000;
    await until(() => second.told.types.length === 3);
    clock.now = 2001;
    const before = second.told.types.length;
    await until(() => first.told.types.length >= before + 2);
    assert.deepEqual([second.told.types.length, queue.isEmpty, counts.answered], [before, false, 0]);
    begun[0]!.link.close();
    await until(() => begun.length === 2);
    assert.deepEqual([first.told.isOver, counts, second.told.types.length], [
      true,
      { ended: 1, answered: 1 },
      before + 1,
    ]);
    // It is said how long it waited, so that its time is counted from there.
    const ask = begun[1]!.heard[0] as Extract<ToDaemon, { type: "ask" }>;
    assert.deepEqual([ask.question.waitedMs, begun[0]!.heard.length, begun[1]!.heard.length], [2001, 3, 3]);
    second.close();
    await until(() => queue.isEmpty);
    await settled();
    assert.deepEqual(counts, { ended: 2, answered: 2 });
  });
});

Deno.test("prompts: those that come while something else is done are told to wait, then have their turn", async () => {
  const { queue, begun } = openQueue();
  const done = Promise.withResolvers<void>();
  const between = queue.between(() => done.promise);
  const { told, close } = caller(queue);
  await until(() => told.types.length === 3);
  assert.deepEqual([told.types, begun.length], [["ready", "waiting", "waiting"], 0]);
  done.resolve();
  await between;
  await until(() => begun.length === 1);
  close();
  await until(() => queue.isEmpty);
});

Deno.test("prompts: one that is not answered in a minute and a half is dropped, and the next has its turn", async () => {
  await withClock(async ({ timers }) => {
    const { queue, begun } = openQueue();
    const first = caller(queue);
    const second = caller(queue, { prompt: "else" });
    await settled();
    assert.equal(begun.length, 1);
    timers.get(90_000)?.();
    await until(() => begun.length === 2);
    assert.equal(first.told.isOver, true);
    second.close();
    await until(() => queue.isEmpty);
  });
});

Deno.test("prompts: thirty-two wait behind the first, one more is turned away, one that goes makes room", async () => {
  const { queue, begun } = openQueue();
  const callers = Array.from({ length: 34 }, (_, at) => caller(queue, { prompt: `prompt ${at}` }));
  await settled();
  assert.deepEqual(callers.map(({ told }) => told.isOver), [...Array(33).fill(false), true]);
  callers[5]!.close();
  await until(() => callers[5]!.told.isOver);
  await settled();
  const late = caller(queue);
  await settled();
  assert.equal(late.told.isOver, false);
  for (const { close } of [...callers, late]) close();
  await until(() => queue.isEmpty && [...callers, late].every(({ told }) => told.isOver));
  assert.equal(begun.length, 1, "nothing is begun for callers that are gone");
});

Deno.test("prompts: plans are requests like prompts: equal ones have the same result, others their own", async () => {
  const plan = planOf({ tierMax: 1 });
  const others = [{ plan }, { plan }, { plan: planOf({ tierMax: 2 }) }, {}];
  assert.deepEqual(await answers(others), ["1", "1", "2", "3"]);
});

function planOf({ tierMax }: Pick<Plan, "tierMax">): Plan {
  const budget = { wallMs: 1500, maxConcurrency: 1, maxInjectedChars: 0, maxItems: 0, maxSnippets: 0 };
  return { tierMax, budget, calls: [], limits: [] };
}
