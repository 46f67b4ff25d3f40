import { readIntent } from "../../src/intent/intent.ts";
import type { DaemonQuestion } from "../../src/model/daemon.ts";
import type { Findings } from "../../src/model/findings.ts";
import type { ToolCall } from "../../src/model/plan.ts";
import type { RunCall } from "../../src/model/ports.ts";
import type { PromptQuestion } from "../../src/model/prompt.ts";
import type { RepositoryView } from "../../src/model/sandbox.ts";
import type { Sandbox } from "../../src/platform/sandbox.ts";
import { SandboxPool } from "../../src/platform/sandbox_pool.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import { ASSETS, INDEX_HELPER } from "../../src/platform/program.ts";
import { StatTable } from "../../src/platform/stat_table.ts";
import type { Repo } from "./fixture.ts";

/** Stands in for the parts that the engine starts: sandboxes that note what they are told, and what they are asked. */

/** What a sandbox was told, in order: the name of the method, and its first argument. */
export type Told = readonly [what: string, value?: unknown];

/** A sandbox of no thread. */
export interface ScriptedSandbox {
  readonly sandbox: Sandbox;
  readonly told: Told[];
  /** The views it was opened with. */
  readonly views: RepositoryView[];
  isUp: boolean;
  /** Whether a call that overran ends soon. */
  endsSoon: boolean;
}

/** How a scripted sandbox runs a call; default: with no findings, at once. */
export type RunScripted = (call: ToolCall, options: RunCall) => Promise<Findings>;

/** Findings of one line, told apart by their summary. */
export function findings(summary: string): Findings {
  return { tool: "ci_search", items: [], strength: "none", gaps: [], summary };
}

/** A sandbox that notes what it is told. */
export function scriptedSandbox(
  run: RunScripted = () => Promise.resolve(findings("found")),
): ScriptedSandbox {
  const told: Told[] = [];
  const views: RepositoryView[] = [];
  const scripted = {
    told,
    views,
    isUp: true,
    endsSoon: false,
    sandbox: {
      get isUp() {
        return scripted.isUp;
      },
      get isIdle() {
        return scripted.isUp;
      },
      prepare: (tools: unknown) => void told.push(["prepare", tools]),
      open: (view: RepositoryView) => {
        told.push(["open", view.facts]);
        views.push(view);
      },
      tell: (message: unknown) => void told.push(["tell", message]),
      serveObjects: () => void told.push(["serveObjects"]),
      run: (call: ToolCall, options: RunCall) => {
        told.push(["run", call.tool]);
        return run(call, options);
      },
      idleWithin: () => Promise.resolve(scripted.endsSoon && scripted.isUp),
      rest: () => void told.push(["rest"]),
      close: () => {
        told.push(["close"]);
        scripted.isUp = false;
      },
      abort: () => {
        told.push(["abort"]);
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
  let cleared = 0;
  const pool = Object.assign(new SandboxPool(Infinity), {
    take: () => left.shift(),
    put: (_: string, sandbox: Sandbox) => void put.push(sandbox),
    clear: () => void cleared++,
  });
  return { pool, put, cleared: () => cleared };
}

/** A prompt as a client hands it to the engine. */
export function promptQuestion(
  prompt: string,
  { cwd, env = {}, ...more }:
    & { readonly cwd: string; readonly env?: Readonly<Record<string, string>> }
    & Partial<Pick<PromptQuestion, "isTurn" | "asksModels" | "cap">>
    & { readonly sessionId?: string },
): PromptQuestion {
  const { sessionId, ...rest } = more;
  return {
    request: {
      client: "claude-code",
      event: "UserPromptSubmit",
      prompt,
      cwd,
      ...(sessionId !== undefined && { sessionId }),
    },
    plain: readIntent(prompt),
    resolved: resolveSettings((name) => env[name]),
    cap: { limit: 10_000, unit: "UTF-16 units" },
    isTurn: false,
    asksModels: false,
    ...rest,
  };
}

/** A prompt as a daemon is asked it. */
export function daemonQuestion(prompt: PromptQuestion, elapsedMs = 0): DaemonQuestion {
  return { task: { prompt }, rules: { exclude: [], ttlMs: 0 }, wallMs: 1500, elapsedMs };
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
