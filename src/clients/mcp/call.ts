import { SMALL_CAP } from "../hook_client.ts";
import { PATIENCE_MS } from "../../model/rerank.ts";
import { fitArguments } from "./arguments.ts";
import { namedOutcomes, type Target, targetOf } from "./target.ts";
import { Failure } from "../../model/errors.ts";
import type { Plan, ToolCall } from "../../model/plan.ts";
import type { Report } from "../../model/report.ts";
import type { Settings } from "../../model/settings.ts";
import { TOOL_NAMES, TOOL_SPECS, type ToolName } from "../../model/tools.ts";
import { fuse } from "../../pipeline/fuse.ts";
import { NO_MEMORY } from "../../pipeline/session_memory.ts";
import { readIntent } from "../../intent/intent.ts";
import { makePlan } from "../../pipeline/plan.ts";
import type { Engine } from "../../engine/engine.ts";
import { loadSettings } from "../../engine/load_settings.ts";
import { repositoryFor } from "../../engine/repository_for.ts";
import type { ToolsCall } from "../../engine/call.ts";
import type { CkbLink } from "../../engine/start_ckb.ts";
import { clampArguments } from "../../pipeline/clamp.ts";
import { Sanitizer } from "../../safety/sanitizer.ts";

/** Options of one call. */
export interface CallOptions {
  readonly cwd: string;
  /** A repository of the user's workspace, or `all`; default: the one at `cwd`. */
  readonly repository?: string;
  /** Ends the call at once. */
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
  /** The server's. */
  readonly engine: Engine;
}

/**
 * The link to a CKB server that is reached over the network, made before this thread gives the network up; undefined when
 * none is named. A server that is a program is started anew for each call, in the folder of the call.
 */
export async function serverOverNetwork(cwd: string): Promise<CkbLink | undefined> {
  const { settings } = await loadSettings(cwd);
  if (!settings["ckb.server"].value?.includes("://")) return undefined;
  const { startCkb } = await import("../../engine/start_ckb.ts");
  return startCkb(settings, cwd);
}

const STATUS: ToolName = "ci_index_status";
/** A sandbox may take so long to start; the tool's own limit counts from when it begins. */
const START_MS = 5_000;
/** Times the default limit of a tool that an agent waits for it. */
const PATIENT_TIMES = 4;

/**
 * Runs one tool in a sandbox that no other call uses meanwhile, so that each sees the files as they are and can be ended. Answers
 * the report, or why the tool may not run.
 */
export async function callTool(
  tool: ToolName,
  given: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<Report | string> {
  const target = await targetOf(options.cwd, options);
  if (!target) return unknownFolder(options.repository);
  const { settings } = target;
  if (settings.enabled.value === "off") return "auto-tools is switched off by its settings: CI_AUTO_TOOLS";
  const { tier } = TOOL_SPECS[tool];
  // An agent that names a deep tool has consented to it; only a bound set by hand holds.
  const tierMax = settings.tier_max.value ?? 2;
  if (tier > tierMax) return `${tool} is of tier ${tier}, above the configured bound: ${tierMax}`;
  const repository = await repositoryFor(target.cwd, settings);
  const fit = fitArguments(tool, given, repository.root);
  const { call: use, limits } = clampArguments(fit.use);
  const timeoutMs = limitOf(settings[`tools.${tool}.timeout_ms`]);
  const call: ToolCall = { ...use, tier, reason: "asked for by the agent", timeoutMs };
  const { timeoutMs: statusMs } = TOOL_SPECS[STATUS];
  const statusCall: ToolCall = { tool: STATUS, tier: 0, reason: "always", args: {}, timeoutMs: statusMs };
  const plan: Plan = {
    tierMax: 2,
    budget: {
      wallMs: START_MS + call.timeoutMs,
      maxConcurrency: 1,
      maxInjectedChars: SMALL_CAP.limit,
      maxItems: settings["budget.max_items"].value,
      maxSnippets: settings["budget.max_snippets"].value,
    },
    // What the facts are based on is part of every answer.
    calls: tool === STATUS ? [call] : [statusCall, call],
    limits: [...fit.limits, ...limits],
  };
  return await runOnce(plan, target, {
    ...options,
    found: Promise.resolve(repository),
    structured: tool === "ci_call_chain",
    query: "query" in use.args ? use.args.query : undefined,
  });
}

/** An agent that named a tool waits longer than a prompt that may have other facts; a limit that was set by hand holds. */
function limitOf({ value, source }: Settings["tools.ci_search.timeout_ms"]): number {
  return source === "default" ? PATIENT_TIMES * value : value;
}

/** Returns the hook's facts for a prompt; empty when nothing useful was found or auto-tools is switched off. */
export async function factsFor(question: string, options: CallOptions): Promise<string> {
  const target = await targetOf(options.cwd, { ...options, prompt: question });
  if (!target) throw new Failure("invalidArgs", unknownFolder(options.repository));
  if (target.settings.enabled.value === "off") return "";
  const plan = makePlan(question, readIntent(question), target.settings, TOOL_NAMES);
  const report = await runOnce({ ...plan, budget: { ...plan.budget, maxConcurrency: 1 } }, target, {
    ...options,
    structured: false,
    query: question,
  });
  return typeof report === "string" ? "" : report.context;
}

/** The refusal of a name that neither the client's folders nor the user's workspace have. */
function unknownFolder(name: string | undefined): string {
  return `no folder of the workspace is called: ${name ?? ""}`;
}

interface RunOptions extends CallOptions {
  /** The repository at `cwd`; default: it is searched. */
  readonly found?: ToolsCall["repository"];
  /** True to include the tools' own data. */
  readonly structured: boolean;
  /** Query of the semantic search. */
  readonly query: string | undefined;
}

/** Runs a plan, in a sandbox that sees the files as they are now; why not, where no root can be read. */
async function runOnce(
  plan: Plan,
  target: Target,
  options: RunOptions,
): Promise<Report | string> {
  const { cwd, settings, problems, others } = target;
  const { engine, query, structured, signal, onProgress, found } = options;
  const sanitizer = new Sanitizer();
  const called = await engine.call({
    cwd,
    plan,
    settings: { ...settings, mode: { value: "run", source: "default" } },
    sanitizer,
    rankingMs: PATIENCE_MS,
    signal,
    onProgress,
    ...(found && { repository: found }),
    ...(others && { others }),
    ...(query !== undefined && { question: query }),
  });
  if (!called.root) return called.limits.join("; ");
  onProgress("done");
  return fuse({
    plan,
    outcomes: namedOutcomes(target, called.outcomes),
    models: called.models,
    limits: [...problems, ...called.limits],
    cap: SMALL_CAP,
    given: NO_MEMORY,
    structured,
    sanitizer,
  });
}
