import { asFailure, Failure } from "../model/errors.ts";
import type { Clock, Findings, Plan, ToolCall, ToolHost, ToolOutcome } from "../model/calls.ts";
import { brief } from "../model/calls.ts";
import type { ToolName } from "../model/tools.ts";

/** Everything running needs besides the plan. */
export interface RunOptions {
  readonly host: ToolHost;
  readonly clock: Clock;
  /** Milliseconds since the epoch, for `startedAt`. */
  readonly wallClock: Clock;
  /** On `clock`: when everything should have ended. */
  readonly deadline: number;
  /** On `clock`: when it must have ended as long as nothing was found; default: the deadline. */
  readonly latest?: number;
  /** Outcomes of calls in a stopped thread; not repeated. Default: none. */
  readonly ended?: readonly ToolOutcome[];
  /** Called when a call begins, with the milliseconds that it may take. */
  readonly onStart?: (tool: ToolName, limitMs: number) => void;
  /** Called with the outcomes so far: behind each call, and with the partial findings of one that is under way. */
  readonly onProgress?: (outcomes: readonly ToolOutcome[]) => void;
}

/** Extra time for a tool that keeps its limit by itself to hand over what it has. Milliseconds. */
export const HAND_OVER_MS = 150;
/** Minimum time of a call while nothing was found, up to the latest time. Milliseconds. */
const LEAST_MS = 800;

/**
 * Runs the calls of a plan one after the other, the one that answers most exactly first, and answers one outcome per call in the
 * plan's order. Never rejects. A call that is late is left behind, with its partial findings; calls without any time left are
 * skipped.
 */
export async function runPlan(plan: Plan, options: RunOptions): Promise<readonly ToolOutcome[]> {
  const { ended = [], onProgress } = options;
  const outcomes = new Map<ToolName, ToolOutcome>(ended.map((one) => [one.tool, one]));
  const inOrder = (more?: ToolOutcome): readonly ToolOutcome[] =>
    plan.calls.flatMap(({ tool }) => more?.tool === tool ? more : outcomes.get(tool) ?? []);
  for (const call of orderOf(plan)) {
    if (outcomes.has(call.tool)) continue;
    const outcome = await runCall(call, {
      ...options,
      limitMs: limitOf(call, [...outcomes.values()], options),
      onPartial: (partial) => onProgress?.(inOrder(partial)),
    });
    outcomes.set(call.tool, outcome);
    onProgress?.(inOrder());
  }
  return inOrder();
}

/** The calls as they are run: what was asked of a deep tool before the search, which then adds to it. */
function orderOf({ calls, searchLeads }: Plan): readonly ToolCall[] {
  if (searchLeads) return calls;
  const [status, ...others] = calls;
  if (!status || status.tier > 0) return calls.toSorted((a, b) => b.tier - a.tier);
  return [status, ...others.toSorted((a, b) => b.tier - a.tier)];
}

function limitOf(
  { timeoutMs }: ToolCall,
  outcomes: readonly ToolOutcome[],
  { clock, deadline, latest = deadline }: RunOptions,
): number {
  const now = clock();
  const isEmpty = outcomes.every(({ tool, findings }) =>
    tool === "ci_index_status" || (findings?.items.length ?? 0) === 0
  );
  const least = isEmpty ? Math.min(LEAST_MS, latest - now) : 0;
  return Math.min(timeoutMs, Math.max(deadline - now, least));
}

interface CallOptions extends RunOptions {
  readonly limitMs: number;
  readonly onPartial: (outcome: ToolOutcome) => void;
}

async function runCall(call: ToolCall, options: CallOptions): Promise<ToolOutcome> {
  const { host, clock, wallClock, limitMs, onStart, onPartial } = options;
  const started = clock();
  const base = { tool: call.tool, startedAt: wallClock() };
  const outcome = (rest: Omit<ToolOutcome, "tool" | "startedAt" | "durationMs">): ToolOutcome => ({
    ...base,
    durationMs: Math.round(clock() - started),
    ...rest,
  });
  if (limitMs <= 0) {
    return outcome({ status: "skipped", error: brief(new Failure("budget", "no time left")) });
  }
  onStart?.(call.tool, limitMs);
  let partial: { findings?: Findings } = {};
  const timeout = (): ToolOutcome =>
    outcome({
      status: "timeout",
      ...partial,
      error: brief(new Failure("timeout", `no answer within: ${Math.round(limitMs)} ms`)),
    });
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, limitMs + HAND_OVER_MS);
  try {
    const found = host.run(call, {
      deadline: started + limitMs,
      onPartial: (findings) => {
        partial = { findings };
        onPartial(timeout());
      },
    });
    const findings = await Promise.race([found, late.promise]);
    return findings ? outcome({ status: "ok", findings }) : timeout();
  } catch (error) {
    return outcome({ status: "error", error: brief(asFailure(error)) });
  } finally {
    clearTimeout(timer);
  }
}
