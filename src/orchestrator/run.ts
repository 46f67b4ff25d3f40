import { asFailure, Failure } from "../model/errors.ts";
import type { Findings, ToolOutcome } from "../model/findings.ts";
import type { Plan, ToolCall } from "../model/plan.ts";
import type { Clock, ToolHost } from "../model/ports.ts";

/** What running needs besides the plan. */
export interface RunOptions {
  /** Starts a fresh host; the first is made at once, another only after one had to be ended. */
  readonly host: () => ToolHost;
  readonly clock: Clock;
  /** Milliseconds since the epoch, for `startedAt`. */
  readonly wallClock: Clock;
  /** On `clock`: when everything must have ended. */
  readonly deadline: number;
}

/**
 * Runs the calls in their order and answers one outcome each; never rejects and never overruns the deadline: a tool
 * past its time is ended, and what it had handed over by then is kept.
 */
export async function runPlan(plan: Plan, options: RunOptions): Promise<readonly ToolOutcome[]> {
  const outcomes: ToolOutcome[] = [];
  let host: ToolHost | undefined;
  for (const call of plan.calls) {
    const timeLeftMs = Math.min(call.timeoutMs, Math.floor(options.deadline - options.clock()));
    if (timeLeftMs <= 0) {
      outcomes.push(skipped(call, options));
      continue;
    }
    host ??= options.host();
    const outcome = await runCall(call, host, timeLeftMs, options);
    if (outcome.status === "timeout") host = undefined;
    outcomes.push(outcome);
  }
  return outcomes;
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

function skipped(call: ToolCall, options: RunOptions): ToolOutcome {
  const error = new Failure("budget", `no time left for: ${call.tool}`);
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
