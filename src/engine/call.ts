import type { ToolOutcome } from "../model/findings.ts";
import type { Plan } from "../model/plan.ts";
import type { ToolHost } from "../model/ports.ts";
import type { Ground } from "../pipeline/pipeline.ts";
import { modelsOf } from "../pipeline/pipeline.ts";
import { runPlan } from "../pipeline/run.ts";
import { clock, wallClock } from "../platform/clock.ts";
import { Sanitizer } from "../safety/sanitizer.ts";
import type { ModelsSaid } from "../semantic/choice/said.ts";
import { callDaemonTools } from "./daemon/call.ts";
import type { GroundOptions } from "./open_ground.ts";
import { openGround } from "./open_ground.ts";
import { openQuestion } from "./open_question.ts";
import { repositoryFor } from "./repository_for.ts";

/** How tools that a client named itself are run. */
export interface CallOptions extends Omit<GroundOptions, "plan" | "prepare" | "begun" | "asking"> {
  /** Milliseconds a model may take to put the findings in order. */
  readonly rankingMs: number;
  /** Called with the root before the tools run in this process. */
  readonly onRoot?: (root: string) => void;
  /** Stands before every host; default: the host itself. */
  readonly watch?: (host: ToolHost) => ToolHost;
}

/** What tools found; nothing of it is sanitized. */
export interface Called extends Pick<Ground, "limits"> {
  readonly root: NonNullable<Ground["root"]>;
  /** In the order of the plan, or as a model put them. */
  readonly outcomes: readonly ToolOutcome[];
  readonly models: ModelsSaid;
  /** The semantic layer, where meaning was looked for. */
  readonly semantic?: Ground["semantic"];
  /** Knows the redactions that a model's question needed. */
  readonly sanitizer: Sanitizer;
}

/**
 * Calls the tools of a plan for a client that named them: in the daemon's sandbox where one runs and this process ends with
 * the call, else in one of this process, with the same findings.
 */
export async function callTools(
  cwd: string,
  plan: Plan,
  options: CallOptions,
): Promise<Called | { readonly root: undefined; readonly limits: readonly string[] }> {
  const { settings, question, semantic } = options;
  const asking = settings.mode.value === "plan" ? undefined : openQuestion(question, settings, semantic);
  const repository = await (options.repository ?? repositoryFor(cwd, settings));
  if (repository.root === undefined) return { root: undefined, limits: repository.limits };
  const sanitizer = new Sanitizer();
  const isAlone = options.keep !== "once" || options.rerank !== undefined || settings.mode.value === "plan";
  const asked = isAlone ? undefined : await asking;
  const outcomes = isAlone || asked?.space ? undefined : await callDaemonTools(plan, repository, settings);
  if (outcomes) {
    const { root, limits, facts } = repository;
    const ground = { ...asked && { semantic: asked } };
    return {
      root: { path: root, source: facts.rootSource },
      limits,
      outcomes,
      models: modelsOf(ground, { outcomes }),
      ...ground,
      sanitizer,
    };
  }
  return await callHere(cwd, plan, { ...options, repository, asking, sanitizer });
}

async function callHere(
  cwd: string,
  plan: Plan,
  { rankingMs, onRoot, watch = (host) => host, sanitizer, ...options }: CallOptions & GroundParts,
): ReturnType<typeof callTools> {
  const ground = await openGround(cwd, { ...options, plan });
  const { root, limits, semantic } = ground;
  if (!root) return { root, limits };
  onRoot?.(root.path);
  const deadline = clock() + plan.budget.wallMs;
  const hosts = ground.hosts.map(watch);
  const { confined } = ground;
  const found = await runPlan(plan, { hosts, confined, clock, wallClock, deadline })
    .finally(() => ground.close?.());
  const ranked = await ground.ranking?.(found, { sanitizer, leftMs: rankingMs }) ?? { outcomes: found };
  const models = modelsOf(ground, ranked);
  ground.note?.(models.uses);
  return { root, limits, outcomes: ranked.outcomes, models, ...(semantic && { semantic }), sanitizer };
}

/** What is known by then. */
interface GroundParts extends Pick<GroundOptions, "repository" | "asking"> {
  readonly sanitizer: Sanitizer;
}
