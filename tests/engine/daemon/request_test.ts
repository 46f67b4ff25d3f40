import assert from "node:assert/strict";
import type { AnsweringThread } from "../../../src/engine/daemon/answering_thread.ts";
import type { DaemonService } from "../../../src/engine/daemon/request.ts";
import { DaemonRequest } from "../../../src/engine/daemon/request.ts";
import type { TreeLooks } from "../../../src/engine/daemon/tree_looks.ts";
import type {
  DaemonQuestion,
  FromDaemon,
  FromTurn,
  MeaningOutset,
  ToTurn,
} from "../../../src/model/daemon.ts";
import { Failure } from "../../../src/model/errors.ts";
import type { Findings } from "../../../src/model/findings.ts";
import type { Plan, ToolCall } from "../../../src/model/plan.ts";
import type { RepositoryFacts } from "../../../src/model/ports.ts";
import { StatTable } from "../../../src/platform/stat_table.ts";
import type { ScriptedSandbox } from "../../support/engine_kit.ts";
import {
  daemonQuestion,
  findings,
  promptQuestion,
  scriptedPool,
  scriptedSandbox,
  until,
} from "../../support/engine_kit.ts";
import { makeRepo } from "../../support/fixture.ts";

// A limit for git's listing is left running, as in a daemon; files are looked at until they all were.
const lenient = { sanitizeOps: false, sanitizeResources: false };

const RULES = { exclude: ["gen"], ttlMs: 5 };
const FACTS: RepositoryFacts = { rootSource: "git", isGit: true, head: "1" };
const SEARCH: ToolCall = { tool: "ci_search", args: {}, timeoutMs: 1000 } as unknown as ToolCall;
const ENDS_AT = 1e15;

/** One request to a daemon whose thread and sandboxes are scripted. */
function openRequest(
  { root, sandboxes, ...known }: {
    readonly root: string;
    readonly sandboxes: readonly ScriptedSandbox[];
  } & Partial<Pick<DaemonService, "listing" | "facts" | "looks">>,
) {
  const said: ToTurn[] = [];
  const sent: (FromDaemon | "closed")[] = [];
  const ends: string[] = [];
  let tell: (message: FromTurn) => void = () => {};
  const answering = {
    begin: (listener: typeof tell) => {
      tell = listener;
      return { say: (message: ToTurn) => void said.push(message), end: () => void ends.push("end") };
    },
  } as unknown as AnsweringThread;
  const { pool, put } = scriptedPool(...sandboxes);
  const service: DaemonService = { root, cache: `${root}/.cache`, pool, answering, ...known };
  const request = new DaemonRequest(service, {
    send: (message) => void sent.push(message),
    close: () => void sent.push("closed"),
  });
  const call = (id = 7): void => tell({ type: "call", id, call: SEARCH, endsAt: ENDS_AT });
  /** Asks for the calls of a plan, which the thread that answers makes. */
  const ask = (): void => {
    request.receive({ type: "ask", root: service.root, question: QUESTION });
    request.receive({ type: "meaning" });
    tell({ type: "plan", calls: [SEARCH], wallMs: 8000 });
  };
  /** What that thread was told of its calls. */
  const answers = (): readonly ToTurn[] =>
    said.filter(({ type }) => !["ask", "meaning", "said"].includes(type));
  const parts = { request, service, said, sent, ends, put, call, ask, answers };
  return { ...parts, tell: (message: FromTurn) => tell(message) };
}

const typesOf = (messages: readonly (FromDaemon | ToTurn | "closed")[]): string[] =>
  messages.map((one) => one === "closed" ? one : one.type);
const QUESTION: DaemonQuestion = {
  task: { plan: { calls: [SEARCH] } as unknown as Plan },
  rules: RULES,
  wallMs: 8000,
  elapsedMs: 0,
};

Deno.test(
  "request: tools are called in the sandbox once it was shown the repository as git says it is",
  lenient,
  async () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n//- /b.ts\nlet b;\n");
    const partial = findings("partial");
    const box = scriptedSandbox((_, { endsAt, onStart, onPartial }) => {
      assert.equal(endsAt, ENDS_AT);
      onStart();
      onPartial(partial);
      return Promise.resolve(findings("found"));
    });
    const { request, service, ask, answers, put, ends, call } = openRequest({
      root: repo.root,
      sandboxes: [box],
    });
    ask();
    call();
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(box.told.length, 0, "nothing is known of the root yet");
    request.receive({ type: "root", facts: FACTS });
    await until(() => answers().length === 3);
    assert.deepEqual(answers(), [
      { type: "started", id: 7 },
      { type: "partial", id: 7, findings: partial },
      { type: "done", id: 7, findings: findings("found") },
    ]);
    assert.deepEqual(box.told, [["open", FACTS], ["prepare", ["ci_search"]], ["run", "ci_search"]]);
    const [view] = box.views;
    assert.equal(new TextDecoder().decode(view?.listing), "a.ts\0b.ts\0");
    assert.deepEqual(
      [view?.root, view?.cache, view?.exclude, view?.answers?.ttlMs, view?.look, view?.stats !== undefined],
      [repo.root, service.cache, ["gen"], 5, undefined, true],
    );
    assert.deepEqual([service.facts, service.listing?.length], [FACTS, 10]);
    request.end();
    assert.deepEqual([put, ends], [[box.sandbox], ["end"]]);
  },
);

Deno.test(
  "request: what was true before is shown at once, and again where git says otherwise",
  lenient,
  async () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n//- /b.ts\nlet b;\n");
    const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(text));
    const same = bytes("a.ts\0b.ts\0");
    const rows: readonly [string, Uint8Array<ArrayBuffer>, RepositoryFacts, views: number][] = [
      ["nothing has changed", same, FACTS, 1],
      ["another commit", same, { ...FACTS, head: "2" }, 2],
      ["another listing", bytes("a.ts\0"), FACTS, 2],
      ["a file has another name", bytes("a.ts\0c.ts\0"), FACTS, 2],
    ];
    for (const [what, listing, facts, views] of rows) {
      let runs = 0;
      const box = scriptedSandbox(() => Promise.resolve(findings(`run ${++runs}`)));
      const { request, ask, answers, call } = openRequest({
        root: repo.root,
        sandboxes: [box],
        listing,
        facts: FACTS,
      });
      ask();
      call();
      await until(
        () => box.told.some(([name]) => name === "run"),
        `${what}: a call before the root is known`,
      );
      assert.equal(answers().length, 0, what);
      request.receive({ type: "root", facts });
      await until(() => answers().length === 1);
      assert.deepEqual([box.views.length, answers()], [views, [
        { type: "done", id: 7, findings: findings(`run ${views}`) },
      ]], what);
      assert.deepEqual(box.views.at(-1)?.facts, facts, what);
      assert.equal(new TextDecoder().decode(box.views.at(-1)?.listing), "a.ts\0b.ts\0", what);
      request.end();
    }
  },
);

Deno.test(
  "request: a tree that did not change since the request before is not listed again",
  lenient,
  async () => {
    const listing = new TextEncoder().encode("kept.ts\0");
    let ends = 0;
    const looks = {
      unchanged: () => Promise.resolve({ listing, stats: new StatTable(listing), look: 3 }),
      rest: () => Promise.resolve(void ends++),
    } as unknown as TreeLooks;
    const box = scriptedSandbox();
    // git would answer nothing there.
    const parts = openRequest({ root: "/nowhere", sandboxes: [box], facts: FACTS, looks });
    const { request, ask, answers, call } = parts;
    ask();
    request.receive({ type: "root", facts: FACTS });
    call();
    await until(() => answers().length === 1);
    assert.deepEqual([box.views.length, box.views[0]?.look, typesOf(answers())], [1, 3, ["done"]]);
    request.end();
    assert.equal(ends, 1);
  },
);

Deno.test("request: a sandbox that was ended is replaced, and told the same", lenient, async () => {
  using repo = makeRepo("//- /a.ts\nlet a;\n");
  const [first, second] = [scriptedSandbox(() => new Promise(() => {})), scriptedSandbox()];
  const { request, ask, answers, put, call, tell } = openRequest({
    root: repo.root,
    sandboxes: [first, second],
  });
  const outcome = { ok: false, reason: "timeout", detail: "late" } as const;
  tell({ type: "end" });
  ask();
  request.receive({ type: "semantic", query: { provider: "ollama", model: "m", outcome }, said: {} });
  request.receive({ type: "root", facts: FACTS });
  call(1);
  await until(() => first.told.some(([name]) => name === "run"));
  tell({ type: "end" });
  call(2);
  await until(() => answers().length === 1);
  assert.deepEqual(answers(), [{ type: "done", id: 2, findings: findings("found") }]);
  const vector = ["tell", { type: "semantic", query: { provider: "ollama", model: "m", outcome } }];
  assert.deepEqual(first.told.filter(([name]) => name === "tell" || name === "abort"), [vector, ["abort"]]);
  assert.deepEqual(second.told, [["open", FACTS], ["prepare", ["ci_search"]], vector, ["run", "ci_search"]]);
  request.end();
  assert.deepEqual(put, [second.sandbox]);
});

Deno.test("request: a sandbox whose call overran serves on where that call ends soon", lenient, async () => {
  using repo = makeRepo("//- /a.ts\nlet a;\n");
  const runs: PromiseWithResolvers<Findings>[] = [];
  const box = scriptedSandbox(() => {
    runs.push(Promise.withResolvers());
    return runs.at(-1)!.promise;
  });
  box.endsSoon = true;
  const { request, ask, answers, put, call, tell } = openRequest({ root: repo.root, sandboxes: [box] });
  ask();
  request.receive({ type: "root", facts: FACTS });
  call(1);
  await until(() => runs.length === 1);
  tell({ type: "end" });
  call(2);
  await until(() => runs.length === 2);
  for (const { resolve } of runs) resolve(findings("found"));
  await until(() => answers().length === 2);
  assert.deepEqual(box.told.map(([name]) => name), ["open", "prepare", "run", "run"]);
  request.end();
  assert.deepEqual(put, [box.sandbox]);
});

Deno.test("request: a call that fails is answered; after the end nothing is", lenient, async () => {
  using repo = makeRepo("//- /a.ts\nlet a;\n");
  let finish = (): void => {};
  const box = scriptedSandbox((_, { onStart }) => {
    onStart();
    if (box.told.filter(([name]) => name === "run").length === 1) throw new Failure("busy", "no room");
    return new Promise((resolve) => finish = () => resolve(findings("too late")));
  });
  const { request, ask, answers, call } = openRequest({ root: repo.root, sandboxes: [box] });
  ask();
  request.receive({ type: "root", facts: FACTS });
  call(1);
  await until(() => answers().length === 2);
  assert.deepEqual(answers(), [{ type: "started", id: 1 }, {
    type: "failed",
    id: 1,
    kind: "busy",
    message: "no room",
  }]);
  call(2);
  await until(() => answers().length === 3);
  request.end();
  finish();
  call(3);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(typesOf(answers()), ["started", "failed", "started"]);
  assert.equal(box.told.filter(([name]) => name === "run").length, 2);
});

Deno.test(
  "request: one whose caller is gone before git answered shows the next one's sandbox nothing",
  lenient,
  async () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n");
    const box = scriptedSandbox();
    const { request, put, service, ask } = openRequest({ root: repo.root, sandboxes: [box] });
    ask();
    request.receive({ type: "root", facts: FACTS });
    request.end();
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual([box.told, put, service.listing], [[], [], undefined]);
  },
);

Deno.test(
  "request: a prompt goes to the thread that answers, with what is known, and its plan to the sandbox",
  lenient,
  async () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n");
    const box = scriptedSandbox();
    const { request, service, said, sent, tell, ends } = openRequest({ root: repo.root, sandboxes: [box] });
    const question = daemonQuestion(promptQuestion("where is a?", { cwd: repo.root }), 3);
    request.receive({ type: "ask", root: service.root, question });
    assert.deepEqual(said, [{
      type: "ask",
      root: repo.root,
      question,
      known: { notes: "", symbols: undefined },
    }]);
    request.receive({ type: "root", facts: FACTS });
    tell({ type: "plan", calls: [SEARCH], wallMs: 900 });
    tell({ type: "call", id: 5, call: SEARCH, endsAt: ENDS_AT });
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(box.told.length, 0, "the tools wait for how the question's vector stands");
    const meaning = {
      choice: { provider: "openai" },
      space: { provider: "openai", model: "m", isElsewhere: false, isAsked: true },
    } as unknown as MeaningOutset;
    request.receive({ type: "meaning", meaning });
    await until(() => said.length === 3);
    assert.deepEqual(box.told.map(([name]) => name), ["open", "prepare", "tell", "run"]);
    assert.deepEqual(box.told[2], ["tell", { type: "question", space: meaning.space }]);
    assert.deepEqual(said.slice(1), [
      { type: "meaning", meaning },
      { type: "done", id: 5, findings: findings("found") },
    ], "what the sandbox found goes to that thread, not to the caller");
    const vectors = [[1, 0]] as unknown as readonly Float32Array<ArrayBuffer>[];
    const outcome = { ok: true, vectors, dimension: 2, tokens: 1, requests: 1 } as const;
    const query = { provider: "openai", model: "m", outcome } as const;
    request.receive({ type: "semantic", query, said: { use: undefined! } });
    await until(() => box.told.length === 5);
    const [, heard] = box.told[4] as ["tell", { query: typeof query }];
    assert.deepEqual(heard.query, { ...query, outcome: { ...outcome, vectors: [Float32Array.of(1, 0)] } });
    assert.deepEqual(said.at(-1), { type: "said", said: { use: undefined } });
    tell({ type: "end" });
    await until(() => box.told.length === 6);
    assert.deepEqual(box.told.at(-1), ["abort"]);
    tell({ type: "failed", message: "broken" });
    assert.deepEqual(typesOf(sent), ["planned", "closed"]);
    request.end();
    request.receive({ type: "meaning" });
    tell({ type: "idle", kind: "none" });
    assert.deepEqual([said.length, sent.length, ends], [4, 2, ["end"]]);
  },
);

Deno.test(
  "request: a turn of a session is told with the session's notes, any other prompt without",
  lenient,
  () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n");
    const notes = '{"basis":"b"}\n';
    repo.write(".devbooks/cache/auto-tools/sessions/one.jsonl", notes);
    const rows: readonly [isTurn: boolean, sessionId: string, told: string][] = [
      [true, "one", notes],
      [true, "two", ""],
      [false, "one", ""],
    ];
    for (const [isTurn, sessionId, told] of rows) {
      const { request, service, said } = openRequest({ root: repo.root, sandboxes: [] });
      const prompt = promptQuestion("where is a?", { cwd: repo.root, isTurn, sessionId });
      const question = daemonQuestion(prompt, 3);
      request.receive({ type: "ask", root: service.root, question });
      request.end();
      const [first] = said as [Extract<ToTurn, { type: "ask" }>];
      assert.equal(first.known.notes, told, `${isTurn} ${sessionId}`);
    }
  },
);
