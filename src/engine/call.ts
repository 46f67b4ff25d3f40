import type { Found, NoRoot } from "../model/prompt.ts";
import { Failure } from "../model/errors.ts";
import { LIMITS } from "../model/limits.ts";
import { type Plan, skipped } from "../model/calls.ts";
import type { Settings } from "../model/settings.ts";
import { clock, wallClock } from "../platform/clock.ts";
import { memoryInUse } from "../platform/memory.ts";
import { dropRights } from "../platform/permissions.ts";
import type { Repository } from "../platform/repository.ts";
import type { Sanitizer } from "../safety/sanitize.ts";
import { askForPlan } from "./daemon/client.ts";
import { findHere } from "./find_here.ts";
import { LocalRun } from "./local_run.ts";
import { modelsOf, NO_SEMANTIC, openQuestion, type SemanticQuestion } from "./semantic_question.ts";
import type { Others } from "./workspace.ts";
import type { EngineProcess } from "./process.ts";
import { startOfPrompt } from "./prompt_time.ts";
import { repositoryFor } from "./repository_for.ts";
import type { RerankSide } from "./semantic.ts";
import { warmBeside } from "./background.ts";

/** A plan whose tools are to be called. */
export interface ToolsCall {
  /** Absolute path of the folder the client works in. */
  readonly cwd: string;
  readonly plan: Plan;
  readonly settings: Settings;
  /** Knows the redactions that a model's question needs. */
  readonly sanitizer: Sanitizer;
  /** Milliseconds a model may take to order the findings; default: until the deadline. */
  readonly rankingMs?: number | undefined;
  /** The other repositories of a workspace, which are asked too. */
  readonly others?: Others | undefined;
  /** Question of the semantic search; absent: none. */
  readonly question?: string | undefined;
  /** A mock reranker. */
  readonly rerank?: RerankSide | undefined;
  /** Git's facts of the folder, if already known. */
  readonly repository?: ReturnType<typeof repositoryFor> | undefined;
  /** True to search semantically, if the settings allow it; default true. */
  readonly byMeaning?: boolean;
  /** True to try a daemon first; default true. */
  readonly byDaemon?: boolean;
  /** Ends the call at once. */
  readonly signal?: AbortSignal;
  /** Progress, for people. */
  readonly onProgress?: (message: string) => void;
}

/** A process that holds more than this starts no sandbox beside another one. Bytes. */
const CROWDED = 160 * 1024 * 1024;

/** The failure of what the client cancelled. */
export function cancelled(): Failure {
  return new Failure("timeout", "cancelled by the client");
}

/** Calls the tools of a plan when it is their turn. The first call loads the engine's code alone: others would slow it down. */
export async function callTools(call: ToolsCall, process: EngineProcess): Promise<Found | NoRoot> {
  const { queue, atATime: most = call.settings["budget.max_concurrency"].value } = process;
  if (!queue) return await callNow(call, process);
  const atATime = (): number => queue.isWarm && memoryInUse() < CROWDED ? most : 1;
  return await queue.run({ atATime, signal: call.signal }, () => callNow(call, process));
}

/**
 * Calls the tools of a plan: in the daemon's sandbox where one runs, else in one of this process, with the same findings. A
 * model that is asked beside the tools is asked by this process alone.
 */
async function callNow(call: ToolsCall, process: EngineProcess): Promise<Found | NoRoot> {
  const { cwd, settings, signal } = call;
  const question = await questionOf(call, process);
  const repository = await (call.repository ?? repositoryFor(cwd, settings));
  if (repository.root === undefined) return { root: undefined, limits: repository.limits };
  if (settings.mode.value === "plan") return planned(repository, call.plan);
  const isRanked = settings["reranker.enabled"].value;
  const rerank = call.rerank ?? (isRanked ? process.rerank ?? await opened(settings) : undefined);
  const mayAsk = call.byDaemon !== false && !rerank && !call.others && !question?.space;
  const models = { process, question, rerank };
  const found = mayAsk ? await findByDaemon(repository, call, models) : undefined;
  if (signal?.aborted) throw cancelled();
  return found ?? await findInProcess(repository, call, models);
}

/** A process with the models that a call asks. */
interface Models {
  readonly process: EngineProcess;
  readonly question: SemanticQuestion | undefined;
  readonly rerank: RerankSide | undefined;
}

async function findInProcess(repository: Repository, call: ToolsCall, models: Models): Promise<Found> {
  const { process, question, rerank } = models;
  const { cwd, settings, plan, signal, others, sanitizer, rankingMs, onProgress } = call;
  const run = new LocalRun(cwd, settings, process, Promise.resolve(repository));
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  const cancel = (): void => {
    run.end();
    ended.reject(cancelled());
  };
  signal?.addEventListener("abort", cancel);
  try {
    if (process.pool) warmBeside(repository.root);
    const startedAt = clock();
    const found = findHere(run, repository, {
      plan,
      settings,
      process,
      besides: { question, others, rerank },
      sanitizer: () => Promise.resolve(sanitizer),
      rankingMs,
      times: {
        startedAt,
        deadline: startedAt + plan.budget.wallMs,
        onRunning: (tool) => onProgress?.(`running ${tool}`),
      },
    });
    return { ...foundFor(repository, question), ...await Promise.race([found, ended.promise]) };
  } finally {
    signal?.removeEventListener("abort", cancel);
    if (!signal?.aborted) run.end();
  }
}

/** Findings from the daemon's sandbox; undefined if no daemon replies. */
async function findByDaemon(
  repository: Repository,
  { plan, settings, signal, onProgress }: ToolsCall,
  { process: { keep, connect }, question }: Models,
): Promise<Found | undefined> {
  const outcomes = await askForPlan(repository, {
    plan,
    settings,
    signal,
    onProgress,
    connect,
    startedAt: keep === "once" ? startOfPrompt() : clock(),
    release: () => dropRights(keep),
  });
  return outcomes && { ...foundFor(repository, question), outcomes, models: modelsOf(question) };
}

/** Plan mode calls no tool. */
function planned(repository: Repository, { calls }: Plan): Found {
  const failure = new Failure("toolUnavailable", LIMITS.planMode);
  const outcomes = calls.map(({ tool }) => skipped(tool, failure, wallClock()));
  return { ...foundFor(repository, undefined), outcomes, models: { uses: [] } };
}

function foundFor(
  { root, facts, limits }: Repository,
  question: SemanticQuestion | undefined,
): Pick<Found, "root" | "limits" | "semantic"> {
  const source = { path: root, source: facts.rootSource };
  return { root: source, limits, ...(question && { semantic: question.choice }) };
}

async function opened(settings: Settings): Promise<RerankSide> {
  return (await import("./semantic.ts")).openReranker(settings);
}

/** The question on its way to a vector. */
async function questionOf(
  { question, settings, byMeaning }: ToolsCall,
  { semantic }: EngineProcess,
): Promise<SemanticQuestion | undefined> {
  if (settings.mode.value === "plan") return undefined;
  // A process may have opened more than the settings of this folder allow.
  const isOff = byMeaning === false || semantic && settings["embedding.provider"].value.includes("none");
  return await openQuestion(question, settings, isOff ? NO_SEMANTIC : semantic);
}
