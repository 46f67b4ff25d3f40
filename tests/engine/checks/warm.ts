import assert from "node:assert/strict";
import { Repositories } from "../../../src/engine/warm/repositories.ts";
import type { ServedPlace } from "../../../src/engine/warm/served_repository.ts";
import { ServedRepository } from "../../../src/engine/warm/served_repository.ts";
import type { Meaning, PromptCaller } from "../../../src/engine/warm/warm_engine.ts";
import { WarmEngine } from "../../../src/engine/warm/warm_engine.ts";
import { HINTS } from "../../../src/intent/hint.ts";
import type { Delivery, PromptAsk, PromptTask } from "../../../src/model/prompt.ts";
import type { QueryEmbedding } from "../../../src/model/semantic.ts";
import { cacheFolder } from "../../../src/platform/state_files.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { askOf, foundBy, planOf, until } from "../../support/engine_kit.ts";
import { makeRepo } from "../../support/fixture.ts";
import { checks } from "../../support/own_process.ts";
import type { WorkScripted } from "../../support/scripted_threads.ts";
import { scriptThreads, tasksOf } from "../../support/scripted_threads.ts";
import { openBelow } from "../../support/open_files.ts";

/** Which prompts a warm engine answers, what it says meanwhile, and what is recorded. */

const PROMPT = "Where is `loginUser` defined?";
const USER_FILE = `${Deno.env.get("HOME")}/.config/auto-tools/auto-tools.yaml`;
const EMBEDS = { CI_AUTO_TOOLS_EMBEDDING_PROVIDER: "ollama" };

const DELIVERY: Delivery = {
  context: "<auto-tools-context>\nfact\n</auto-tools-context>" as Delivery["context"],
  truncated: true,
  kind: "locate",
  planOnly: false,
  tools: [{ tool: "ci_search", status: "ok", ms: 1, places: 1 }],
  notes: ['{"basis":"b"}'],
  places: 1,
  reasons: ["r"],
  limits: [],
  leftOut: { known: 0, tooLong: 0, secrets: 0, injections: 0 },
};
const deliver: WorkScripted = () => Promise.resolve({ type: "delivery", delivery: DELIVERY });

/** A repository that is served from scripted threads, and how it is asked. */
function openEngine(
  work: WorkScripted = deliver,
  change: (place: ServedPlace) => ServedPlace = (place) => place,
) {
  const repo = makeRepo("//- /a.ts\nlet a;\n//- /lib/b.ts\nlet b;\n");
  const { root } = repo;
  const cache = cacheFolder(root)!;
  const threads = scriptThreads(work);
  const { settings } = resolveSettings(() => undefined);
  const place = change({ root, cache, facts: { rootSource: "git", isGit: true }, settings });
  const repositories = new Repositories({
    most: 8,
    open: (asked) =>
      Promise.resolve(
        asked === root
          ? new ServedRepository(place, { watches: undefined, onAnswered: () => {} })
          : undefined,
      ),
  });
  const engine = new WarmEngine(repositories);
  /** Asks, and answers with all that was said. */
  const ask = async (
    prompt = PROMPT,
    { env = {}, meaning, elapsedMs = 0, signal = new AbortController().signal, ...more }:
      & { readonly env?: Readonly<Record<string, string>>; readonly meaning?: Meaning }
      & { readonly elapsedMs?: number; readonly signal?: AbortSignal; readonly sessionId?: string }
      & Partial<PromptAsk> = {},
  ) => {
    const reported: unknown[] = [];
    const caller: PromptCaller = {
      env: (name) => env[name],
      startedAt: performance.now() - elapsedMs,
      signal,
      onPlanned: (waitedMs) => reported.push(["planned", waitedMs]),
      onDraft: ({ context }) => reported.push(["draft", context]),
      embed: (onVector) => {
        reported.push("embed");
        if (meaning?.space) onVector(VECTOR);
        return Promise.resolve(meaning ?? { models: { uses: [] } });
      },
    };
    const answer = await engine.answer(askOf(prompt, { cwd: root, ...more }), caller);
    return { reported, answer, reply: answer?.reply };
  };
  const tasks = () => threads.all.flatMap(tasksOf);
  const close = (): void => {
    repositories.close();
    threads[Symbol.dispose]();
  };
  return { repo, cache, engine, repositories, threads, ask, tasks, close };
}

const VECTOR: QueryEmbedding = {
  provider: "ollama",
  model: "m",
  outcome: { ok: false, reason: "timeout", detail: "late" },
};
const REPLY = { context: DELIVERY.context, isTruncated: true };

function withUser<T>(text: string, run: () => Promise<T>): Promise<T> {
  Deno.mkdirSync(USER_FILE.slice(0, USER_FILE.lastIndexOf("/")), { recursive: true });
  Deno.writeTextFileSync(USER_FILE, text);
  return run().finally(() => Deno.removeSync(USER_FILE));
}

function timelineOf(root: string): string {
  try {
    return Deno.readTextFileSync(`${root}/.devbooks/cache/auto-tools/timeline.jsonl`);
  } catch {
    return "";
  }
}

await checks({
  "a prompt: planned, answered in the sandbox, with what is known of it": async () => {
    const { repo, cache, ask, tasks, close } = openEngine();
    const since = performance.now();
    const { reported, reply } = await ask();
    assert.deepEqual([reported, reply], [[["planned", 2500]], REPLY]);
    const [{ task, startedAt, endsAt, latestAt }] = tasks() as [ReturnType<typeof tasks>[0]];
    assert.ok(task.kind === "prompt");
    const { request, root, notes, isWhole, structured, planOnly, limits, cap, models, plan } = task;
    assert.deepEqual(
      [request.prompt, root, notes, isWhole, structured, planOnly, limits, cap.limit, models],
      [PROMPT, { path: repo.root, source: "git" }, "", false, false, false, [], 10_000, { uses: [] }],
    );
    assert.ok(plan.calls.some(({ tool }) => tool === "ci_search"));
    assert.ok(cache.startsWith(repo.root));
    // A person waits for 2.5 s, of which a part is for the way back; nine tenths of the budget if nothing is found.
    const [ends, latest] = [endsAt - startedAt, latestAt - startedAt];
    assert.ok(Math.abs(ends - 2200) < 20 && Math.abs(latest - 4500) < 1, `${ends} ${latest}`);
    assert.ok(performance.now() - since < 10_000);
    close();
  },

  "the time before counts": async () => {
    const { ask, tasks, close } = openEngine();
    await ask(PROMPT, { elapsedMs: 1000 });
    const [{ startedAt, endsAt }] = tasks() as [ReturnType<typeof tasks>[0]];
    assert.ok(Math.abs(endsAt - startedAt - 2200) < 20 && Date.now() - startedAt >= 1000);
    await ask("fix the bug in `loginUser`: it throws, what is the impact of changing it?", {
      env: { CI_AUTO_TOOLS_BUDGET_WALL_MS: "10000" },
    });
    const deep = tasks()[1]!;
    // With deep tools four tenths of a budget that is larger by five seconds.
    assert.ok(Math.abs(deep.endsAt - deep.startedAt - 5700) < 20, `${deep.endsAt - deep.startedAt}`);
    close();
  },

  "silence, and a hint for a prompt that names nothing": async () => {
    const { repo, ask, tasks, close } = openEngine();
    for (
      const [prompt, env] of [
        ["thanks, that is all", {}],
        [PROMPT, { CI_AUTO_TOOLS: "off" }],
      ] as const
    ) {
      const { reported, reply, answer } = await ask(prompt, { env });
      assert.deepEqual([reported, reply, answer?.writes()], [[], {}, []]);
    }
    const { reported, reply } = await ask("please fix the bug", { isTurn: true });
    assert.deepEqual([reported, reply], [[], { message: HINTS[1] }]);
    assert.match(timelineOf(repo.root), /"reason":"nothing named"/);
    assert.equal(tasks().length, 0);
    const vague = await ask("tell me more about the weather", { env: { CI_AUTO_TOOLS: "on" } });
    assert.deepEqual([vague.reply, tasks().length], [REPLY, 1]);
    close();
  },

  "a process of its own answers where the settings or the folder want that": async () => {
    const alone = async (
      env: Readonly<Record<string, string>>,
      { cwd, user = "" }: { readonly cwd?: string; readonly user?: string } = {},
    ): Promise<boolean> => {
      const one = openEngine();
      const { reported, answer } = await withUser(user, () => one.ask(PROMPT, { env, ...(cwd && { cwd }) }));
      one.close();
      assert.deepEqual([reported, one.tasks().length], answer ? [[["planned", 2500]], 1] : [[], 0]);
      return answer === undefined;
    };
    assert.equal(await alone({}), false);
    for (
      const env of [
        { CI_AUTO_TOOLS_DAEMON_IDLE_S: "0" },
        { CI_AUTO_TOOLS_MODE: "plan" },
        { CI_AUTO_TOOLS_RERANKER: "true" },
      ]
    ) assert.equal(await alone(env), true, JSON.stringify(env));
    assert.equal(await alone({}, { user: "ckb:\n  server: ckb\n" }), true, "a server");
    assert.equal(await alone({}, { user: "workspace: [/a, /b]\n" }), true, "a workspace");
    const other = makeRepo("//- /a.ts\nlet a;\n");
    assert.equal(await alone({}, { user: `repo_root: ${other.root}\n` }), true, "a root without a cache");
    cacheFolder(other.root);
    assert.equal(await alone({}, { user: `repo_root: ${other.root}\n` }), true, "a root that is not served");
    const moved = openEngine(deliver, (place) => ({ ...place, cache: `${place.cache}/other` }));
    assert.equal((await moved.ask()).answer, undefined, "a cache that is not where it was");
    moved.close();
  },

  "a turn of a session: its notes count and its delivery is recorded, once it was passed on": async () => {
    const { repo, ask, tasks, close } = openEngine();
    const notes = '{"basis":"before"}\n';
    repo.write(".devbooks/cache/auto-tools/sessions/one.jsonl", notes);
    const rows: readonly [isTurn: boolean, sessionId: string, received: string][] = [
      [true, "one", notes],
      [true, "two", ""],
      [false, "one", ""],
    ];
    for (const [at, [isTurn, sessionId, received]] of rows.entries()) {
      const shows = { deliveries: true, messages: true };
      const { answer } = await ask(PROMPT, {
        isTurn,
        sessionId,
        shows,
        env: { CI_AUTO_TOOLS_NOTICE: "first" },
      });
      assert.equal((tasks()[at]!.task as PromptTask).notes, received, sessionId);
      const isFirst = sessionId === "two";
      assert.equal(
        answer?.reply.message?.includes("gave the model") ?? false,
        isFirst,
        "the first of its session",
      );
      const before = timelineOf(repo.root);
      const writes = answer!.writes();
      assert.equal(writes.length, isTurn ? 3 : 0);
      assert.equal(timelineOf(repo.root), before, "nothing is recorded yet");
      for (const write of writes) write();
      assert.equal(timelineOf(repo.root) !== before, isTurn);
    }
    const quiet: readonly (readonly [deliveries: boolean, sessionId: string | undefined])[] = [
      [false, "three"],
      [true, undefined],
    ];
    for (const [deliveries, sessionId] of quiet) {
      const session = sessionId === undefined ? {} : { sessionId };
      const shows = { deliveries, messages: true };
      const env = { CI_AUTO_TOOLS_NOTICE: "first" };
      assert.deepEqual((await ask(PROMPT, { isTurn: true, shows, env, ...session })).reply, REPLY);
    }
    if (Deno.build.os === "linux") assert.deepEqual(openBelow(repo.root), [], "a file of a turn stays open");
    const kept = Deno.readTextFileSync(`${repo.root}/.devbooks/cache/auto-tools/sessions/one.jsonl`);
    assert.equal(kept, `${notes}{"basis":"b"}\n`);
    close();
  },

  "a mistake in the settings is named once": async () => {
    const { ask, tasks, close } = openEngine();
    const shows = { deliveries: false, messages: true };
    await withUser("tier_max: many\n", async () => {
      const first = await ask(PROMPT, { shows });
      assert.match(first.reply?.message ?? "", /^auto-tools settings:\n.*tier_max/);
      assert.equal((await ask(PROMPT, { shows })).reply?.message, undefined);
    });
    assert.match((tasks()[0]!.task as PromptTask).limits.join(), /tier_max/);
    close();
  },

  "a prompt behind which others come ends with its draft when its share is over": async () => {
    const env = { CI_AUTO_TOOLS_BUDGET_WALL_MS: "20000" };
    const { ask, tasks, close } = openEngine(async ({ say, stopped }) => {
      if (tasks().length > 1) return { type: "delivery", delivery: DELIVERY };
      say({ type: "draft", delivery: { ...DELIVERY, truncated: true } });
      await stopped;
      return { type: "delivery", delivery: DELIVERY };
    });
    const since = performance.now();
    const first = ask(PROMPT, { env });
    await until(() => tasks().length === 1);
    const others = Array.from({ length: 30 }, () => ask(PROMPT, { env }));
    assert.deepEqual((await first).reply, REPLY);
    assert.ok(performance.now() - since < 5000, "alone it has 9.7 s");
    for (const { reply } of await Promise.all(others)) assert.deepEqual(reply, REPLY);
    close();
  },

  "a late prompt: its last draft, else a report of what did not end": async () => {
    const env = { CI_AUTO_TOOLS_BUDGET_WALL_MS: "1200" };
    const drafting = openEngine(({ say }) => {
      say({ type: "running", tool: "ci_search", limitMs: 60_000 });
      for (const truncated of [false, true]) say({ type: "draft", delivery: { ...DELIVERY, truncated } });
      return new Promise(() => {});
    });
    const draft = await drafting.ask(PROMPT, { env });
    assert.deepEqual([draft.reply, draft.reported], [REPLY, [
      ["planned", 600],
      ["draft", DELIVERY.context],
      ["draft", DELIVERY.context],
    ]]);
    drafting.close();
    const stuck = openEngine(({ say }) => {
      say({ type: "running", tool: "ci_search", limitMs: 60_000 });
      return new Promise(() => {});
    });
    const { reply, answer } = await stuck.ask(PROMPT, { env, isTurn: true, sessionId: "s" });
    assert.deepEqual(reply, {});
    for (const write of answer!.writes()) write();
    assert.match(
      timelineOf(stuck.repo.root),
      /"reason":"out of time".*"tool":"ci_search","status":"timeout"/,
    );
    stuck.close();
  },

  "the question's vector: asked for where the settings and the folder have one to compare it with":
    async () => {
      const rows: readonly (readonly [
        string,
        env: Record<string, string>,
        hasStore: boolean,
        asks: boolean,
        boolean,
      ])[] = [
        ["there are vectors", EMBEDS, true, true, true],
        ["no model is to be asked", EMBEDS, true, false, false],
        ["there are none", EMBEDS, false, true, false],
        ["no provider", { CI_AUTO_TOOLS_EMBEDDING_PROVIDER: "none" }, true, true, false],
        [
          "an engine has them",
          { ...EMBEDS, CI_AUTO_TOOLS_VECTORS_URL: "qdrant+http://127.0.0.1:9/code" },
          false,
          true,
          true,
        ],
      ];
      for (const [what, env, hasStore, asksModels, isAsked] of rows) {
        const { ask, cache, close } = openEngine();
        if (hasStore) Deno.writeTextFileSync(`${cache}/vectors-0-1-1.sqlite`, "");
        const { reported } = await ask(PROMPT, { env, asksModels });
        assert.deepEqual(reported, [["planned", 2500], ...isAsked ? ["embed"] : []], what);
        close();
      }
      const { ask, cache, threads, tasks, close } = openEngine();
      Deno.writeTextFileSync(`${cache}/vectors-0-1-1.sqlite`, "");
      const space = { provider: "ollama", model: "m", isElsewhere: false, isAsked: true };
      const models = { uses: [], semanticGap: { ok: false, reason: "timeout", detail: "d" } } as const;
      await ask(PROMPT, { env: EMBEDS, asksModels: true, meaning: { space, models } });
      assert.deepEqual((tasks()[0]!.task as PromptTask).models, models);
      const question = threads.all[0]!.heard.find(({ type }) => type === "question");
      assert.deepEqual(question, { type: "question", space });
      close();
    },

  "a vector reaches the sandbox that works on the question": async () => {
    let onVector: ((query: QueryEmbedding) => void) | undefined;
    const one = openEngine(async () => {
      onVector!(VECTOR);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { type: "delivery", delivery: DELIVERY };
    });
    Deno.writeTextFileSync(`${one.cache}/vectors-0-1-1.sqlite`, "");
    await one.engine.answer(askOf(PROMPT, { cwd: one.repo.root, asksModels: true }), {
      env: (name) => (EMBEDS as Record<string, string>)[name],
      startedAt: performance.now(),
      signal: new AbortController().signal,
      onPlanned: () => {},
      onDraft: () => {},
      embed: (receive) => {
        onVector = receive;
        return Promise.resolve({ models: { uses: [] } });
      },
    });
    const { heard } = one.threads.all[0]!;
    assert.deepEqual(heard.find(({ type }) => type === "semantic"), { type: "semantic", query: VECTOR });
    onVector!(VECTOR);
    assert.equal(heard.filter(({ type }) => type === "semantic").length, 1, "nothing once it is over");
    one.close();
  },

  "a plan's tools are called by the client's rules; a root that is not served is none of ours": async () => {
    const running: string[] = [];
    const { repo, engine, threads, close } = openEngine(({ task, say }) => {
      say({ type: "running", tool: "ci_impact", limitMs: 60_000 });
      return Promise.resolve(foundBy(task));
    });
    const plan = planOf("ci_impact");
    const call = (root: string, elapsedMs = 0) =>
      engine.call(root, {
        plan,
        rules: { exclude: ["gen"], ttlMs: 7000 },
        facts: { rootSource: "git", isGit: true, head: "1" },
        startedAt: performance.now() - elapsedMs,
        signal: new AbortController().signal,
        onRunning: (tool) => running.push(tool),
      });
    const outcomes = await call(repo.root);
    assert.deepEqual([{ type: "found", outcomes }, running], [foundBy({ plan }), ["ci_impact"]]);
    const view = threads.all[0]!.heard.find((one) => one.type === "open")!.view;
    assert.deepEqual([view.exclude, view.answers?.ttlMs], [["gen"], 7000]);
    assert.equal(await call("/elsewhere"), undefined);
    threads.work = () => new Promise(() => {});
    const [late] = await call(repo.root, 53_700) ?? [];
    assert.deepEqual(
      [late?.tool, late?.status],
      ["ci_impact", "skipped"],
      "nine tenths of its budget are over",
    );
    close();
  },

  "a caller that is gone before its turn is not worked for": async () => {
    const { ask, tasks, close } = openEngine();
    await assert.rejects(ask(PROMPT, { signal: AbortSignal.abort() }), /cancelled/);
    assert.equal(tasks().length, 0);
    close();
  },

  "a repository that is named beforehand is taken on": async () => {
    const { repo, engine, repositories, close } = openEngine();
    await engine.serve(`${repo.root}/none`);
    assert.equal(repositories.size, 0);
    await engine.serve(repo.root);
    await until(() => repositories.size === 1);
    close();
  },
});
