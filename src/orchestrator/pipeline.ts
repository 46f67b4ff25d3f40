import type { Answer, Cap } from "../model/answer.ts";
import type { Intent } from "../model/intent.ts";
import { LIMITS } from "../model/limits.ts";
import type { ToolName } from "../model/plan.ts";
import type { Clock, ToolHost } from "../model/ports.ts";
import type { Request } from "../model/request.ts";
import type { Settings } from "../model/settings.ts";
import { fuse } from "./fuse.ts";
import { makePlan } from "./plan.ts";
import { runPlan } from "./run.ts";

/** What the pipeline is given; it reaches for nothing itself. */
export interface World {
  readonly settings: Settings;
  readonly root: Answer["root"];
  readonly available: readonly ToolName[];
  /** [Limits] lines from finding the root and reading the settings. */
  readonly limits: readonly string[];
  readonly host: () => ToolHost;
  readonly clock: Clock;
  readonly wallClock: Clock;
  /** On `clock`: when this request began; 0 for a process that serves only one. */
  readonly startedAt: number;
  /** What the client takes whole. */
  readonly clientCap: Cap;
}

/** request -> intent -> plan -> findings -> report. Never rejects for anything a tool does. */
export async function runPipeline(request: Request, intent: Intent, world: World): Promise<Answer> {
  const plan = makePlan(intent, world.settings, world.available);
  const cap = { ...world.clientCap, limit: Math.min(world.clientCap.limit, plan.budget.maxInjectedChars) };
  const planOnly = world.settings.mode.value === "plan";
  const outcomes = planOnly
    ? []
    : await runPlan(plan, { ...world, deadline: world.startedAt + plan.budget.wallMs });
  const limits = planOnly ? [...world.limits, LIMITS.planMode] : world.limits;
  const report = fuse({ plan, outcomes, limits, cap });
  return { request, intent, plan, report, root: world.root, planOnly };
}
