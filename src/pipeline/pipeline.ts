import type { Answer, Cap } from "../model/answer.ts";
import type { ToolOutcome } from "../model/findings.ts";
import type { Intent } from "../model/intent.ts";
import { LIMITS } from "../model/limits.ts";
import type { Plan, ToolName } from "../model/plan.ts";
import type { Clock, ToolHost } from "../model/ports.ts";
import type { Request } from "../model/request.ts";
import type { ResolvedSettings } from "../model/settings.ts";
import type { ModelUse } from "../model/rerank.ts";
import type { EmbeddingChoice } from "../model/semantic.ts";
import type { SemanticGap } from "../model/embedding_space.ts";
import { fuse } from "./fuse.ts";
import { makePlan } from "./plan.ts";
import { runPlan } from "./run.ts";
import { onTopic } from "./topic.ts";
import { Sanitizer } from "../safety/sanitizer.ts";
import type { SessionMemory } from "./session_memory.ts";
import type { Reranked } from "../semantic/choice/rerank.ts";
import type { ModelsSaid } from "../semantic/choice/said.ts";

/** What the pipeline is given; it reaches for nothing itself. */
export interface World {
  readonly resolved: ResolvedSettings;
  readonly available: readonly ToolName[];
  /** What the client takes whole. */
  readonly clientCap: Cap;
  readonly clock: Clock;
  readonly wallClock: Clock;
  /** On `clock`: when this request began; below 0 for a process that serves only one. */
  readonly startedAt: number;
  /** Milliseconds since then that went by while this request waited for its turn or for another process. */
  readonly waitedMs: number;
  /** Whether this is a daemon, which answers another process; default false. */
  readonly isWarm?: boolean;
  /** What the session was given before; asked after the ground was opened. */
  readonly given: () => SessionMemory;
  /** Whether the tools' own data is wanted. */
  readonly structured: boolean;
  /** Finds the root and closes the sandbox around it; undefined root where nothing may be read. */
  readonly open: (plan: Plan) => Promise<Ground>;
}

/** Where a plan runs. */
export interface Ground {
  readonly root: Answer["root"] | undefined;
  /** [Limits] lines from finding the root. */
  readonly limits: readonly string[];
  /** One host per lane of the plan. */
  readonly hosts: readonly ToolHost[];
  /** When this thread has given up its rights. */
  readonly confined: Promise<void>;
  /** Ends what was started beside the hosts, once they have answered. */
  readonly close?: () => void;
  /** Present when meaning was looked for. */
  readonly semantic?: SemanticSide;
  /** Present when a language model is to put the findings in order. */
  readonly ranking?: Ranking;
  /** Notes which models were asked and what that cost. */
  readonly note?: (uses: readonly ModelUse[]) => void;
  /** Present when the root belongs to a workspace of the user's. */
  readonly others?: Others;
}

/** The other repositories of a workspace. */
export interface Others {
  /** Names under which they can be imported. */
  readonly packages: readonly string[];
  /** The outcomes with what the others know, as far as they are asked; then this thread has given up its rights. */
  readonly ask: (
    plan: Plan,
    found: readonly ToolOutcome[],
    leftMs: number,
  ) => Promise<readonly ToolOutcome[]>;
}

/** Puts what the tools found in order. Never rejects; keeps what it was given where it cannot. */
export type Ranking = (
  outcomes: readonly ToolOutcome[],
  options: { readonly sanitizer: Sanitizer; readonly leftMs: number },
) => Promise<Reranked>;

/** The semantic layer as far as the answer speaks of it. */
export interface SemanticSide {
  readonly choice: EmbeddingChoice;
  /** Why the question has no vector; asked when the tools are done. */
  gap(): SemanticGap | undefined;
  /** What the question's vector took; absent when none was asked for. */
  use(): ModelUse | undefined;
  /** US dollars, when vectors are not built because the cost was not agreed to. */
  readonly dear?: number | undefined;
}

/** Nothing could be read; the reasons are [Limits] lines. */
export interface NoAnswer {
  readonly request: undefined;
  readonly limits: readonly string[];
}

/**
 * What is left of the budget for the end: merging, sanitizing, writing, leaving. That takes as long as the way here, or
 * twice that, on a machine that has other work; at least so many milliseconds, at most this share of the budget.
 */
const SHORTEST_END_MS = 100;
const LARGEST_END = 0.35;
/** A daemon is warm: what takes time at the end is the process that asked. */
const LARGEST_WARM_END = 0.1;

function endOf(wallMs: number, elapsedMs: number, isWarm: boolean): number {
  const longest = wallMs * (isWarm ? LARGEST_WARM_END : LARGEST_END);
  return Math.min(longest, Math.max(SHORTEST_END_MS, 2 * elapsedMs));
}

/** request -> intent -> plan -> findings -> report. Never rejects for anything a tool does. */
export async function runPipeline(
  request: Request,
  intent: Intent,
  world: World,
): Promise<Answer | NoAnswer> {
  const begun = world.clock();
  const { settings, problems } = world.resolved;
  const planned = makePlan(request.prompt, intent, settings, world.available);
  const ground = await world.open(planned);
  const plan = ground.others ? askingForImports(planned, ground.others) : planned;
  const limits = [...problems, ...ground.limits];
  if (!ground.root) return { request: undefined, limits };
  const planOnly = settings.mode.value === "plan";
  const { wallMs } = plan.budget;
  const deadline = world.startedAt + wallMs -
    endOf(wallMs, begun - world.startedAt - world.waitedMs, world.isWarm ?? false);
  const sanitizer = new Sanitizer();
  const onOutcome = ({ findings }: ToolOutcome): void => void (findings && sanitizer.prepare(findings));
  const own = planOnly ? [] : await runPlan(plan, { ...world, ...ground, deadline, onOutcome });
  await ground.confined;
  ground.close?.();
  const found = await ground.others?.ask(plan, own, deadline - world.clock()) ?? own;
  const leftMs = deadline - world.clock();
  const ranked = await ground.ranking?.(found, { sanitizer, leftMs }) ?? { outcomes: found };
  const cap = { ...world.clientCap, limit: Math.min(world.clientCap.limit, plan.budget.maxInjectedChars) };
  const models = modelsOf(ground, ranked);
  ground.note?.(models.uses);
  const report = fuse({
    plan,
    outcomes: intent.isGuess ? onTopic(ranked.outcomes, intent.terms.words) : ranked.outcomes,
    models,
    limits: planOnly ? [...limits, LIMITS.planMode] : limits,
    cap,
    sanitizer,
    given: world.given(),
    structured: world.structured,
  });
  const semantic = ground.semantic?.choice;
  return { request, intent, plan, report, root: ground.root, planOnly, ...(semantic && { semantic }) };
}

/** Has the search say what of the prompt is imported from the other repositories. */
function askingForImports(plan: Plan, { packages }: Others): Plan {
  if (packages.length === 0) return plan;
  const calls = plan.calls.map((call) =>
    call.tool === "ci_search" ? { ...call, args: { ...call.args, packages } } : call
  );
  return { ...plan, calls };
}

/** What models said to this answer, and why where they said nothing. */
export function modelsOf(
  { semantic }: Pick<Ground, "semantic">,
  { gap: rerankGap, use }: Reranked,
): ModelsSaid {
  const semanticGap = semantic?.gap();
  const uses = [semantic?.use(), use].filter((one) => one !== undefined);
  const dear = semantic?.dear;
  return {
    uses,
    ...(semanticGap && { semanticGap }),
    ...(dear !== undefined && { dear }),
    ...(rerankGap && { rerankGap }),
  };
}
