import type { Answer, Cap } from "../model/answer.ts";
import type { ToolOutcome } from "../model/findings.ts";
import type { Intent } from "../model/intent.ts";
import { LIMITS } from "../model/limits.ts";
import type { Plan } from "../model/plan.ts";
import type { ToolName } from "../model/tools.ts";
import type { Clock } from "../model/ports.ts";
import type { Request } from "../model/request.ts";
import type { ResolvedSettings } from "../model/settings.ts";
import { fuse } from "./fuse.ts";
import { onlyTopic } from "../intent/topic.ts";
import { makePlan } from "./plan.ts";
import type { FindOptions, Found, NoRoot, Others } from "./environment.ts";
import { onTopic } from "./topic.ts";
import { Sanitizer } from "../safety/sanitizer.ts";
import type { SessionMemory } from "./session_memory.ts";

/** What the pipeline is given; it reaches for nothing itself. */
export interface World {
  readonly resolved: ResolvedSettings;
  readonly available: readonly ToolName[];
  /** What the client takes whole. */
  readonly clientCap: Cap;
  readonly clock: Clock;
  /** On `clock`: when this request began; below 0 for a process that serves only one. */
  readonly startedAt: number;
  /** Milliseconds since then that went by while this request waited for its turn or for another process. */
  readonly waitedMs: number;
  /** Whether this is a daemon, which answers another process; default false. */
  readonly isWarm?: boolean;
  /** What the session was given before; asked after the calls. */
  readonly given: () => SessionMemory;
  /** Whether the tools' own data is wanted. */
  readonly structured: boolean;
  /** The other repositories of the workspace that the root belongs to; default: there are none. */
  readonly others?: () => Promise<Others | undefined>;
  /** Calls the tools of the plan. */
  readonly call: (plan: Plan, options: CallingOptions) => Promise<Found | NoRoot>;
}

/** What a plan's calls are made under. */
export type CallingOptions =
  & Required<Pick<FindOptions, "deadline" | "sanitizer" | "onOutcome">>
  & Pick<FindOptions, "others">;

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
/** A daemon is warm: what takes time at the end is the process that asked. Largest share of the budget. */
export const WARM_END = 0.1;

function endOf(wallMs: number, elapsedMs: number, isWarm: boolean): number {
  const longest = wallMs * (isWarm ? WARM_END : LARGEST_END);
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
  const others = await world.others?.();
  const plan = others ? askingForOthers(planned, others) : planned;
  const { wallMs } = plan.budget;
  const deadline = world.startedAt + wallMs -
    endOf(wallMs, begun - world.startedAt - world.waitedMs, world.isWarm ?? false);
  const sanitizer = new Sanitizer();
  const onOutcome = ({ findings }: ToolOutcome): void => void (findings && sanitizer.prepare(findings));
  const planOnly = settings.mode.value === "plan";
  const calls = planOnly ? [] : plan.calls;
  const found = await world.call({ ...plan, calls }, {
    deadline,
    sanitizer,
    onOutcome,
    ...(others && { others }),
  });
  const limits = [...problems, ...found.limits];
  if (!found.root) return { request: undefined, limits };
  const { root, outcomes, models, semantic } = found;
  const cap = { ...world.clientCap, limit: Math.min(world.clientCap.limit, plan.budget.maxInjectedChars) };
  const topic = onlyTopic(request.prompt, intent);
  const report = fuse({
    plan,
    outcomes: topic ? onTopic(outcomes, topic) : outcomes,
    models,
    limits: planOnly ? [...limits, LIMITS.planMode] : limits,
    cap,
    sanitizer,
    given: world.given(),
    structured: world.structured,
  });
  return { request, intent, plan, report, root, planOnly, ...(semantic && { semantic: semantic.choice }) };
}

/** Has the search say what of the prompt is imported from the other repositories, or named in them too. */
function askingForOthers(plan: Plan, { packages, links }: Others): Plan {
  const more = { ...(packages.length > 0 && { packages }), links };
  const calls = plan.calls.map((call) =>
    call.tool === "ci_search" ? { ...call, args: { ...call.args, ...more } } : call
  );
  return { ...plan, calls };
}
