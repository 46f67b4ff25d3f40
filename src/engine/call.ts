import type { Plan } from "../model/plan.ts";
import type { Settings } from "../model/settings.ts";
import type { FindOptions, Found, NoRoot } from "../pipeline/environment.ts";
import { findIn, modelsOf } from "../pipeline/environment.ts";
import { clock, wallClock } from "../platform/clock.ts";
import { memoryInUse } from "../platform/memory.ts";
import { dropRights } from "../platform/permissions.ts";
import type { Repository } from "../platform/repository.ts";
import { askForPlan } from "./daemon/ask_plan.ts";
import { cancelled, observed } from "./observed.ts";
import type { EngineProcess } from "./process.ts";
import { openQuestion } from "./open_question.ts";
import { startOfPrompt } from "./prompt_time.ts";
import { repositoryFor } from "./repository_for.ts";
import type { EnvironmentOptions } from "./run_environment.ts";
import { openEnvironment } from "./run_environment.ts";
import type { SemanticQuestion } from "./semantic_question.ts";
import { NO_SEMANTIC } from "./semantic_question.ts";

/** A plan whose tools are to be called. */
export interface ToolsCall
  extends
    Pick<FindOptions, "sanitizer" | "rankingMs" | "onOutcome" | "others">,
    Pick<EnvironmentOptions, "question" | "asking" | "begun" | "prepare" | "rerank"> {
  /** Absolute path of the folder the client works in. */
  readonly cwd: string;
  readonly plan: Plan;
  readonly settings: Settings;
  /** What git says of the folder, where it was asked before. */
  readonly repository?: ReturnType<typeof repositoryFor> | undefined;
  /** On the clock: when everything must have ended; default: when the plan's budget is used up, from now on. */
  readonly deadline?: number;
  /** Whether meaning is looked for, as far as the settings say so; default true. */
  readonly byMeaning?: boolean;
  /** Whether a daemon may be asked; default true. */
  readonly byDaemon?: boolean;
  /** Ends the call at once. */
  readonly signal?: AbortSignal;
  /** Told what is going on, for people. */
  readonly onProgress?: (message: string) => void;
}

/** A process that holds more than this starts no sandbox beside another one. Bytes. */
const CROWDED = 160 * 1024 * 1024;

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
  const { cwd, settings, plan, signal } = call;
  const planOnly = settings.mode.value === "plan";
  const asking = planOnly ? undefined : askingOf(call, process);
  const repository = await (call.repository ?? repositoryFor(cwd, settings));
  if (repository.root === undefined) return { root: undefined, limits: repository.limits };
  const rerank = call.rerank ?? (settings["reranker.enabled"].value ? process.rerank : undefined);
  const mayAsk = call.byDaemon !== false && !planOnly && !rerank && !call.others;
  const found = mayAsk ? await findByDaemon(repository, { ...call, asking }, process) : undefined;
  if (signal?.aborted) throw cancelled();
  if (found) return found;
  const environment = await openEnvironment(repository, { ...call, ...process, asking, rerank });
  const hosts = environment.hosts.map((host) => observed(host, call));
  const deadline = call.deadline ?? clock() + plan.budget.wallMs;
  return await findIn({ ...environment, hosts }, plan, { ...call, clock, wallClock, deadline });
}

/** What the daemon's sandbox finds; undefined where no daemon replies. */
async function findByDaemon(
  repository: Repository,
  { plan, settings, asking, signal, onProgress }: ToolsCall,
  { keep, connect }: EngineProcess,
): Promise<Found | undefined> {
  const outcomes = await askForPlan(repository, {
    plan,
    settings,
    asking,
    signal,
    onProgress,
    connect,
    startedAt: keep === "once" ? startOfPrompt() : clock(),
    release: () => dropRights(keep),
  });
  if (!outcomes) return undefined;
  const semantic = await asking;
  const side = semantic ? { semantic } : {};
  const { root, facts, limits } = repository;
  return {
    root: { path: root, source: facts.rootSource },
    limits,
    outcomes,
    models: modelsOf(side),
    ...side,
  };
}

/** The question on its way to a vector: the one that was opened before, or a new one. */
async function askingOf(
  { asking, question, settings, byMeaning }: ToolsCall,
  { semantic }: EngineProcess,
): Promise<SemanticQuestion | undefined> {
  // What the process has opened may be more than the settings of this folder allow.
  const isOff = byMeaning === false || semantic && settings["embedding.provider"].value.includes("none");
  return await asking ?? await openQuestion(question, settings, isOff ? NO_SEMANTIC : semantic);
}
