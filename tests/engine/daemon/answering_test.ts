import assert from "node:assert/strict";
import { AnsweringThread } from "../../../src/engine/daemon/answering_thread.ts";
import { readIntent } from "../../../src/intent/intent.ts";
import type { DaemonTask, FromTurn } from "../../../src/model/daemon.ts";
import type { Plan } from "../../../src/model/plan.ts";
import { TOOL_NAMES } from "../../../src/model/tools.ts";
import { makePlan } from "../../../src/pipeline/plan.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { findings, promptQuestion, until } from "../../support/engine_kit.ts";

/** The thread that works on a daemon's requests: what it asks of the sandbox, and what it answers. */

const PROMPT = "Where is loginUser defined and what does it call?";
const PATIENT = { CI_AUTO_TOOLS_BUDGET_WALL_MS: "60000" };

/** A thread, what it said, and how it is asked. */
function openThread() {
  return turnOf(new AnsweringThread());
}

/** A request in a thread. */
function turnOf(thread: AnsweringThread) {
  const said: FromTurn[] = [];
  const turn = thread.begin((message) => void said.push(message));
  const ask = (task: DaemonTask, { elapsedMs = 0, waitedMs = 0, notes = "" } = {}): void =>
    turn.say({
      type: "ask",
      root: "/r",
      question: { task, rules: { exclude: [], ttlMs: 0 }, wallMs: 60_000, elapsedMs, waitedMs },
      known: { notes, symbols: undefined },
    });
  const of = <T extends FromTurn["type"]>(type: T) =>
    said.filter((one): one is Extract<FromTurn, { type: T }> => one.type === type);
  /** Answers each call with one place, until there is a result. */
  const serve = async (): Promise<FromTurn> => {
    const answered = new Set<number>();
    const isLast = ({ type }: FromTurn): boolean => ["idle", "answer", "found", "failed"].includes(type);
    await until(() => {
      for (const { id, call: { tool } } of of("call")) {
        if (answered.has(id)) continue;
        answered.add(id);
        turn.say({ type: "started", id });
        turn.say({ type: "partial", id, findings: { ...findings("part"), tool } });
        const item = {
          path: "src/auth/login.ts",
          startLine: 1,
          endLine: 2,
          claim: "loginUser is here",
          score: 1,
          reasons: [],
        };
        turn.say({
          type: "done",
          id,
          findings: { ...findings("all"), tool, strength: "strong", items: [item] },
        });
      }
      return said.some(isLast);
    });
    return said.find(isLast)!;
  };
  return { thread, turn, said, ask, of, serve };
}

const prompt = (text: string, env: Readonly<Record<string, string>> = {}): DaemonTask => ({
  prompt: promptQuestion(text, { cwd: "/r", env: { ...PATIENT, ...env } }),
});

function planOf(env: Readonly<Record<string, string>> = PATIENT): Plan {
  const { settings } = resolveSettings((name) => env[name]);
  return makePlan(PROMPT, readIntent(PROMPT), settings, TOOL_NAMES);
}

Deno.test("answering: a prompt about nothing runs no tool, unless every prompt is answered", async () => {
  const idle = openThread();
  idle.ask(prompt("thanks, that is all"));
  assert.deepEqual(await idle.serve(), { type: "idle", kind: "none", hint: undefined });
  assert.deepEqual(idle.of("plan"), []);
  idle.thread.close();
  const always = openThread();
  always.ask(prompt("tell me about the weather in this town", { CI_AUTO_TOOLS: "on" }));
  always.turn.say({ type: "meaning" });
  assert.notEqual((await always.serve()).type, "idle");
  always.thread.close();
});

Deno.test("answering: the tools wait for how the question's vector stands; the answer is sanitized", async () => {
  const { thread, turn, said, ask, of, serve } = openThread();
  ask(prompt(PROMPT));
  await until(() => of("plan").length === 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(said.map(({ type }) => type), ["plan"], "nothing is called yet");
  const [{ wallMs, calls }] = of("plan") as [Extract<FromTurn, { type: "plan" }>];
  assert.equal(wallMs, 60_000);
  const choice = { provider: "openai", remote: true, why: "w", others: [] } as const;
  turn.say({ type: "meaning", meaning: { choice } });
  const answer = await serve();
  assert.ok(answer.type === "answer");
  const { context, planOnly, kind } = answer.delivery;
  assert.match(context, /^<auto-tools-context>[^]*src\/auth\/login\.ts:1/);
  assert.deepEqual([planOnly, kind], [false, "locate"]);
  assert.deepEqual(
    of("call").map(({ call: { tool } }) => tool).toSorted(),
    calls.map(({ tool }) => tool).toSorted(),
  );
  const told = of("progress").map(({ message }) => message);
  assert.ok(told.includes("running ci_search") && told.includes("partial results"), told.join());
  thread.close();
});

Deno.test("answering: what was found for a plan goes back as it is, one outcome for each tool", async () => {
  const { thread, turn, ask, of, serve } = openThread();
  const plan = planOf();
  ask({ plan });
  turn.say({ type: "meaning" });
  const result = await serve();
  assert.ok(result.type === "found");
  assert.deepEqual(result.outcomes.map(({ tool }) => tool), plan.calls.map(({ tool }) => tool));
  assert.ok(result.outcomes.every(({ status, findings }) => status === "ok" && findings?.summary === "all"));
  assert.equal(of("plan")[0]?.wallMs, plan.budget.wallMs);
  thread.close();
});

Deno.test("answering: the time that went by before counts", async () => {
  const rows: readonly [elapsedMs: number, waitedMs: number][] = [[60_000, 0], [0, 60_000], [30_000, 30_000]];
  for (const [elapsedMs, waitedMs] of rows) {
    const { thread, turn, ask, of, serve } = openThread();
    ask({ plan: planOf() }, { elapsedMs, waitedMs });
    turn.say({ type: "meaning" });
    const result = await serve();
    assert.ok(result.type === "found");
    assert.deepEqual([of("call"), result.outcomes.every(({ status }) => status === "skipped")], [[], true]);
    thread.close();
  }
});

Deno.test("answering: of a request that is over nothing is heard, the thread serves the next ones", async () => {
  const { thread, turn, said, ask, serve } = openThread();
  ask(prompt("thanks, that is all"));
  await serve();
  turn.end();
  const left = turnOf(thread);
  left.ask(prompt(PROMPT));
  await until(() => left.of("plan").length === 1);
  left.turn.end();
  left.turn.say({ type: "meaning" });
  const next = turnOf(thread);
  next.ask(prompt("thanks, that is all"));
  assert.equal((await next.serve()).type, "idle");
  assert.deepEqual([said.length, left.of("call").length], [1, 0]);
  thread.close();
});

Deno.test("answering: requests about two repositories at once, each with its own calls and findings", async () => {
  const one = openThread();
  const other = turnOf(one.thread);
  one.ask(prompt(PROMPT));
  other.ask({ plan: planOf() });
  await until(() => one.of("plan").length === 1 && other.of("plan").length === 1);
  other.turn.say({ type: "meaning" });
  assert.equal((await other.serve()).type, "found");
  assert.equal(one.of("call").length, 0, "it waits for how its question's vector stands");
  one.turn.say({ type: "meaning" });
  assert.equal((await one.serve()).type, "answer");
  one.thread.close();
});

Deno.test("answering: a thread that is stuck is ended in some seconds, and another one serves", async () => {
  const { thread, said, ask } = openThread();
  ask(prompt(PROMPT));
  await until(() => said.length > 0);
  const { prototype } = Worker;
  const { postMessage } = prototype;
  // Its pings do not arrive.
  prototype.postMessage = function (this: Worker, message: { readonly type: string }, ...rest: unknown[]) {
    if (message.type !== "ping") Reflect.apply(postMessage, this, [message, ...rest]);
  } as typeof postMessage;
  try {
    await until(() => said.at(-1)?.type === "failed");
  } finally {
    prototype.postMessage = postMessage;
  }
  const next = turnOf(thread);
  next.ask(prompt("thanks, that is all"));
  assert.equal((await next.serve()).type, "idle");
  thread.close();
});
