import { PATIENCE_MS } from "../model/semantic.ts";
import { type ExitCode, Failure, FAILURES } from "../model/errors.ts";
import { planOfOne, type ToolCall, type ToolOutcome, type ToolUse } from "../model/calls.ts";
import { LIMITS } from "../model/limits.ts";
import type { ResolvedSettings, Settings } from "../model/settings.ts";
import { TOOL_SPECS } from "../model/tools.ts";
import type { Found, ModelsReport } from "../model/prompt.ts";
import { modelLimits } from "../semantic/choice/model_limits.ts";
import { clampArguments } from "../pipeline/clamp.ts";
import { sanitizeData, Sanitizer } from "../safety/sanitize.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { loadSettings } from "../engine/load_settings.ts";
import { openEngine } from "../engine/engine.ts";
import { confinedTo, repositoryFor } from "../engine/repository_for.ts";

/** Findings of a tool, sanitized, and its limits. */
export interface ToolAnswer {
  readonly outcome: ToolOutcome;
  readonly limits: readonly string[];
}

/** Options of a tool run by hand. */
export interface ToolOptions {
  /** False: arguments that the hook would clamp are the caller's own. */
  readonly clamped: boolean;
  /** `--mock-llm`: a mock reranks the findings. */
  readonly mockLlm?: boolean;
  /** True to show the findings themselves, and not only the tool's own data; default: the answer has none. */
  readonly items?: boolean;
}

/**
 * Runs one tool by hand in the current repository, in the same sandbox as the hook, but with a minute of time.
 *
 * @throws Failure when there is no repository or the tool fails
 */
export async function runTool(
  use: ToolUse,
  io: CommandIo,
  options: ToolOptions = { clamped: true },
): Promise<ToolAnswer> {
  const { settings, problems } = await settingsFor(io);
  const { call: clamped, limits } = options.clamped ? clampArguments(use) : { call: use, limits: [] };
  const { tool, args } = clamped;
  const { tier } = TOOL_SPECS[tool];
  const call: ToolCall = { ...clamped, tier, reason: "by hand", timeoutMs: PATIENCE_MS };
  const question = "query" in args ? args.query : undefined;
  const mode = "mode" in args ? args.mode : undefined;
  const called = await openEngine().call({
    cwd: io.repository ?? io.cwd,
    plan: planOfOne(call, PATIENCE_MS),
    settings,
    sanitizer: new Sanitizer(),
    rankingMs: PATIENCE_MS,
    byMeaning: mode !== "keyword",
    ...(question && { question }),
    ...(options.mockLlm && { rerank: (await import("../engine/semantic.ts")).MOCK_RERANKER }),
  });
  if (!called.root) throw new Failure("repoRoot", called.limits.join("; "));
  const [outcome] = called.outcomes;
  if (!outcome) throw new Failure("unknown", `no answer from: ${tool}`);
  const ofModels = modelLimits([outcome], modelsAsked(called, { settings, mode }));
  const { findings } = outcome;
  // Items that are not shown need no sanitizing.
  const hidden = findings && !options.items && { findings: { ...findings, items: [] } };
  return {
    outcome: sanitizeData({ ...outcome, ...hidden }),
    limits: [...problems, ...called.limits, ...limits, ...limitsOf(outcome), ...ofModels],
  };
}

/** The settings that apply where a command runs: here, or in the repository that it names. */
export async function settingsFor({ cwd, repository }: CommandIo): Promise<ResolvedSettings> {
  const resolved = await loadSettings(repository ?? cwd);
  return repository === undefined
    ? resolved
    : { ...resolved, settings: confinedTo(repository, resolved.settings) };
}

/**
 * Returns the root of the repository where a command runs.
 *
 * @throws Failure with the limits if there is none
 */
export async function rootFor(io: CommandIo): Promise<string> {
  const { settings } = await settingsFor(io);
  const { root, limits } = await repositoryFor(io.repository ?? io.cwd, settings);
  if (root === undefined) throw new Failure("repoRoot", limits.join("; "));
  return root;
}

/** Without a request for meaning, its absence is not reported at every call. */
function modelsAsked(
  { models, semantic }: Found,
  { settings, mode }: { readonly settings: Settings; readonly mode: unknown },
): ModelsReport {
  const isAsked = mode === "semantic" || settings["embedding.provider"].source !== "default" ||
    semantic?.provider !== "none";
  const { uses, rerankGap } = models;
  return isAsked ? models : { uses, ...(rerankGap && { rerankGap }) };
}

function limitsOf({ findings }: ToolOutcome): string[] {
  const { gaps = [], ckbUnavailable: why } = findings ?? {};
  return [...gaps, ...(why === undefined ? [] : [LIMITS.ckbUnavailable(why)])];
}

/**
 * The exit code for an outcome: 0 also when a search found nothing, 60 when the repository has no symbol, file or folder
 * of the name that was given.
 */
export function exitOf(outcome: ToolOutcome): ExitCode {
  if (outcome.status === "ok") return outcome.findings?.isUnknown ? 60 : 0;
  return outcome.status === "timeout" ? FAILURES.timeout.exit : FAILURES.unknown.exit;
}
