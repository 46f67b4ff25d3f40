import { asFailure, Failure } from "../model/errors.ts";
import type { Findings, ToolOutcome } from "../model/findings.ts";
import type { Plan, ToolCall } from "../model/plan.ts";
import type { Clock, ToolHost } from "../model/ports.ts";

/** What running needs besides the plan. */
export interface RunOptions {
  /** One for all calls, or one per lane of {@link lanesOf}, in the same order. */
  readonly hosts: readonly ToolHost[];
  /** When this thread has given up its rights: nothing a tool says is looked at before. */
  readonly confined: Promise<void>;
  readonly clock: Clock;
  /** Milliseconds since the epoch, for `startedAt`. */
  readonly wallClock: Clock;
  /** On `clock`: when everything must have ended. */
  readonly deadline: number;
  /** Told of each outcome while the next tool already runs. */
  readonly onOutcome?: (outcome: ToolOutcome) => void;
}

/**
 * The calls of a plan by lane. The tools of a lane run one after the other and share one view of the index; the deep
 * tools have a lane of their own, beside the others, when the budget allows two.
 */
export function lanesOf(plan: Plan): readonly (readonly ToolCall[])[] {
  const quick = plan.calls.filter((call) => call.tier < 2);
  const deep = plan.calls.filter((call) => call.tier === 2);
  if (deep.length === 0 || quick.length === 0 || plan.budget.maxConcurrency < 2) return [plan.calls];
  return [quick, deep];
}

/**
 * Runs the plan and answers one outcome per call, in the plan's order; never rejects and never overruns the deadline:
 * a tool past its time is ended, and what it had handed over by then is kept.
 */
export async function runPlan(plan: Plan, options: RunOptions): Promise<readonly ToolOutcome[]> {
  const { hosts } = options;
  const planned = hosts.length > 1 ? lanesOf(plan) : [plan.calls];
  const lanes = await Promise.all(planned.map((calls, lane) => runLane(calls, hosts[lane], options)));
  await options.confined;
  const outcomes = lanes.flat();
  return plan.calls.flatMap((call) => outcomes.find((outcome) => outcome.tool === call.tool) ?? []);
}

async function runLane(
  calls: readonly ToolCall[],
  host: ToolHost | undefined,
  options: RunOptions,
): Promise<ToolOutcome[]> {
  const outcomes: (ToolOutcome | Promise<ToolOutcome>)[] = [];
  const ended = new Set<ToolCall["tier"]>();
  for (const call of calls) {
    // A sandbox that was ended is over with its lane; one that starts again has a lane for deep tools still.
    const isOver = !host || ended.has(call.tier) || ended.size > 0 && !host.restarts;
    if (isOver) {
      outcomes.push(skipped(call, new Failure("toolUnavailable", "its worker was ended before"), options));
    } else if (options.deadline <= options.clock()) {
      outcomes.push(skipped(call, new Failure("budget", "no time left"), options));
    } // Nothing waits for what a worker says of itself, nor is it ended for that.
    else if (call.tier === 0) outcomes.push(runCall(call, unendable(host), options));
    else {
      const outcome = await runCall(call, host, options);
      if (outcome.status === "timeout") ended.add(call.tier);
      outcomes.push(outcome);
      // Not before the next call is on its way.
      const { confined, onOutcome } = options;
      // The run itself fails where the rights cannot be given up.
      if (onOutcome) void confined.then(() => setTimeout(() => onOutcome(outcome)), () => {});
    }
  }
  return await Promise.all(outcomes);
}

function unendable(host: ToolHost): ToolHost {
  return { run: (call, options) => host.run(call, options), abort: () => {} };
}

/** A tool that keeps its limit by itself is given so long to hand over what it has. Milliseconds. */
const HAND_OVER_MS = 150;

/** The tool's own limit counts from when it begins, the deadline from now. */
async function runCall(call: ToolCall, host: ToolHost, options: RunOptions): Promise<ToolOutcome> {
  const { clock, wallClock, deadline } = options;
  const startedAt = wallClock();
  let started = clock();
  let limitMs = deadline - started;
  let partial: Findings | undefined;
  const done = (outcome: Pick<ToolOutcome, "status" | "findings" | "error">): ToolOutcome => ({
    tool: call.tool,
    startedAt,
    durationMs: Math.round(clock() - started),
    ...outcome,
  });
  const late = Promise.withResolvers<"late">();
  let timer = setTimeout(() => late.resolve("late"), limitMs);
  const onStart = (): void => {
    started = clock();
    limitMs = Math.min(call.timeoutMs, deadline - started);
    clearTimeout(timer);
    const most = Math.min(call.timeoutMs + HAND_OVER_MS, deadline - started);
    timer = setTimeout(() => late.resolve("late"), most);
  };
  try {
    const endsAt = startedAt + limitMs;
    const running = host.run(call, { endsAt, onStart, onPartial: (findings) => partial = findings });
    const answer = await Promise.race([running, late.promise]);
    if (answer !== "late") return done({ status: "ok", findings: answer });
    host.abort();
    const error = new Failure("timeout", `no answer within: ${Math.round(limitMs)} ms`);
    return done({ status: "timeout", ...(partial && { findings: partial }), error: brief(error) });
  } catch (error) {
    return done({ status: "error", error: brief(asFailure(error)) });
  } finally {
    clearTimeout(timer);
  }
}

function skipped(call: ToolCall, error: Failure, options: RunOptions): ToolOutcome {
  return {
    tool: call.tool,
    status: "skipped",
    startedAt: options.wallClock(),
    durationMs: 0,
    error: brief(error),
  };
}

function brief(failure: Failure): { code: Failure["code"]; message: string } {
  return { code: failure.code, message: failure.message };
}
