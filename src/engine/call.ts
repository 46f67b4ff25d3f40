import type { Plan } from "../model/plan.ts";
import type { ToolHost } from "../model/ports.ts";
import type { Settings } from "../model/settings.ts";
import type { FindOptions, Found, NoRoot } from "../pipeline/environment.ts";
import { findIn, modelsOf } from "../pipeline/environment.ts";
import { clock, wallClock } from "../platform/clock.ts";
import { dropRights } from "../platform/permissions.ts";
import type { Repository } from "../platform/repository.ts";
import { callDaemonTools } from "./daemon/call.ts";
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
  /** Stands before every host; default: the host itself. */
  readonly watch?: (host: ToolHost) => ToolHost;
}

/**
 * Calls the tools of a plan: in the daemon's sandbox where one runs, else in one of this process, with the same findings. A
 * model that is asked beside the tools is asked by this process alone.
 */
export async function callTools(call: ToolsCall, process: EngineProcess): Promise<Found | NoRoot> {
  const { cwd, settings, plan } = call;
  const planOnly = settings.mode.value === "plan";
  const asking = planOnly ? undefined : askingOf(call, process);
  const repository = await (call.repository ?? repositoryFor(cwd, settings));
  if (repository.root === undefined) return { root: undefined, limits: repository.limits };
  const rerank = call.rerank ?? (settings["reranker.enabled"].value ? process.rerank : undefined);
  const options: FindOptions = {
    ...call,
    clock,
    wallClock,
    deadline: call.deadline ?? clock() + plan.budget.wallMs,
  };
  const mayAsk = call.byDaemon !== false && !planOnly && !rerank && !call.others;
  const found = mayAsk ? await findInDaemon(call, { repository, asking, process, options }) : undefined;
  if (found) return found;
  const environment = await openEnvironment(repository, { ...call, ...process, asking, rerank });
  const { watch } = call;
  return await findIn(watch ? { ...environment, hosts: environment.hosts.map(watch) } : environment, plan, {
    ...options,
    ...(call.deadline === undefined && { deadline: clock() + plan.budget.wallMs }),
  });
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

/** What is known when a daemon is asked. */
interface DaemonParts {
  readonly repository: Repository;
  readonly asking: EnvironmentOptions["asking"];
  readonly process: EngineProcess;
  readonly options: FindOptions;
}

/** What the daemon's sandbox found; undefined where there is none, or the question's vector is this process's to ask for. */
async function findInDaemon(
  { plan, settings, watch }: ToolsCall,
  { repository, asking, process: { keep, connect }, options }: DaemonParts,
): Promise<Found | undefined> {
  const semantic = await asking;
  if (semantic?.space) return undefined;
  const { root, facts, limits } = repository;
  const outcomes = await callDaemonTools(plan, { root, facts, settings }, {
    ...options,
    connect,
    startedAt: keep === "once" ? startOfPrompt() : clock(),
    release: () => dropRights(keep),
    watch: watch ?? ((host) => host),
  });
  if (!outcomes) return undefined;
  const side = semantic && { semantic };
  return {
    root: { path: root, source: facts.rootSource },
    limits,
    outcomes,
    models: modelsOf({ ...side }),
    ...side,
  };
}
