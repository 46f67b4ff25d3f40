import { readIntent } from "../../src/intent/intent.ts";
import type { Plan, ToolCall, ToolOutcome } from "../../src/model/calls.ts";
import type { PromptAsk, SandboxTask, TaskResult } from "../../src/model/prompt.ts";
import type { RepositoryView } from "../../src/model/sandbox.ts";
import type { ToolName } from "../../src/model/tools.ts";
import { TOOL_SPECS } from "../../src/model/tools.ts";
import { makePlan } from "../../src/pipeline/plan.ts";
import { ASSETS, INDEX_HELPER } from "../../src/platform/program.ts";
import type { Sandbox, TaskRun } from "../../src/platform/sandbox.ts";
import { SandboxPool } from "../../src/platform/sandbox_pool.ts";
import { StatTable } from "../../src/platform/stat_table.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import type { Repo } from "./fixture.ts";

/** Stands in for the parts that the engine starts: sandboxes that note what they are told, and what they are asked. */

/** What a sandbox was told, in order: the name of the method, and its first argument. */
export type Told = readonly [what: string, value?: unknown];

/** A sandbox of no thread. */
export interface ScriptedSandbox {
  readonly sandbox: Sandbox;
  readonly received: Told[];
  /** The views it was opened with. */
  readonly views: RepositoryView[];
  /** The tasks it was given. */
  readonly tasks: SandboxTask[];
  isUp: boolean;
  isIdle: boolean;
}

/** How a scripted sandbox works on a task; default: every tool of the plan finds nothing, at once. */
export type RunScripted = (task: SandboxTask, run: TaskRun) => Promise<TaskResult>;

/** What the tools of a plan found, told apart by the summary. */
export function foundBy({ plan: { calls } }: { readonly plan: Plan }, summary = "found"): TaskResult {
  const outcomes = calls.map(({ tool }): ToolOutcome => ({
    tool,
    status: "ok",
    startedAt: 1,
    durationMs: 1,
    findings: { tool, items: [], strength: "none", gaps: [], summary },
  }));
  return { type: "found", outcomes };
}

/** A plan of these tools. */
export function planOf(...tools: readonly ToolName[]): Plan {
  const budget = { wallMs: 60_000, maxConcurrency: 1, maxInjectedChars: 0, maxItems: 0, maxSnippets: 0 };
  const calls = tools.map((tool): ToolCall => ({
    tool,
    tier: TOOL_SPECS[tool].tier,
    reason: "test",
    args: {},
    timeoutMs: 1000,
  }));
  return { tierMax: 2, budget, calls, limits: [] };
}

/** The plan of a prompt whose tools have half a minute each. */
export function patientPlan(prompt: string): Plan {
  const { settings } = resolveSettings(() => undefined);
  const { budget, calls, ...plan } = makePlan(prompt, readIntent(prompt), settings);
  return {
    ...plan,
    budget: { ...budget, wallMs: 60_000 },
    calls: calls.map((call) => ({ ...call, timeoutMs: 30_000 })),
  };
}

/** A sandbox that notes what it is told. */
export function scriptedSandbox(
  run: RunScripted = (task) => Promise.resolve(foundBy(task)),
): ScriptedSandbox {
  const scripted = {
    received: [] as Told[],
    views: [] as RepositoryView[],
    tasks: [] as SandboxTask[],
    isUp: true,
    isIdle: true,
    sandbox: {
      get isUp() {
        return scripted.isUp;
      },
      get isIdle() {
        return scripted.isUp && scripted.isIdle;
      },
      prepare: (tools: unknown) => void scripted.received.push(["prepare", tools]),
      expect: (view: RepositoryView) => void scripted.received.push(["expect", view.facts]),
      open: (view: RepositoryView) => {
        scripted.received.push(["open", view.facts]);
        scripted.views.push(view);
      },
      tell: (message: unknown) => void scripted.received.push(["tell", message]),
      serveObjects: () => void scripted.received.push(["serveObjects"]),
      run: (task: SandboxTask, options: TaskRun) => {
        scripted.received.push(["run", task.kind]);
        scripted.tasks.push(task);
        return run(task, options);
      },
      idleWithin: () => Promise.resolve(scripted.isUp && scripted.isIdle),
      rest: () => void scripted.received.push(["rest"]),
      release: () => void scripted.received.push(["release"]),
      close: () => {
        scripted.received.push(["close"]);
        scripted.isUp = false;
      },
      abort: () => {
        scripted.received.push(["abort"]);
        scripted.isUp = false;
      },
    } as unknown as Sandbox,
  };
  return scripted;
}

/** A pool that has these sandboxes, in this order, and what was put back. */
export function scriptedPool(...sandboxes: readonly ScriptedSandbox[]) {
  const left = sandboxes.map(({ sandbox }) => sandbox);
  const put: Sandbox[] = [];
  const pool = Object.assign(new SandboxPool(Infinity), {
    take: () => left.shift(),
    put: (_: string, sandbox: Sandbox) => void put.push(sandbox),
  });
  return { pool, put };
}

/** A prompt as a client hands it to the engine. */
export function askOf(
  prompt: string,
  { cwd, sessionId, ...more }:
    & { readonly cwd: string; readonly sessionId?: string }
    & Partial<Omit<PromptAsk, "request">>,
): PromptAsk {
  return {
    request: {
      client: "claude-code",
      event: "UserPromptSubmit",
      prompt,
      cwd,
      ...(sessionId !== undefined && { sessionId }),
    },
    cap: { limit: 10_000, unit: "UTF-16 units" },
    isTurn: false,
    asksModels: false,
    shows: { deliveries: false, messages: false },
    ...more,
  };
}

/** Waits until something holds; fails when it does not within half a minute. */
export async function until(holds: () => boolean, what = "what was waited for"): Promise<void> {
  const end = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** How a sandbox is shown a repository and its cache; what is given beside takes the place of the usual. */
export function viewOf(
  { root, git }: Pick<Repo, "root" | "git">,
  cache: string,
): (more?: Partial<RepositoryView>) => RepositoryView {
  return (more) => {
    const listing = Uint8Array.from(new TextEncoder().encode(git("ls-files", "-z")));
    return {
      root,
      facts: { rootSource: "git", isGit: true },
      assets: ASSETS,
      helper: INDEX_HELPER,
      rules: "1",
      exclude: [],
      cache,
      listing,
      stats: new StatTable(listing).buffer,
      ...more,
    };
  };
}
