import assert from "node:assert/strict";
import { askDaemon, type Asking } from "../../../src/engine/daemon/ask.ts";
import { askForPlan } from "../../../src/engine/daemon/ask_plan.ts";
import { askForPrompt } from "../../../src/engine/daemon/ask_prompt.ts";
import { elsewhere, isFor, isTooLate, prewarm, shownSoon } from "../../../src/engine/prewarm.ts";
import type { Prewarm } from "../../../src/engine/prewarm.ts";
import { startOfPrompt } from "../../../src/engine/prompt_time.ts";
import { attempt } from "../../../src/model/attempt.ts";
import type { ToDaemon } from "../../../src/model/daemon.ts";
import type { Plan, ToolCall } from "../../../src/model/plan.ts";
import { cacheFolder } from "../../../src/platform/cache_folder.ts";
import { clock } from "../../../src/platform/clock.ts";
import { daemonAddress, preparePlace } from "../../../src/platform/daemon_place.ts";
import type { Connection } from "../../../src/platform/lines.ts";
import { linesOf } from "../../../src/platform/lines.ts";
import type { Repository } from "../../../src/platform/repository.ts";
import { readConfigFile } from "../../../src/settings/file.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { findings, promptQuestion, until } from "../../support/engine_kit.ts";
import { makeRepo, type Repo } from "../../support/fixture.ts";
import { checks, waitsOf } from "../../support/own_process.ts";
import { memoryPair } from "../../support/pair.ts";

/** How a daemon is found, whether it is believed, and what becomes of a request where it is not there or goes away. */

function settingsWith(text = "") {
  return resolveSettings(() => undefined, [{ source: "user", path: "u", text }], readConfigFile).settings;
}

/** The other end of a connection: what it hears, and what it says. */
function scripted(connection: Connection) {
  const heard: ToDaemon[] = [];
  const state = { isOver: false };
  const say = (...messages: readonly unknown[]): void => {
    const text = messages.map((one) => `${JSON.stringify(one)}\n`).join("");
    void connection.write(new TextEncoder().encode(text)).catch(() => {});
  };
  const listen = async (): Promise<void> => {
    for await (const line of linesOf(connection, 1e7)) heard.push(JSON.parse(line));
    state.isOver = true;
  };
  void listen().catch(() => state.isOver = true);
  return { heard, say, state, close: () => connection.close() };
}

/** Leaves the place that was opened last: there is one for all repositories. */
let leave = (): unknown => undefined;

/** A repository with a daemon's place, and a way to connect there that ends in this process. */
function openPlace(repo: Repo = makeRepo("//- /a.ts\nlet a;\n")) {
  const { root } = repo;
  leave();
  const place = preparePlace(daemonAddress()!)!;
  leave = () => attempt(() => place.leave());
  place.take();
  const calls: ReturnType<typeof scripted>[] = [];
  const connect = (): Promise<Connection> => {
    const [here, there] = memoryPair();
    calls.push(scripted(there));
    return Promise.resolve(here);
  };
  const ready = { type: "ready", key: place.key };
  return { root, repo, place, calls, connect, ready };
}

const FACTS = { rootSource: "git", isGit: true, head: "1" } as const;
const SEARCH: ToolCall = { tool: "ci_search", tier: 1, reason: "r", args: {}, timeoutMs: 60_000 };
const PLAN = { calls: [SEARCH], budget: { wallMs: 60_000 } } as unknown as Plan;

const OUTCOME = { tool: "ci_search", status: "ok", startedAt: 1, durationMs: 2 } as const;
/** What a daemon says that ran the plan. */
const FOUND = { type: "found", outcomes: [{ ...OUTCOME, findings: findings("found") }] };

/** Asks for a root where nothing but the connection matters. */
function ask(root: string, { settings = settingsWith(), ...more }: Partial<Asking>) {
  const place = { root, cache: undefined };
  const task = { plan: PLAN };
  return askDaemon(place, {
    task,
    settings,
    startedAt: clock(),
    wallMs: 60_000,
    question: () => undefined,
    ...more,
  });
}

/** A plan that a daemon is asked to run, its other end, how often the rights were given up, and the progress. */
async function askPlan({ settings = settingsWith("exclude: [gen]\n"), first = {}, signal }: {
  readonly settings?: ReturnType<typeof settingsWith>;
  /** What its first message has besides. */
  readonly first?: object;
  readonly signal?: AbortSignal;
} = {}) {
  const { root, calls, connect, ready } = openPlace();
  const repository = { root, main: root, facts: FACTS, limits: [] } as unknown as Repository;
  const done = { released: 0, progress: [] as string[] };
  const asking = askForPlan(repository, {
    plan: PLAN,
    settings,
    connect,
    signal,
    asking: undefined,
    startedAt: clock() - 30_000,
    release: () => void done.released++,
    onProgress: (message) => void done.progress.push(message),
  });
  await until(() => calls.length === 1);
  const [daemon] = calls as [ReturnType<typeof scripted>];
  daemon.say({ ...ready, ...first });
  return { asking, daemon, done, settings, root };
}

await checks({
  "reached: where one may be asked, and listens": async () => {
    const { root, place, calls, connect } = openPlace();
    const startedAt = clock();
    const isReached = async (text: string, other = root): Promise<boolean> => {
      const reached = await ask(other, { settings: settingsWith(text), startedAt, connect });
      reached?.call.close();
      return reached !== undefined;
    };
    assert.equal(await isReached(""), true);
    for (const text of ["daemon:\n  idle_s: 0\n", "ckb:\n  server: ckb\n", "reranker:\n  enabled: true\n"]) {
      assert.equal(await isReached(text), false, text);
    }
    const other = Deno.realPathSync(Deno.makeTempDirSync());
    assert.equal(await isReached(`workspace: ["${root}"]\n`), true, "a workspace of this root alone");
    assert.equal(await isReached(`workspace: ["${root}", "${other}"]\n`), false, "a workspace");
    assert.equal(await isReached(`workspace: ["${other}"]\n`), true, "a workspace of others");
    assert.equal(await isReached("", other), true, "about any repository");
    assert.equal(calls.length, 4);
    const lost = await ask(root, { startedAt, connect: () => Promise.resolve(undefined) });
    assert.equal(lost, undefined);
    const key = `${daemonAddress()!.replace(/[^/]+$/, "")}key`;
    Deno.chmodSync(key, 0o644);
    assert.equal(await isReached(""), false, "a key that others may read");
    Deno.chmodSync(key, 0o600);
    place.leave();
  },

  "believed: with this user's key, in time": async () => {
    const { root, calls, connect, ready } = openPlace();
    const isThere = async (
      say: (daemon: ReturnType<typeof scripted>) => void,
      startedAt = clock(),
    ): Promise<boolean> => {
      const reached = (await ask(root, { startedAt, connect }))!;
      assert.equal(calls.at(-1)!.heard.length, 0, "nothing is sent before");
      say(calls.at(-1)!);
      const answer = await reached.isThere;
      reached.call.close();
      if (!answer) assert.equal(calls.at(-1)!.heard.length, 0, "nothing is sent to another");
      return answer;
    };
    const patient = clock() - 30_000;
    assert.equal(await isThere(({ say }) => say(ready), patient), true);
    assert.equal(await isThere(({ say }) => say({ ...ready, type: "other" }), patient), false);
    assert.equal(await isThere(({ say }) => say({ ...ready, key: "0".repeat(64) }), patient), false);
    assert.equal(await isThere(({ close }) => close(), patient), false);
    assert.equal(await isThere(() => {}), false, "it says nothing");
    const late = ({ say }: ReturnType<typeof scripted>): void => void setTimeout(() => say(ready), 400);
    assert.equal(await isThere(late, patient), true, "a machine on which the way here took long");
    const begun = clock();
    assert.equal(await isThere(() => {}, clock() - 200), false);
    assert.ok(clock() - begun >= 390, "twice as long as the way here took");
  },

  "asked: what is sent is for this user's daemon alone, the prompt first": async () => {
    const repo = makeRepo("//- /a.ts\nlet a;\n");
    const { root, place, ready } = openPlace(repo);
    const cache = cacheFolder(root)!;
    const question = promptQuestion("where is a?", {
      cwd: root,
      env: { CI_AUTO_TOOLS_BUDGET_WALL_MS: "7000" },
    });
    for (const isGood of [true, false]) {
      const begun = clock();
      const asking = askForPrompt({ root, cache }, question, begun - 60_000);
      const daemon = scripted((await place.next())!);
      const asked = (await asking)!;
      assert.deepEqual([asked.place, asked.startedAt, asked.wallMs], [{ root, cache }, begun - 60_000, 7000]);
      daemon.say(isGood ? ready : { ...ready, key: "" });
      assert.equal(await asked.isThere, isGood);
      assert.equal(await asked.meaning, undefined);
      if (isGood) {
        await until(() => daemon.heard.length === 2);
        const [first, second] = daemon.heard as [Extract<ToDaemon, { type: "ask" }>, ToDaemon];
        assert.ok(first.question.elapsedMs >= 60_000 && first.question.elapsedMs < 120_000);
        assert.deepEqual([first.type, first.root, second], ["ask", root, { type: "meaning" }]);
        const { task, wallMs } = first.question;
        assert.deepEqual([task, wallMs], [{ prompt: JSON.parse(JSON.stringify(question)) }, 7000]);
      } else assert.equal(daemon.heard.length, 0);
      asked.call.close();
    }
    place.leave();
    assert.equal(await askForPrompt({ root, cache }, question), undefined);
  },

  "a plan in a daemon: what is said first, and the result once the rights are given up": async () => {
    const { asking, daemon, done, settings, root } = await askPlan();
    await until(() => daemon.heard.length === 3);
    const [first, ...others] = daemon.heard as [Extract<ToDaemon, { type: "ask" }>, ...ToDaemon[]];
    const { task, rules, wallMs, elapsedMs } = first.question;
    assert.deepEqual([task, wallMs, first.root], [{ plan: PLAN }, 60_000, root]);
    assert.deepEqual(rules, { exclude: ["gen"], ttlMs: settings["cache.ttl_s"].value * 1000 });
    assert.ok(elapsedMs >= 30_000 && elapsedMs < 60_000, `${elapsedMs} ms`);
    assert.deepEqual(others.toSorted((a, b) => a.type < b.type ? -1 : 1), [
      { type: "meaning" },
      { type: "root", facts: FACTS },
    ]);
    daemon.say({ type: "waiting" }, { type: "planned", wallMs: 60_000 });
    daemon.say({ type: "progress", message: "running ci_search" }, { type: "waiting" });
    await until(() => done.progress.length === 1);
    assert.deepEqual(done, { released: 0, progress: ["running ci_search"] });
    daemon.say(FOUND);
    assert.deepEqual(await asking, FOUND.outcomes);
    assert.equal(done.released, 1);
    await until(() => daemon.state.isOver);
  },

  "a daemon that goes away: the plan can run elsewhere, with the rights it needs": async () => {
    const ways: Readonly<Record<string, (daemon: ReturnType<typeof scripted>) => void>> = {
      "it closes": ({ close }) => close(),
      "it says what is no plan": ({ say }) => say({ type: "what" }),
      "it closes after its plan": ({ say, close }) => (say({ type: "planned", wallMs: 1 }), close()),
      "it falls silent": () => {},
    };
    await Promise.all(
      Object.entries(ways).map(async ([what, end]) => {
        const { asking, daemon, done } = await askPlan();
        const begun = clock();
        await until(() => daemon.heard.length === 3);
        end(daemon);
        assert.equal(await asking, undefined, what);
        if (what === "it falls silent") assert.ok(clock() - begun > 2000);
        assert.equal(done.released, 0, what);
      }),
    );
  },

  "a result that is none: its tools have failed; one that the client cancels is not waited for": async () => {
    const broken = await askPlan();
    const none = { ...FOUND, outcomes: [] };
    const before = Date.now();
    broken.daemon.say({ type: "planned", wallMs: 60_000 }, none);
    const [outcome, ...others] = await broken.asking ?? [];
    const { startedAt = 0, ...rest } = outcome ?? {};
    assert.ok(startedAt >= before && startedAt <= Date.now());
    const message = `the daemon's answer cannot be read: ${JSON.stringify(none).length} characters`;
    const error = { code: "E_UNKNOWN", message };
    assert.deepEqual([rest, ...others], [{ tool: "ci_search", status: "error", durationMs: 0, error }]);
    assert.equal(broken.done.released, 1);
    const cancel = new AbortController();
    const cancelled = await askPlan({ signal: cancel.signal });
    await until(() => cancelled.daemon.heard.length === 3);
    cancel.abort();
    assert.equal(await cancelled.asking, undefined);
    await until(() => cancelled.daemon.state.isOver);
  },

  "a plan in a daemon that is not believed: none": async () => {
    const { asking, daemon } = await askPlan({ first: { key: "" } });
    assert.equal(await asking, undefined);
    await until(() => daemon.state.isOver);
    assert.equal(daemon.heard.length, 0);
  },

  "begun before the intent is known: a daemon or a sandbox, for the root that git names": async () => {
    leave();
    const repo = makeRepo("//- /a.ts\nlet a;\n//- /sub/b.ts\nlet b;\n");
    const env = { CI_AUTO_TOOLS_BUDGET_WALL_MS: "60000" };
    const ask = (cwd: string, more: Readonly<Record<string, string>> = {}) =>
      prewarm(promptQuestion("where is a?", { cwd, env: { ...env, ...more } }));
    const cold = await ask(repo.root);
    assert.deepEqual([cold.asked, await cold.begun], [undefined, undefined], "nothing was ever asked there");
    cacheFolder(repo.root);
    const warm = await ask(`${repo.root}/sub`);
    const begun = (await warm.begun)!;
    await shownSoon(warm);
    const listing = new TextDecoder().decode((await begun.listed)?.listing);
    assert.match(listing, /^a\.ts\0sub\/b\.ts\0/);
    const view = { endsAt: Date.now() + 60_000, onStart: () => {}, onPartial: () => {} };
    const status = await begun.sandbox.run({ ...SEARCH, tool: "ci_index_status", tier: 0 }, view);
    assert.equal(status.tool, "ci_index_status");
    begun.sandbox.abort();
    assert.ok(warm.startMs > 0 && warm.startMs < 120_000);
    const plan = await ask(repo.root, { CI_AUTO_TOOLS_MODE: "plan" });
    assert.deepEqual([plan.asked, await plan.begun], [undefined, undefined]);
    // git does not answer for the folder that has a file named .git.
    const other = makeRepo("//- /sub/.git\nno repository\n//- /sub/b.ts\nlet b;\n", { git: false });
    cacheFolder(`${other.root}/sub`);
    const wrong = await ask(`${other.root}/sub`);
    assert.equal(await wrong.begun, undefined);
    await shownSoon(wrong);
  },

  "a process that begins a prompt ends with the longest time that a plan may take": async () => {
    const repo = makeRepo("//- /a.ts\nlet a;\n");
    const env = { CI_AUTO_TOOLS_BUDGET_WALL_MS: "50000", CI_AUTO_TOOLS_MODE: "plan" };
    let startMs = 0;
    const waits = await waitsOf(async () => {
      ({ startMs } = await prewarm(promptQuestion("where is a?", { cwd: repo.root, env })));
    });
    assert.ok(startMs > 0 && waits.includes(50_000 + 5000 - startMs), `${startMs}: ${waits}`);
  },

  "a daemon that was asked: heard where git confirms its root, else left": async () => {
    const { root, place, ready } = openPlace();
    const cache = cacheFolder(root)!;
    const question = promptQuestion("where is a?", {
      cwd: root,
      env: { CI_AUTO_TOOLS_BUDGET_WALL_MS: "60000" },
    });
    const serve = async (more: object = {}): Promise<ReturnType<typeof scripted>> => {
      const daemon = scripted((await place.next())!);
      daemon.say({ ...ready, ...more });
      const { heard, state } = daemon;
      // Nothing more is said to a daemon that has answered.
      void until(() => state.isOver || heard.some(({ type }) => type === "root"))
        .then(() => daemon.say({ type: "idle", kind: "debug" }));
      return daemon;
    };
    const serving = serve();
    const started = await prewarm(question);
    assert.equal(await started.begun, undefined);
    assert.deepEqual(await elsewhere(started, question), { idle: { kind: "debug", hint: undefined } });
    const { heard } = await serving;
    await until(() => heard.some(({ type }) => type === "root"), "the root is said");
    const again = serve({ key: "" });
    const distrusted = await prewarm(question);
    assert.equal(await elsewhere(distrusted, question), undefined);
    const { state } = await again;
    await until(() => state.isOver, "it is left");
    assert.equal(await elsewhere({ ...started, asked: undefined }, question), undefined);
    const found = (await started.repository) as Repository;
    assert.equal(isFor({ root, cache }, found), true);
    assert.equal(isFor({ root: "/", cache }, found), false);
    assert.equal(isFor({ root, cache: "/" }, found), false);
    assert.equal(isFor({ root, cache }, { ...found, facts: { rootSource: "cwd" } }), false);
    place.leave();
  },

  "too late to answer here: less is left than twice the start took, of a prompt whose daemon was waited for":
    () => {
      const left = startOfPrompt() + 1000 - clock();
      const rows: readonly [wallMs: number, startMs: number, isLate: boolean][] = [
        [1000 - left + 5_000, 1000, false],
        [1000 - left + 5_000, 4000, true],
        [1000 - left - 5_000, 0, true],
      ];
      for (const [wallMs, startMs, isLate] of rows) {
        const asked = { wallMs } as unknown as Prewarm["asked"];
        assert.equal(isTooLate({ asked, startMs } as Prewarm), isLate, `${wallMs} ${startMs}`);
      }
      assert.equal(isTooLate({ asked: undefined, startMs: 1e9 } as Prewarm), false);
      return Promise.resolve();
    },
});
