import assert from "node:assert/strict";
import { callTools, type ToolsCall } from "../../../src/engine/call.ts";
import type { EngineProcess } from "../../../src/engine/process.ts";
import { serverProcess } from "../../../src/engine/process.ts";
import { MOCK_RERANKER } from "../../../src/engine/semantic.ts";
import { readIntent } from "../../../src/intent/intent.ts";
import type { ToDaemon } from "../../../src/model/daemon.ts";
import { TOOL_NAMES } from "../../../src/model/tools.ts";
import { makePlan } from "../../../src/pipeline/plan.ts";
import { daemonAddress, preparePlace } from "../../../src/platform/daemon_place.ts";
import { linesOf } from "../../../src/platform/lines.ts";
import type { Sandbox } from "../../../src/platform/sandbox.ts";
import { SandboxPool } from "../../../src/platform/sandbox_pool.ts";
import { Sanitizer } from "../../../src/safety/sanitize.ts";
import { readConfigFile } from "../../../src/settings/file.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { foundBy, until } from "../../support/engine_kit.ts";
import { makeRepo } from "../../support/fixture.ts";
import { checks, started } from "../../support/own_process.ts";
import { memoryPair } from "../../support/pair.ts";
import { SHOP } from "../../support/shop.ts";

/** Tools called in this process: which sandbox is used and kept, when rights are given up, what ends a call. */

const { root } = makeRepo(SHOP);
/** Prepared while this process has its rights. */
const place = preparePlace(daemonAddress()!)!;
const PROMPT = "Where is loginUser defined and what does it call?";

function settingsWith(text = "") {
  const patient = `budget:\n  wall_ms: 60000\ntools:\n${
    TOOL_NAMES.map((tool) => `  ${tool}:\n    timeout_ms: 30000\n`).join("")
  }`;
  return resolveSettings(
    () => undefined,
    [{ source: "user", path: "u", text: patient + text }],
    readConfigFile,
  )
    .settings;
}

function callWith(more: Partial<ToolsCall> = {}, prompt = PROMPT): ToolsCall {
  const settings = more.settings ?? settingsWith();
  const plan = makePlan(prompt, readIntent(prompt), settings);
  return { cwd: root, plan, settings, sanitizer: new Sanitizer(), byDaemon: false, ...more };
}

/** The statuses of a call's tools and the places they found. */
async function outcomesOf(call: ToolsCall, process: Partial<EngineProcess> = {}) {
  const found = await callTools(call, { keep: "daemon", ...process });
  const outcomes = found.root ? found.outcomes : [];
  return {
    found,
    ends: outcomes.map(({ tool, status }) => `${tool} ${status}`),
    places: outcomes.flatMap((one) =>
      one.findings?.items.map(({ path, startLine }) => `${path}:${startLine}`) ?? []
    ),
    errors: outcomes.flatMap(({ error }) => error ? [error.message] : []),
  };
}

/** A pool whose sandboxes are counted. */
function countedPool() {
  const pool = new SandboxPool();
  const [taken, put]: [(Sandbox | undefined)[], Sandbox[]] = [[], []];
  const { take, put: keep } = pool;
  Object.assign(pool, {
    take: (of: string) => {
      const one = take.call(pool, of);
      taken.push(one);
      return one;
    },
    put: (of: string, one: Sandbox) => {
      put.push(one);
      keep.call(pool, of, one);
    },
  });
  return { pool, taken, put };
}

/** Runs while this process seems to hold so many bytes. */
async function holding<T>(rss: number, work: () => Promise<T>): Promise<T> {
  const real = Deno.memoryUsage;
  Object.assign(Deno, { memoryUsage: () => ({ ...real(), rss }) });
  try {
    return await work();
  } finally {
    Object.assign(Deno, { memoryUsage: real });
  }
}
const MB = 1024 * 1024;

const stateOf = (name: Deno.PermissionName): string => Deno.permissions.querySync({ name }).state;

await checks({
  "in plan mode nothing is run and nothing opened; where nothing may be read there is a reason": async () => {
    const { found, ends } = await outcomesOf(callWith({ settings: settingsWith("mode: plan\n") }));
    assert.equal(found.root?.path, root);
    assert.ok(ends.every((end) => !end.endsWith(" ok")), ends.join());
    const nowhere = await outcomesOf(callWith({ cwd: "/" }));
    assert.equal(nowhere.found.root, undefined);
    assert.equal(nowhere.found.limits.length > 0, true);
  },

  "a call finds places, then the process has given up its rights": async () => {
    const { found, places, ends } = await outcomesOf(callWith());
    assert.deepEqual(found.root, { path: root, source: "git" });
    assert.ok(places.some((place) => place.startsWith("src/auth/login.ts:")));
    assert.ok(ends.every((end) => end.endsWith(" ok")), ends.join());
    // What a daemon keeps.
    assert.deepEqual([stateOf("net"), stateOf("read"), stateOf("run")], ["prompt", "granted", "granted"]);
    assert.ok(!started().some((line) => line.startsWith("warm ")), "a process that serves one call");
  },

  "a server keeps one sandbox from call to call, unless it holds too much": async () => {
    const { pool, taken, put } = countedPool();
    const call = async (rss: number): Promise<void> => {
      const { places } = await holding(
        rss,
        () => outcomesOf(callWith({}, `fix the bug in loginUser, ${PROMPT}`), { pool }),
      );
      assert.ok(places.some((place) => place.startsWith("src/auth/login.ts:")));
    };
    await call(349 * MB);
    assert.deepEqual([taken[0], put.length], [undefined, 1]);
    await call(350 * MB);
    assert.equal(put[1], put[0]);
    await call(350 * MB + 1);
    assert.notEqual(put[2], put[0], "too much");
    assert.deepEqual([put[0]!.isUp, put[2]!.isUp], [false, true]);
    await until(() => started().length > 0);
    assert.deepEqual(started(), [`warm ${root};2 65536 131072`]);
    pool.clear();
  },

  "the first call loads the code alone; others begin beside it, unless the process holds too much":
    async () => {
      const rows: readonly [isWarm: boolean, rss: number, atATime: number][] = [
        [false, 0, 1],
        [true, 159 * MB, 5],
        [true, 160 * MB, 1],
      ];
      const cwd = "/";
      for (const [isWarm, rss, atATime] of rows) {
        const asked: number[] = [];
        const signals: unknown[] = [];
        const queue = {
          isWarm,
          run: (
            turn: { readonly atATime: () => number; readonly signal: unknown },
            work: () => Promise<unknown>,
          ) => {
            asked.push(turn.atATime());
            signals.push(turn.signal);
            return work();
          },
        } as unknown as NonNullable<EngineProcess["queue"]>;
        const { signal } = new AbortController();
        await holding(rss, () => outcomesOf(callWith({ cwd, signal }), { queue, atATime: 5 }));
        assert.deepEqual([asked, signals], [[atATime], [signal]]);
        const usual = settingsWith()["budget.max_concurrency"].value;
        await holding(rss, () => outcomesOf(callWith({ cwd, signal }), { queue }));
        assert.equal(asked[1], atATime === 5 ? usual : 1);
      }
      const { keep, queue, pool } = serverProcess();
      assert.deepEqual([keep, pool !== undefined], ["server", true]);
      const ends: Promise<string>[] = [];
      const finish = Promise.withResolvers<void>();
      for (let at = 0; at < 66; at++) {
        ends.push(
          queue!.run({ atATime: () => 1 }, () => finish.promise).then(() => "done", ({ kind }) => kind),
        );
      }
      assert.equal(await ends[65], "busy");
      finish.resolve();
      assert.deepEqual((await Promise.all(ends)).filter((end) => end !== "done"), ["busy"]);
    },

  "meaning is looked for by what the process has opened, unless the call or its folder's settings say no":
    async () => {
      const semantic = {
        choice: { provider: "none", remote: false, why: "opened before", others: [] },
        close: () => {},
      } as const;
      const rows: readonly (readonly [more: Partial<ToolsCall>, why: string])[] = [
        [{}, "opened before"],
        [{ byMeaning: true }, "opened before"],
        [{ byMeaning: false }, "embedding.provider is none"],
        [{ settings: settingsWith("embedding:\n  provider: none\n") }, "embedding.provider is none"],
      ];
      for (const [more, why] of rows) {
        const { found } = await outcomesOf(callWith({ question: PROMPT, ...more }), { semantic });
        assert.equal(found.root && found.semantic?.why, why);
      }
    },

  "a call that is cancelled ends at once; progress is told": async () => {
    const received: string[] = [];
    const cancel = new AbortController();
    const stalled = callWith({
      signal: cancel.signal,
      onProgress: (message) => {
        received.push(message);
        if (message === "running ci_search") cancel.abort();
      },
    });
    await assert.rejects(outcomesOf(stalled), /cancelled by the client/);
    assert.ok(received.includes("running ci_search"), received.join());
    const before = outcomesOf(callWith({ signal: AbortSignal.abort() }));
    await assert.rejects(before, /cancelled by the client/);
    const call = callWith();
    const late = await outcomesOf({
      ...call,
      plan: { ...call.plan, budget: { ...call.plan.budget, wallMs: 0 } },
    });
    assert.ok(late.errors.includes("no time left"), late.errors.join());
  },

  "a model puts what was found in order, and that is noted": async () => {
    const usual = await outcomesOf(callWith());
    const other = await outcomesOf(callWith({ rerank: MOCK_RERANKER, question: PROMPT }));
    assert.notDeepEqual(other.places, usual.places);
    assert.deepEqual(other.places.toSorted(), usual.places.toSorted());
    assert.ok(other.found.root && other.found.models.uses.some(({ provider }) => provider === "mock"));
    const timeline = Deno.readTextFileSync(`${root}/.devbooks/cache/auto-tools/timeline.jsonl`);
    assert.match(timeline, /"model:asked".*"mock"/);
    const unasked = await outcomesOf(callWith({ rerank: MOCK_RERANKER }));
    assert.deepEqual(unasked.places, usual.places, "without a question there is none to judge by");
  },

  "a daemon is asked where it may be; a sandbox takes the place of one that goes away": async () => {
    place.take();
    const heard: string[] = [];
    const summary = "found by the daemon ".repeat(20);
    const connectWith = (answers: boolean) => () => {
      const [here, there] = memoryPair();
      const say = (message: unknown): void =>
        void there.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`)).catch(() => {});
      say({ type: "ready", key: place.key });
      const listen = async (): Promise<void> => {
        for await (const line of linesOf(there, 1e7)) {
          const reported = JSON.parse(line) as ToDaemon;
          heard.push(reported.type);
          if (reported.type !== "plan") continue;
          if (!answers) {
            there.close();
            continue;
          }
          say(foundBy(reported, summary));
        }
      };
      void listen().catch(() => {});
      return Promise.resolve(here);
    };
    const summaries = async (call: ToolsCall, answers = true): Promise<boolean> => {
      heard.length = 0;
      const { found } = await outcomesOf(call, { connect: connectWith(answers) });
      return found.root !== undefined && found.outcomes.some((one) => one.findings?.summary === summary);
    };
    assert.equal(await summaries(callWith({ byDaemon: true })), true);
    assert.deepEqual(heard, ["plan"]);
    const { byDaemon: _, ...byDefault } = callWith();
    assert.equal(await summaries(byDefault), true, "by default");
    assert.equal(await summaries(callWith({ byDaemon: true }), false), false);
    assert.ok(heard.includes("plan"), "it was asked");
    const others = {
      packages: [],
      links: [],
      ask: (_: unknown, own: readonly never[]) => Promise.resolve(own),
    };
    const rows: Readonly<Record<string, Partial<ToolsCall>>> = {
      "it may not": { byDaemon: false },
      "in plan mode": { byDaemon: true, settings: settingsWith("mode: plan\n") },
      "a model puts it in order": { byDaemon: true, rerank: MOCK_RERANKER, question: PROMPT },
      "other repositories are asked": {
        byDaemon: true,
        others: others as unknown as ToolsCall["others"] & object,
      },
    };
    for (const [what, more] of Object.entries(rows)) {
      assert.equal(await summaries(callWith(more)), false, what);
      assert.deepEqual(heard, [], what);
    }
    place.leave();
  },
});
