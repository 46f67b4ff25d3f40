import assert from "node:assert/strict";
import { startSandbox } from "../../../src/engine/repository_view.ts";
import { readIntent } from "../../../src/intent/intent.ts";
import { LIMITS } from "../../../src/model/limits.ts";
import type { ToolCall, ToolUse } from "../../../src/model/calls.ts";
import type { RepositoryView } from "../../../src/model/sandbox.ts";
import type { ToolName } from "../../../src/model/tools.ts";
import type { PlanTask } from "../../../src/model/prompt.ts";
import { makePlan } from "../../../src/pipeline/plan.ts";
import type { Sandbox } from "../../../src/platform/sandbox.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { until, viewOf } from "../../support/engine_kit.ts";
import { makeRepo, type Repo } from "../../support/fixture.ts";
import { RUNS_ALL } from "../../support/long_test.ts";
import { openBelow } from "../../support/open_files.ts";
import { SHOP } from "../../support/shop.ts";

/** The sandboxed thread itself: what it is told, and what it answers. */

// Tables of files leave a port to the collector.
const lenient = { sanitizeOps: false, sanitizeResources: false };

/** A shop, its cache, and how a sandbox is shown it. */
function openShop() {
  const repo = makeRepo(SHOP);
  const cache = `${repo.root}/.devbooks/cache/auto-tools`;
  Deno.mkdirSync(cache, { recursive: true });
  const view = viewOf(repo, cache);
  return { repo, cache, view, sandbox: startSandbox(repo.root, cache) };
}

/** The same without what git listed. */
function unlisted({ listing: _, stats: __, ...view }: RepositoryView): RepositoryView {
  return view;
}

/** A call as a prompt plans it. */
function callOf(
  tool: ToolName,
  prompt = "Where is loginUser defined and what does it call?",
  timeoutMs = 60_000,
): ToolCall {
  const { settings } = resolveSettings(() => undefined);
  const planned = makePlan(prompt, readIntent(prompt), settings).calls.find((one) => one.tool === tool);
  return { tier: 1, reason: "r", ...planned ?? { tool, args: {} } as ToolUse, timeoutMs };
}

/** A task of one call. */
function taskOf(call: ToolCall): PlanTask {
  const budget = { wallMs: 60_000, maxConcurrency: 1, maxInjectedChars: 0, maxItems: 0, maxSnippets: 0 };
  return { kind: "plan", plan: { tierMax: 2, budget, calls: [call], limits: [] } };
}

/** What a call found, or how it failed. */
async function run(sandbox: Sandbox, call = callOf("ci_search"), leftMs = 60_000) {
  let starts = 0;
  const startedAt = Date.now();
  const times = { startedAt, endsAt: startedAt + leftMs, latestAt: startedAt + leftMs };
  const result = await sandbox.run(taskOf(call), { ...times, onRunning: () => void starts++ })
    .catch((error): string => `${error.kind}: ${error.message}`);
  const outcome = typeof result === "object" && result.type === "found" ? result.outcomes[0] : undefined;
  const { items = [], gaps = [] } = outcome?.findings ?? {};
  const error = typeof result === "string"
    ? result
    : outcome?.error && `${outcome.error.code}: ${outcome.error.message}`;
  return { found: outcome?.findings, items, error, starts, paths: items.map(({ path }) => path), gaps };
}

const hasFile = (cache: string, pattern: RegExp): boolean =>
  [...Deno.readDirSync(cache)].some(({ name }) => pattern.test(name));

function changeLogin(repo: Repo, name: string): void {
  repo.write("src/auth/login.ts", `export async function ${name}(name: string): Promise<void> {}\n`);
}

/** The worker was asked, and no message of it has been heard since. */
async function underWay(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await undefined;
}

Deno.test(
  "worker: a call is answered with places and their versions, also in the next request",
  lenient,
  async () => {
    const { repo, view, sandbox } = openShop();
    using _ = repo;
    sandbox.prepare(["ci_search"]);
    sandbox.open(view());
    const asked = run(sandbox);
    await underWay();
    const isIdle = sandbox.idleWithin(60_000);
    const { found, items, paths, starts, gaps } = await asked;
    assert.ok(paths.includes("src/auth/login.ts"), JSON.stringify(found));
    assert.equal(await isIdle, true);
    assert.deepEqual([starts, gaps], [1, []]);
    assert.ok(items.every(({ version }) => /^[0-9a-f]+/.test(version ?? "")));
    assert.equal(sandbox.isIdle, true);
    // The next request, of a tree that has changed.
    sandbox.rest();
    changeLogin(repo, "enterUser");
    sandbox.open(view());
    const second = callOf("ci_search", "Where is `enterUser` defined?");
    assert.ok((await run(sandbox, second)).paths.includes("src/auth/login.ts"));
    sandbox.rest();
    sandbox.open(view({ exclude: ["src/auth"] }));
    assert.ok(!(await run(sandbox, second)).paths.includes("src/auth/login.ts"), "other rules");
    void run(sandbox, second);
    await underWay();
    const isIdleAfterItsEnd = sandbox.idleWithin(60_000);
    sandbox.abort();
    assert.equal(await isIdleAfterItsEnd, false);
  },
);

Deno.test("worker: a tree of which nothing has changed is not looked at again", lenient, async () => {
  const { repo, view, sandbox } = openShop();
  using _ = repo;
  sandbox.open(view({ look: 1 }));
  await run(sandbox);
  repo.write("src/auth/enter.ts", "export function enterUser(name: string): void {}\n");
  repo.git("add", "-A", "src");
  const asked = callOf("ci_search", "Where is `enterUser` defined?");
  const rows: readonly [look: number | undefined, isSeen: boolean][] = [[1, false], [2, true], [
    undefined,
    true,
  ]];
  for (const [look, isSeen] of rows) {
    sandbox.rest();
    sandbox.open(view(look === undefined ? {} : { look }));
    const { paths } = await run(sandbox, asked);
    assert.equal(paths.includes("src/auth/enter.ts"), isSeen, `look ${look}`);
  }
  sandbox.abort();
});

Deno.test("worker: an index opened while git lists serves if git lists the same", lenient, async () => {
  const { repo, cache, view, sandbox } = openShop();
  using _ = repo;
  const define = (name: string): void => repo.write("src/zebra.ts", `export function ${name}(): void {}\n`);
  define("stripes");
  repo.git("add", "-A", "src");
  sandbox.open(view());
  await run(sandbox);
  sandbox.abort();
  /** Whether a change is seen that was made so long after the index began to be opened. */
  const sees = async (waitMs: number, shown: () => RepositoryView): Promise<boolean> => {
    define("stripes");
    const sandbox = startSandbox(repo.root, cache);
    sandbox.expect(unlisted(shown()));
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    define("enterUser");
    sandbox.open(shown());
    const { paths, gaps } = await run(sandbox, callOf("ci_search", "Where is `enterUser` defined?"));
    sandbox.abort();
    assert.deepEqual(gaps, []);
    assert.deepEqual(gaps, []);
    return paths.includes("src/zebra.ts");
  };
  assert.equal(await sees(0, view), true, "git was sooner");
  // A busy machine may be late.
  assert.ok(!await sees(1000, view) || !await sees(4000, view) || !await sees(16_000, view));
  assert.equal(
    await sees(1000, () => {
      repo.write(`src/new/${crypto.randomUUID()}.ts`, "export function added() {}\n");
      repo.git("add", "-A", "src");
      return view();
    }),
    true,
    "git lists another file",
  );
  assert.equal(await sees(1000, () => view({ exclude: ["src/auth"] })), true, "built under other rules");
});

Deno.test("worker: what git did not list is said by every answer", lenient, async () => {
  const { repo, view, sandbox } = openShop();
  using _ = repo;
  sandbox.open(unlisted(view()));
  const walked = await run(sandbox);
  assert.deepEqual(walked.gaps, [LIMITS.unlisted]);
  assert.ok(walked.paths.includes("src/auth/login.ts"));
  assert.deepEqual((await run(sandbox)).gaps, [LIMITS.unlisted]);
  // Now there is an index of what was listed before.
  sandbox.rest();
  sandbox.open(view());
  await run(sandbox);
  sandbox.rest();
  repo.write("src/new/added.ts", "export function loginUser() {}\n");
  sandbox.open(unlisted(view()));
  const assumed = await run(sandbox);
  assert.deepEqual(assumed.gaps, [LIMITS.assumed]);
  assert.ok(!assumed.paths.includes("src/new/added.ts"));
  sandbox.rest();
  sandbox.open({ ...unlisted(view()), facts: { rootSource: "cwd" } });
  const folder = await run(sandbox);
  assert.deepEqual(folder.gaps, [], "there is no git to list");
  assert.ok(folder.paths.includes("src/new/added.ts"));
  sandbox.abort();
});

Deno.test(
  "worker: answers are kept for the tools that depend on the index alone, where that is wanted",
  lenient,
  async () => {
    const { repo, cache, view, sandbox } = openShop();
    using _ = repo;
    const answers = { ttlMs: 60_000, program: "p" };
    // What was written a moment ago may change without a trace.
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const KEPT = /^answer/;
    sandbox.open(view());
    await run(sandbox);
    assert.equal(hasFile(cache, KEPT), false, "not wanted");
    sandbox.rest();
    sandbox.open(view({ answers }));
    sandbox.tell({ type: "history", begin: { start: { refusal: "none", streams: [] }, stamp: "" } });
    await run(sandbox, callOf("ci_bug_locate", "fix the bug in loginUser: it throws"));
    assert.equal(hasFile(cache, KEPT), false, "depends on the past too");
    sandbox.rest();
    sandbox.open(view({ answers }));
    const space = { provider: "p", model: "m", isElsewhere: false, isAsked: false };
    sandbox.tell({ type: "question", space });
    await run(sandbox);
    assert.equal(hasFile(cache, KEPT), false, "depends on what the question means");
    sandbox.rest();
    sandbox.open(view({ answers }));
    const first = await run(sandbox);
    assert.equal(hasFile(cache, KEPT), true);
    assert.deepEqual((await run(sandbox)).found, first.found);
    sandbox.abort();
  },
);

Deno.test(
  "worker: a call before the repository is shown waits, one of no tool fails by itself",
  lenient,
  async () => {
    const { repo, view, sandbox } = openShop();
    using _ = repo;
    const early = run(sandbox);
    sandbox.open(view());
    assert.ok((await early).paths.length > 0, "it waits until the repository is shown");
    const unknown = await run(sandbox, { ...callOf("ci_search"), tool: "ci_nothing" } as unknown as ToolCall);
    assert.match(String(unknown.error), /no such tool here: ci_nothing/);
    assert.ok((await run(sandbox)).paths.length > 0, "the next one is answered");
    sandbox.abort();
  },
);

Deno.test("worker: what a tool floods it with is bounded", { ...lenient, ignore: !RUNS_ALL }, async () => {
  const { repo, view, sandbox } = openShop();
  using _ = repo;
  sandbox.open(view({ fault: "ci_search:flood" }));
  const { found, items } = await run(sandbox);
  assert.ok(found && found.summary.length <= 2000 && items.length <= 500);
  sandbox.abort();
});

Deno.test("worker: it has as long as the call says, or as the whole answer has", lenient, async () => {
  const { repo, view, sandbox } = openShop();
  using _ = repo;
  // A tool that answers just before its time is over.
  sandbox.open(view({ fault: "*:slow" }));
  const rows: readonly [timeoutMs: number, leftMs: number, atLeast: number][] = [[400, 60_000, 300], [
    60_000,
    400,
    300,
  ]];
  for (const [timeoutMs, leftMs, atLeast] of rows) {
    const since = performance.now();
    await run(sandbox, callOf("ci_search", undefined, timeoutMs), leftMs);
    const took = performance.now() - since;
    assert.ok(took >= atLeast && took < 30_000, `${timeoutMs} ${leftMs}: ${took}`);
  }
  sandbox.abort();
});

Deno.test("worker: one that breaks outside of a call fails its calls", lenient, async () => {
  const { repo, view, sandbox } = openShop();
  using _ = repo;
  sandbox.open(view({ fault: "ci_search:throw later" }));
  assert.match(String((await run(sandbox)).error), /the worker failed: .*broken on purpose/);
  assert.equal(sandbox.isUp, false);
});

Deno.test({
  name: "worker: one whose root is gone closes its files",
  ignore: Deno.build.os !== "linux",
  ...lenient,
  fn: async () => {
    const { repo, view, sandbox } = openShop();
    using _ = repo;
    sandbox.open(view());
    await run(sandbox);
    assert.ok(openBelow(repo.root).length > 0);
    sandbox.rest();
    // Another look: the first one's tree is kept.
    const next = view({ exclude: ["docs/**"] });
    const gone = `${repo.root}-gone`;
    Deno.renameSync(repo.root, gone);
    try {
      sandbox.open(next);
      assert.match(
        String((await run(sandbox)).error),
        /the worker failed: cannot resolve the repository root/,
      );
      await until(() => openBelow(gone).length === 0);
    } finally {
      Deno.renameSync(gone, repo.root);
    }
  },
});

Deno.test("worker: git's objects and the past are heard before a call asks for them", lenient, async () => {
  const { repo, view, sandbox } = openShop();
  using _ = repo;
  const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(text));
  const asked: string[] = [];
  const before = repo.git("rev-parse", "HEAD:src/orders/refund.ts").trim();
  const old = repo.git("show", "HEAD:src/orders/refund.ts");
  repo.write("src/orders/refund.ts", old.replace("amount > order.total", "amount >= order.total"));
  sandbox.open(view());
  sandbox.serveObjects({
    ask: (ids) => {
      asked.push(...ids);
      sandbox.tell({ type: "base", objects: ids.map((id) => [id, bytes(old)]) });
    },
    close: () => {},
  });
  sandbox.tell({ type: "base" });
  sandbox.tell({
    type: "base",
    tree: bytes(repo.git("ls-tree", "-r", "-z", "HEAD")),
    flags: bytes(repo.git("ls-files", "-z", "-t", "--cached")),
  });
  sandbox.tell({ type: "history", begin: { start: { refusal: "history: none", streams: [] }, stamp: "" } });
  const { found, gaps } = await run(sandbox, {
    ...callOf("ci_impact"),
    tool: "ci_impact",
    args: { depth: 2 },
  });
  assert.deepEqual(asked, [before]);
  assert.match(JSON.stringify(found), /refundOrder/);
  assert.ok(gaps.includes("history: none"), gaps.join());
  sandbox.abort();
  await until(() => !sandbox.isUp);
});
