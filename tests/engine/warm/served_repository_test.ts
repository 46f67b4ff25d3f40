import assert from "node:assert/strict";
import type { RepositoryRun } from "../../../src/engine/repository_run.ts";
import { ServedRepository } from "../../../src/engine/warm/served_repository.ts";
import type { TreeWatch, TreeWatches } from "../../../src/platform/tree_watch.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { replaceChecked } from "../../../src/platform/cache_files.ts";
import { cacheFolder } from "../../../src/platform/state_files.ts";
import { SYMBOL_FILE } from "../../../src/index/symbol_filter.ts";
import { planOf, until } from "../../support/engine_kit.ts";
import type { Repo } from "../../support/fixture.ts";
import { makeRepo } from "../../support/fixture.ts";
import { scriptThreads, tasksOf, viewsOf } from "../../support/scripted_threads.ts";

// Limits for git's listing are left running, as in a daemon; files are looked at until they all were.
const lenient = { sanitizeOps: false, sanitizeResources: false };

const RULES = { exclude: ["gen"], ttlMs: 5 };
const PLAN = planOf("ci_search");
const CODE = Array.from(
  { length: 20 },
  (_, at) => `//- /src/file${String.fromCharCode(97 + at)}.ts\nlet a;\n`,
)
  .join("");

/** A repository that is served, and how it is asked. */
function serve(
  { root }: Repo,
  { env = {}, watch }: { readonly env?: Readonly<Record<string, string>>; readonly watch?: TreeWatch } = {},
) {
  const cache = cacheFolder(root)!;
  const { settings } = resolveSettings((name) => env[name]);
  const answered: ServedRepository[] = [];
  const place = { root, cache, facts: { rootSource: "git", isGit: true }, settings } as const;
  const watches = watch && { open: () => Promise.resolve(watch) } as unknown as TreeWatches;
  const served = new ServedRepository(place, { watches, onAnswered: (one) => answered.push(one) });
  /** Calls one tool, and answers when it was called. */
  const ask = (signal = new AbortController().signal): Promise<string> =>
    served.request(RULES, { signal, gitMs: 60_000 }, work).then(
      ({ type }) => type,
      ({ kind }) => kind,
    );
  return { served, answered, ask, cache };
}

async function work(run: RepositoryRun) {
  const startedAt = performance.now();
  return await run.work({ kind: "plan", plan: PLAN }, { plan: PLAN }, {
    startedAt,
    deadline: startedAt + 60_000,
  });
}

const settled = (ms = 20): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

Deno.test(
  "served: one after the other in one sandbox, which sees the commit that is at HEAD now",
  lenient,
  async () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n");
    using threads = scriptThreads();
    const { served, answered, ask } = serve(repo);
    const heads: string[] = [];
    for (const text of ["let b;\n", "let c;\n"]) {
      assert.equal(await ask(), "found");
      heads.push(repo.git("rev-parse", "--short=12", "HEAD").trim());
      repo.write("a.ts", text);
      repo.git("commit", "-qam", text);
    }
    const [thread] = threads.all;
    assert.deepEqual([threads.all.length, answered, served.isBusy], [1, [served, served], false]);
    assert.deepEqual(viewsOf(thread!).map(({ facts, exclude }) => [facts.head, exclude]), [
      [heads[0], ["gen"]],
      // Shown with the last request's commit, then with its own.
      [heads[0], ["gen"]],
      [heads[1], ["gen"]],
    ]);
    assert.equal(thread!.heard.filter(({ type }) => type === "rest").length, 2);
    served.close();
    assert.equal(thread!.isEnded, true);
  },
);

Deno.test("served: what git alone can tell of HEAD is asked of git", lenient, async () => {
  using repo = makeRepo("//- /a.ts\nlet a;\n");
  const { served } = serve(repo);
  repo.git("checkout", "-q", "-b", "käse");
  const head = repo.git("rev-parse", "--short=12", "HEAD").trim();
  assert.deepEqual(await served.facts(), { rootSource: "git", isGit: true, head });
  repo.git("checkout", "-q", "main");
  repo.write(".git/config", "git does not answer with such a file");
  assert.equal((await served.facts()).head, head, "the files say it");
});

Deno.test(
  "served: requests wait for their turn, one that is given up does not, one too many is refused",
  lenient,
  async () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n");
    const finish = Promise.withResolvers<void>();
    let running = 0;
    using threads = scriptThreads(async ({ task }) => {
      running++;
      await finish.promise;
      return { type: "found", outcomes: [], task } as never;
    });
    const { served, ask, answered } = serve(repo);
    const first = ask();
    await until(() => running === 1);
    const gone = new AbortController();
    const waiting = [ask(gone.signal), ...Array.from({ length: 31 }, () => ask())];
    assert.equal(await ask(), "busy", "33 wait");
    gone.abort();
    assert.equal(await waiting[0], "timeout");
    assert.deepEqual([running, served.isBusy], [1, true]);
    finish.resolve();
    assert.equal(await first, "found");
    assert.deepEqual(new Set(await Promise.all(waiting.slice(1))), new Set(["found"]));
    assert.deepEqual([running, threads.all.length, served.isBusy, answered.length], [32, 1, false, 34]);
    served.close();
  },
);

Deno.test(
  "served: those that wait share the time that the one before them has, down to a least",
  lenient,
  async () => {
    using repo = makeRepo("//- /a.ts\nlet a;\n");
    const finish = Promise.withResolvers<void>();
    using _ = scriptThreads(async () => {
      await finish.promise;
      return { type: "found", outcomes: [] };
    });
    const { served, ask } = serve(repo);
    const share = (ms: number): number =>
      Math.round((served.shareOf(performance.now() + ms) - performance.now()) / 10) * 10;
    assert.deepEqual([share(3000), share(100)], [3000, 250]);
    const all = [ask()];
    assert.equal(share(3000), 3000, "its own share");
    all.push(ask(), ask());
    assert.deepEqual([share(3000), share(700), share(-100)], [1000, 250, 250]);
    finish.resolve();
    await Promise.all(all);
    assert.equal(share(3000), 3000);
    served.close();
  },
);

Deno.test(
  "served: warming makes way for a request at once, and asks the question again behind it",
  lenient,
  async () => {
    using repo = makeRepo(CODE);
    let isHeld = true;
    using threads = scriptThreads(async ({ task, stopped }) => {
      if (task.kind === "prompt" && isHeld) await stopped;
      return { type: "found", outcomes: [] };
    });
    const { served, ask } = serve(repo);
    let turns = 0;
    const warming = served.warm(async () => {
      turns++;
      await until(() => !served.isBusy);
    });
    assert.equal(served.isWarm, true);
    await until(() => threads.all[0] !== undefined && tasksOf(threads.all[0]).length === 1);
    const since = performance.now();
    isHeld = false;
    assert.equal(await ask(), "found");
    assert.ok(performance.now() - since < 2000, "it waited for the warming");
    await warming;
    const [thread] = threads.all;
    const kinds = tasksOf(thread!).map(({ task }) => task.kind);
    assert.deepEqual(kinds, ["prompt", "plan", ...Array(10).fill("prompt")]);
    assert.deepEqual([threads.all.length, turns], [1, 11]);
    served.close();
  },
);

Deno.test(
  "served: warming that is about to begin makes way too, and beside a request none begins",
  lenient,
  async () => {
    using repo = makeRepo(CODE);
    const finish = Promise.withResolvers<void>();
    using threads = scriptThreads(async ({ task, stopped }) => {
      await (task.kind === "plan" ? finish.promise : stopped);
      return { type: "found", outcomes: [] };
    });
    const { served, ask } = serve(repo);
    const asked: Promise<string>[] = [];
    const since = performance.now();
    const warming = served.warm(() => {
      // git lists the files meanwhile.
      if (asked.length === 0) setTimeout(() => asked.push(ask()));
      return Promise.resolve();
    });
    const tasks = () => threads.all.flatMap(tasksOf).map(({ task }) => task.kind);
    await until(() => tasks().includes("plan"));
    assert.ok(performance.now() - since < 2500, "it waited for the warming");
    await warming;
    assert.deepEqual(tasks(), ["prompt", "plan"]);
    finish.resolve();
    await Promise.all(asked);
    served.close();
  },
);

/** A watch that says what it is told to. */
function watchOf(reported: { isQuiet: boolean; isResting: boolean }): TreeWatch {
  return {
    isQuiet: () => Promise.resolve(reported.isQuiet),
    get isQuietSoFar() {
      return reported.isQuiet;
    },
    get isResting() {
      return reported.isResting;
    },
    reset: () => {
      reported.isQuiet = true;
    },
  } as unknown as TreeWatch;
}

Deno.test(
  "served: between requests the tree is looked at, and the index follows it for a tenth of the time",
  lenient,
  async () => {
    using repo = makeRepo("//- /README.md\nhello\n");
    using threads = scriptThreads(async () => {
      await settled(100);
      return { type: "found", outcomes: [] };
    });
    const reported = { isQuiet: true, isResting: true };
    const { served, ask } = serve(repo, { watch: watchOf(reported) });
    assert.equal(served.catchUp(), false, "nothing was asked yet");
    await served.warm(() => Promise.resolve());
    await settled(1100);
    await ask();
    await settled(400);
    assert.equal(served.catchUp(), false, "all is as the request left it");
    repo.write("README.md", "hello world\n");
    reported.isQuiet = false;
    reported.isResting = false;
    assert.equal(served.catchUp(), false, "it still changes");
    reported.isResting = true;
    const busy = ask();
    assert.equal(served.catchUp(), false, "a request is under way");
    await busy;
    reported.isQuiet = false;
    assert.equal(served.catchUp(), true);
    assert.equal(served.catchUp(), false, "it is under way");
    const [thread] = threads.all;
    await until(() => tasksOf(thread!).length === 3);
    const { plan: { calls } } = tasksOf(thread!)[2]!.task;
    assert.deepEqual(calls.map(({ tool, args }) => [tool, args]), [["ci_search", {
      query: "index",
      limit: 1,
    }]]);
    assert.deepEqual(viewsOf(thread!).at(-1)?.exclude, ["gen"], "by the last request's rules");
    const since = performance.now();
    await settled(150);
    reported.isQuiet = false;
    assert.equal(served.catchUp(), false, "a moment ago");
    await until(() => served.catchUp(), "its time has come again");
    assert.ok(performance.now() - since > 1000);
    served.close();
  },
);

Deno.test("served: whether it is used, and there, and what it knows of names", lenient, async () => {
  using repo = makeRepo("//- /a.ts\nlet a;\n");
  using threads = scriptThreads();
  const { served, ask, cache } = serve(repo, { env: { CI_AUTO_TOOLS_DAEMON_IDLE_S: "1" } });
  const { now } = performance;
  const start = now.call(performance);
  try {
    performance.now = () => start + 900;
    served.expect();
    performance.now = () => start + 1900;
    assert.equal(served.isUnused, false);
    performance.now = () => start + 1901;
    assert.equal(served.isUnused, true);
  } finally {
    performance.now = now;
  }
  assert.equal(served.symbols, undefined);
  replaceChecked(`${cache}/${SYMBOL_FILE}`, Uint8Array.of(1, 7));
  const known = served.symbols;
  assert.deepEqual([known, served.symbols === known], [Uint8Array.of(1, 7), true], "read once");
  replaceChecked(`${cache}/${SYMBOL_FILE}`, Uint8Array.of(1, 8));
  Deno.utimeSync(`${cache}/${SYMBOL_FILE}`, 1, 1);
  assert.deepEqual(served.symbols, Uint8Array.of(1, 8));
  await ask();
  served.release();
  assert.equal(threads.all[0]!.heard.at(-1)?.type, "release");
  served.restart();
  assert.equal(threads.all[0]!.isEnded, true);
  await ask();
  assert.equal(threads.all.length, 2, "the next request starts another");
  served.close();
  assert.equal(served.isThere, true);
  Deno.renameSync(cache, `${cache}-gone`);
  assert.equal(served.isThere, false, "its cache is gone");
});
