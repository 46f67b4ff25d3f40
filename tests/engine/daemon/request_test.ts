import assert from "node:assert/strict";
import { DaemonRequest } from "../../../src/engine/daemon/request.ts";
import type { RecordedReply } from "../../../src/engine/reply.ts";
import type { Meaning, PlanCall, PromptCaller, WarmEngine } from "../../../src/engine/warm/warm_engine.ts";
import type { Delivery, PromptAsk } from "../../../src/model/prompt.ts";
import type { FromDaemon, ToDaemon } from "../../../src/model/daemon.ts";
import type { ToolOutcome } from "../../../src/model/calls.ts";
import type { QueryEmbedding } from "../../../src/model/semantic.ts";
import { DaemonCall } from "../../../src/platform/daemon_call.ts";
import { env } from "../../../src/platform/host_files.ts";
import { environmentText } from "../../../src/settings/environment.ts";
import { askOf, planOf, until } from "../../support/engine_kit.ts";
import { memoryPair } from "../../support/pair.ts";

// A connection has a limit, which ends with it.
const lenient = { sanitizeOps: false, sanitizeResources: false };

const ASK = askOf("where?", { cwd: "/r" });
const OUTCOME: ToolOutcome = { tool: "ci_search", status: "ok", startedAt: 1, durationMs: 1 };
const REPLY: RecordedReply = {
  reply: {
    context: "block" as Delivery["context"],
    isTruncated: true,
    message: "line" as Delivery["context"],
  },
  writes: () => [],
};

/** An engine that is played by the test. */
interface Played {
  answer?: (ask: PromptAsk, caller: PromptCaller) => Promise<RecordedReply | undefined>;
  call?: (root: string, call: PlanCall) => Promise<readonly ToolOutcome[] | undefined>;
  serve?: (root: string) => Promise<void>;
}

/** A connection to a daemon whose engine is played. */
function connectTo(engine: Played = {}) {
  const [here, there] = memoryPair();
  const request = new DaemonRequest(there, "secret", engine as unknown as WarmEngine);
  const call = new DaemonCall(here);
  const state = { isOver: false };
  const heard: FromDaemon[] = [];
  const listen = async (): Promise<void> => {
    for (let line = await call.line(60_000); line !== undefined; line = await call.line(60_000)) {
      heard.push(JSON.parse(line));
    }
    state.isOver = true;
  };
  void listen();
  void request.ended.promise.then(() => call.close());
  const send = (...messages: readonly unknown[]): void =>
    messages.forEach((one) => call.send(one as ToDaemon));
  const news = () => heard.filter(({ type }) => type !== "working");
  return { request, call, heard, news, state, send, isEnded: () => until(() => state.isOver) };
}

function prompt(more: Partial<Extract<ToDaemon, { type: "prompt" }>> = {}): ToDaemon {
  return { type: "prompt", ask: ASK, environment: environmentText(env), elapsedMs: 0, ...more };
}

const settled = (ms = 20): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const READY = { type: "ready", key: "secret" };

Deno.test(
  "request: a prompt is answered with all that is said on the way, in the caller's time and environment",
  lenient,
  async () => {
    const asked: { readonly ask: PromptAsk; readonly caller: PromptCaller }[] = [];
    const daemon = connectTo({
      answer: (ask, caller) => {
        asked.push({ ask, caller });
        caller.onPlanned?.(2500);
        caller.onDraft?.({ context: "part", truncated: false } as unknown as Delivery);
        caller.onDraft?.({ context: "more", truncated: true } as unknown as Delivery);
        return Promise.resolve(REPLY);
      },
    });
    await until(() => daemon.heard.length === 1);
    assert.deepEqual(daemon.heard, [READY], "greeted before anything is asked");
    const environment = environmentText((name) => name === "CI_AUTO_TOOLS_TIER_MAX" ? "2" : env(name));
    const since = performance.now();
    daemon.send(prompt({ environment, elapsedMs: 700 }));
    await until(() => daemon.news().length === 5);
    assert.deepEqual(daemon.news(), [
      READY,
      { type: "planned", waitedMs: 2500 },
      { type: "draft", reply: { context: "part" } },
      { type: "draft", reply: { context: "more", isTruncated: true } },
      { type: "reply", reply: { context: "block", isTruncated: true, message: "line" } },
    ]);
    const [{ ask, caller }] = asked as [typeof asked[0]];
    assert.deepEqual([ask, caller.env("CI_AUTO_TOOLS_TIER_MAX"), caller.signal.aborted], [ASK, "2", false]);
    assert.ok(since - 700 - caller.startedAt < 1000 && caller.startedAt <= since - 700 + 50);
    daemon.call.close();
    await daemon.isEnded();
    assert.equal(caller.signal.aborted, true);
  },
);

Deno.test(
  "request: a reply is recorded once it is taken, write by write, and not without that",
  lenient,
  async () => {
    for (const isTaken of [true, false]) {
      const written: number[] = [];
      const write = (): void => void written.push(performance.now());
      const reply = { reply: {}, writes: () => [write, write, write] };
      const daemon = connectTo({ answer: () => Promise.resolve(reply) });
      daemon.send({ type: "taken" }, prompt());
      await until(() => daemon.news().length === 2);
      await settled(50);
      assert.deepEqual(written, [], "nothing was passed on yet");
      if (isTaken) daemon.send({ type: "taken" });
      else daemon.call.close();
      await daemon.isEnded();
      await settled(150);
      assert.equal(written.length, isTaken ? 3 : 0);
      // The watch of the tree hears of each by itself.
      const pauses = written.slice(1).map((at, i) => at - written[i]!);
      assert.ok(pauses.every((ms) => ms >= 15), pauses.join());
    }
  },
);

Deno.test(
  "request: what a process of its own has to answer is said so, what fails ends the connection",
  lenient,
  async () => {
    const rows: readonly (readonly [what: string, engine: Played, message: ToDaemon, last: unknown])[] = [
      ["not served", { answer: () => Promise.resolve(undefined) }, prompt(), { type: "alone" }],
      ["another home", {}, prompt({ environment: '[["HOME","/elsewhere"]]' }), { type: "alone" }],
      ["no environment", {}, prompt({ environment: "{" }), { type: "alone" }],
      ["it fails", { answer: () => Promise.reject(new Error("broken")) }, prompt(), READY],
      ["a plan", { call: () => Promise.resolve(undefined) }, planOpening(), { type: "alone" }],
      ["a plan that fails", { call: () => Promise.reject(new Error("broken")) }, planOpening(), READY],
    ];
    for (const [what, engine, message, last] of rows) {
      const daemon = connectTo(engine);
      daemon.send(message);
      if (last === READY) await daemon.isEnded();
      else await until(() => daemon.news().length === 2, what);
      assert.deepEqual(daemon.news().at(-1), last, what);
      daemon.request.close();
    }
  },
);

function planOpening(): Extract<ToDaemon, { type: "plan" }> {
  const facts = { rootSource: "git", isGit: true, head: "1" } as const;
  const rules = { exclude: ["gen"], ttlMs: 5 };
  return { type: "plan", root: "/r", facts, plan: planOf("ci_search"), rules, elapsedMs: 300 };
}

Deno.test("request: a plan's tools are called, a root is served", lenient, async () => {
  const asked: [string, PlanCall][] = [];
  const daemon = connectTo({
    call: (root, call) => {
      asked.push([root, call]);
      call.onRunning("ci_search");
      return Promise.resolve([OUTCOME]);
    },
  });
  daemon.send(planOpening());
  await until(() => daemon.news().length === 3);
  assert.deepEqual(daemon.news().slice(1), [
    { type: "running", tool: "ci_search" },
    { type: "found", outcomes: [OUTCOME] },
  ]);
  const [[root, { plan, rules, facts, startedAt }]] = asked as [[string, PlanCall]];
  const { plan: sent, rules: sentRules, facts: sentFacts } = planOpening();
  assert.deepEqual([root, plan, rules, facts], ["/r", sent, sentRules, sentFacts]);
  assert.ok(startedAt <= performance.now() - 300);
  daemon.call.close();
  const served: string[] = [];
  const other = connectTo({ serve: (root) => Promise.resolve(void served.push(root)) });
  other.send({ type: "serve", root: "/r" });
  await other.isEnded();
  assert.deepEqual(served, ["/r"]);
});

Deno.test("request: a caller is told that the daemon works, as long as it does", lenient, async () => {
  const finish = Promise.withResolvers<RecordedReply>();
  const daemon = connectTo({ answer: () => finish.promise });
  await settled(400);
  assert.deepEqual(daemon.heard, [READY], "nothing is asked yet");
  daemon.send(prompt());
  await until(() => daemon.heard.length >= 4);
  assert.deepEqual(new Set(daemon.heard.slice(1).map(({ type }) => type)), new Set(["working"]));
  finish.resolve(REPLY);
  await until(() => daemon.news().length === 2);
  const { length } = daemon.heard;
  await settled(400);
  assert.equal(daemon.heard.length, length);
  daemon.call.close();
});

Deno.test("request: one request a connection, and nothing but messages of ours", lenient, async () => {
  const never = new Promise<RecordedReply>(() => {});
  const rows: readonly (readonly [what: string, ...messages: readonly unknown[]])[] = [
    ["a second request", prompt(), prompt()],
    ["an unknown one", { type: "constructor" }],
    ["none", { type: "ready" }],
    ["a vector that is none", prompt(), { type: "vector" }],
    ["no object", 7],
    ["nothing", null],
  ];
  for (const [what, ...messages] of rows) {
    const daemon = connectTo({ answer: () => never });
    daemon.send(...messages);
    await until(() => daemon.state.isOver, what);
  }
});

Deno.test(
  "request: the caller is asked for the question's vector, not waited for long",
  lenient,
  async () => {
    const space = { provider: "p", model: "m", isElsewhere: false, isAsked: true };
    const models = { uses: [], estimatedCost: 0.5 };
    for (const answers of [true, false]) {
      const vectors: QueryEmbedding[] = [];
      const meanings: Meaning[] = [];
      const daemon = connectTo({
        answer: async (_, { embed, onPlanned }) => {
          onPlanned?.(2500);
          meanings.push(await embed((query) => vectors.push(query)));
          return REPLY;
        },
      });
      daemon.send(prompt());
      await until(() => daemon.news().length === 3);
      assert.deepEqual(daemon.news()[2], { type: "embed" });
      const since = performance.now();
      const outcome = { ok: true, vectors: [[0.5, 1]], dimension: 2, tokens: 1, requests: 1 };
      const query = { provider: "p", model: "m" };
      if (answers) {
        daemon.send({
          type: "vector",
          query: { ...query, outcome: { ok: false, reason: "timeout", detail: "d" } },
        });
        daemon.send({ type: "meaning", space, models }, { type: "vector", query: { ...query, outcome } });
      }
      await until(() => daemon.news().length === 4);
      assert.ok(answers || performance.now() - since > 300);
      assert.deepEqual(meanings, [answers ? { type: "meaning", space, models } : { models: { uses: [] } }]);
      await settled();
      assert.deepEqual(
        vectors,
        answers
          ? [
            { ...query, outcome: { ok: false, reason: "timeout", detail: "d" } },
            { ...query, outcome: { ...outcome, vectors: [Float32Array.of(0.5, 1)] } },
          ]
          : [],
      );
      daemon.call.close();
    }
  },
);

Deno.test(
  "request: a connection over which nothing comes is closed, a request that is never answered too",
  lenient,
  async () => {
    const { setTimeout: real } = globalThis;
    const timers = new Map<number, () => void>();
    globalThis.setTimeout = ((handler: () => void, ms = 0) => {
      if (ms < 5000 || ms === 30_000 || ms === 60_000) return real(handler, ms);
      timers.set(ms, handler);
      return 0;
    }) as typeof setTimeout;
    try {
      const silent = connectTo();
      timers.get(10_000)!();
      await silent.isEnded();
      timers.clear();
      const endless = connectTo({ answer: () => new Promise(() => {}) });
      endless.send(prompt());
      await until(() => timers.has(90_000));
      timers.get(90_000)!();
      await endless.isEnded();
      const untaken = connectTo({ answer: () => Promise.resolve(REPLY) });
      timers.clear();
      untaken.send(prompt());
      await until(() => timers.has(10_000));
      assert.equal(untaken.state.isOver, false);
      timers.get(10_000)!();
      await untaken.isEnded();
    } finally {
      globalThis.setTimeout = real;
    }
  },
);
