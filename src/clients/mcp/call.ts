import { SMALL_CAP } from "../hook_client.ts";
import { PATIENCE_MS } from "../../model/semantic.ts";
import { Failure } from "../../model/errors.ts";
import type { Plan, ToolCall, ToolOutcome, ToolUse } from "../../model/calls.ts";
import type { Report } from "../../model/report.ts";
import type { ResolvedSettings, Settings } from "../../model/settings.ts";
import { TOOL_SPECS, type ToolName } from "../../model/tools.ts";
import { fuse } from "../../pipeline/fuse.ts";
import { NO_MEMORY } from "../../pipeline/session_notes.ts";
import { readIntent } from "../../intent/intent.ts";
import { makePlan } from "../../pipeline/plan.ts";
import type { Engine } from "../../engine/engine.ts";
import { loadSettings } from "../../engine/load_settings.ts";
import { confinedTo, repositoryFor } from "../../engine/repository_for.ts";
import type { ToolsCall } from "../../engine/call.ts";
import type { CkbLink } from "../../engine/start_ckb.ts";
import { clampArguments } from "../../pipeline/clamp.ts";
import { Sanitizer } from "../../safety/sanitize.ts";
import { everyOther, othersOf, withoutServers } from "../../engine/other_members.ts";
import { ALL_MEMBERS, type Others, workspaceAt } from "../../engine/workspace.ts";
import { namedAfter } from "../../pipeline/join_repositories.ts";
import { LONGEST_QUESTION } from "../../model/question.ts";
import { LIMITS } from "../../model/limits.ts";
import { readQuestion } from "../../intent/question.ts";
import { realPath } from "../../platform/host_files.ts";
import { withoutDot } from "../../model/paths.ts";

/** Target of a call. */
export interface Target extends ResolvedSettings {
  readonly cwd: string;
  /** Asked besides. */
  readonly others?: Others;
  /** Prefix of its places: of a repository that is not the client's own. */
  readonly name?: string;
}

/** Repository and subject of a call. */
export interface Named {
  /** A repository of the user's workspace, or `all`; default: the one at `cwd`. */
  readonly repository?: string | undefined;
  /** A prompt, for which the workspace is asked as far as it speaks of it; default: the others are asked only by name. */
  readonly prompt?: string;
}

/** The repository that a call means; undefined where the user's workspace has none of that name. */
export async function targetOf(cwd: string, { repository, prompt }: Named): Promise<Target | undefined> {
  const resolved = await loadSettings(cwd);
  const here = { cwd, ...resolved };
  if (repository === undefined && prompt === undefined) return here;
  const { members, root } = await workspaceAt(cwd, resolved.settings);
  const others = members.filter((one) => one.root !== root);
  if (repository === undefined) {
    return others.length === 0
      ? here
      : { ...here, others: othersOf(others, { prompt: prompt!, keep: "server" }) };
  }
  if (repository === ALL_MEMBERS) {
    return members.length === 0 ? undefined : { ...here, others: everyOther(others) };
  }
  const member = members.find(({ name }) => name === repository);
  if (!member) return undefined;
  const { settings, problems } = await loadSettings(member.root);
  const own = withoutServers(confinedTo(member.root, settings));
  return { cwd: member.root, settings: own, problems, name: member.name };
}

/** The outcomes of a call, with the name of a repository that is not the client's own. */
export function namedOutcomes({ name }: Target, outcomes: readonly ToolOutcome[]): readonly ToolOutcome[] {
  if (name === undefined) return outcomes;
  return outcomes.map((outcome) => {
    const named = namedAfter(name, outcome);
    const data = outcome.findings?.data;
    return data === undefined || !named.findings
      ? named
      : { ...named, findings: { ...named.findings, data } };
  });
}

/** A tool with the arguments that an agent passed. */
export interface FitArguments {
  readonly use: ToolUse;
  /** Truncations, as [Limits] phrases. */
  readonly limits: readonly string[];
}

/** Arguments that are paths. */
const PATHS: ReadonlySet<string> = new Set(["file", "path"]);

/**
 * Converts arguments that passed the schema: long texts are truncated, paths become relative to the root, names of the
 * protocol become the tool's.
 *
 * @throws Failure for a path outside the root
 */
export function fitArguments(
  tool: ToolName,
  received: Readonly<Record<string, unknown>>,
  root: string | undefined,
): FitArguments {
  const args: Record<string, unknown> = {};
  const limits: string[] = [];
  for (const [name, value] of Object.entries(received)) {
    if (value === undefined || name === "workspace") continue;
    if (typeof value === "string") {
      const plain = value.replaceAll("\0", "");
      const text = plain.slice(0, LONGEST_QUESTION);
      if (text.length < plain.length) limits.push(LIMITS.clamped(name, LONGEST_QUESTION));
      args[name] = PATHS.has(name) && root !== undefined ? pathBelow(root, text) : text;
    } else args[name] = value;
  }
  const text = args["query"] ?? args["error"];
  if (typeof text === "string") args["question"] = readQuestion(text);
  return { use: { tool, args }, limits };
}

/** The path relative to the root, with slashes. */
function pathBelow(root: string, path: string): string {
  const slashed = withoutDot(path.replaceAll("\\", "/"));
  if (!slashed.startsWith("/")) return slashed;
  const real = realPath(slashed) ?? slashed;
  if (real === root) return "";
  if (real.startsWith(`${root}/`)) return real.slice(root.length + 1);
  throw new Failure("invalidArgs", `the path is outside the repository: ${path}; it is relative to: ${root}`);
}

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
  const plan = makePlan(question, readIntent(question), target.settings);
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
async function runOnce(plan: Plan, target: Target, options: RunOptions): Promise<Report | string> {
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
