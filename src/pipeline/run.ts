import { asFailure, Failure } from "../model/errors.ts";
import type { Findings, ToolOutcome } from "../model/findings.ts";
import type { Plan, ToolCall } from "../model/plan.ts";
import type { Clock, ToolHost } from "../model/ports.ts";

/** What running needs besides the plan. */
export interface RunOptions {
  /** One per lane of {@link lanesOf}, in the same order. */
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
  const lanes = await Promise.all(
    lanesOf(plan).map((calls, lane) => runLane(calls, options.hosts[lane], options)),
  );
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
  let isUp = host !== undefined;
  for (const call of calls) {
    const timeLeftMs = Math.min(call.timeoutMs, Math.floor(options.deadline - options.clock()));
    if (!isUp || !host) {
      outcomes.push(skipped(call, new Failure("toolUnavailable", "its worker was ended before"), options));
    } else if (timeLeftMs <= 0) outcomes.push(skipped(call, new Failure("budget", "no time left"), options));
    // Nothing waits for what a worker says of itself, nor is it ended for that.
    else if (call.tier === 0) outcomes.push(runCall(call, unendable(host), timeLeftMs, options));
    else {
      const outcome = await runCall(call, host, timeLeftMs, options);
      // The right to start another worker was given up, so a lane whose worker was ended is over.
      if (outcome.status === "timeout") isUp = false;
      outcomes.push(outcome);
      // Not before the next call is on its way.
      const { confined, onOutcome } = options;
      if (onOutcome) void confined.then(() => setTimeout(() => onOutcome(outcome), 0));
    }
  }
  return await Promise.all(outcomes);
}

function unendable(host: ToolHost): ToolHost {
  return { run: (call, options) => host.run(call, options), abort: () => {} };
}

async function runCall(
  call: ToolCall,
  host: ToolHost,
  timeLeftMs: number,
  options: RunOptions,
): Promise<ToolOutcome> {
  const started = options.clock();
  const startedAt = options.wallClock();
  let partial: Findings | undefined;
  const done = (outcome: Pick<ToolOutcome, "status" | "findings" | "error">): ToolOutcome => ({
    tool: call.tool,
    startedAt,
    durationMs: Math.round(options.clock() - started),
    ...outcome,
  });
  const timer = Promise.withResolvers<"late">();
  const id = setTimeout(() => timer.resolve("late"), timeLeftMs);
  try {
    const running = host.run(call, { timeLeftMs, onPartial: (findings) => partial = findings });
    const answer = await Promise.race([running, timer.promise]);
    if (answer !== "late") return done({ status: "ok", findings: answer });
    host.abort();
    const error = new Failure("timeout", `no answer within: ${timeLeftMs} ms`);
    return done({ status: "timeout", ...(partial && { findings: partial }), error: brief(error) });
  } catch (error) {
    return done({ status: "error", error: brief(asFailure(error)) });
  } finally {
    clearTimeout(id);
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
