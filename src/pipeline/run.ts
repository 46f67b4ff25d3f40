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

/**
 * Each call is asked for while the one before it runs, so that the host need not wait for this thread; not of a host that
 * starts again, where such a call would be lost.
 */
async function runLane(
  calls: readonly ToolCall[],
  host: ToolHost | undefined,
  options: RunOptions,
): Promise<ToolOutcome[]> {
  const outcomes: (ToolOutcome | Promise<ToolOutcome>)[] = [];
  const ended = new Set<ToolCall["tier"]>();
  let ahead: RunningCall | undefined;
  for (const [at, call] of calls.entries()) {
    // A sandbox that was ended is over with its lane; one that starts again has a lane for deep tools still.
    const isOver = !host || ended.has(call.tier) || ended.size > 0 && !host.restarts;
    if (isOver) {
      outcomes.push(skipped(call, new Failure("toolUnavailable", "its worker was ended before"), options));
    } else if (options.deadline <= options.clock()) {
      outcomes.push(skipped(call, new Failure("budget", "no time left"), options));
    } // Nothing waits for what a worker says of itself, nor is it ended for that.
    else if (call.tier === 0) outcomes.push(new RunningCall(call, unendable(host), options).outcome());
    else {
      const running = ahead ?? new RunningCall(call, host, options);
      const next = host.restarts ? undefined : calls[at + 1];
      ahead = next && next.tier > 0 ? new RunningCall(next, host, options) : undefined;
      const outcome = await running.outcome();
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

/** A call that the host was asked for. The tool's own limit counts from when it begins; the call is ended only once {@link outcome} waits for it. */
class RunningCall {
  readonly #findings: Promise<Findings>;
  readonly #late: PromiseWithResolvers<"late"> = Promise.withResolvers();
  /** On the wall clock and on the other one: when the tool began, until then when it was asked for. */
  #startedAt: number;
  #started: number;
  #limitMs: number;
  /** Milliseconds from `#started`. */
  #mostMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAwaited = false;
  #partial: Findings | undefined;

  constructor(
    private readonly call: ToolCall,
    private readonly host: ToolHost,
    private readonly options: RunOptions,
  ) {
    const { clock, wallClock, deadline } = options;
    this.#started = clock();
    this.#startedAt = wallClock();
    this.#limitMs = this.#mostMs = deadline - this.#started;
    this.#findings = host.run(call, {
      endsAt: this.#startedAt + this.#limitMs,
      onStart: () => this.#begin(),
      onPartial: (findings) => this.#partial = findings,
    });
    // Where nothing waits for it any more.
    this.#findings.catch(() => {});
  }

  /** How it ended. The worker of a call that is late is ended. */
  async outcome(): Promise<ToolOutcome> {
    this.#isAwaited = true;
    this.#limitTime();
    try {
      const answer = await Promise.race([this.#findings, this.#late.promise]);
      if (answer !== "late") return this.#done({ status: "ok", findings: answer });
      this.host.abort();
      const error = new Failure("timeout", `no answer within: ${Math.round(this.#limitMs)} ms`);
      const findings = this.#partial && { findings: this.#partial };
      return this.#done({ status: "timeout", ...findings, error: brief(error) });
    } catch (error) {
      return this.#done({ status: "error", error: brief(asFailure(error)) });
    } finally {
      clearTimeout(this.#timer);
    }
  }

  #begin(): void {
    const { clock, wallClock, deadline } = this.options;
    this.#started = clock();
    this.#startedAt = wallClock();
    const left = deadline - this.#started;
    this.#limitMs = Math.min(this.call.timeoutMs, left);
    this.#mostMs = Math.min(this.call.timeoutMs + HAND_OVER_MS, left);
    if (this.#isAwaited) this.#limitTime();
  }

  #limitTime(): void {
    clearTimeout(this.#timer);
    const left = this.#started + this.#mostMs - this.options.clock();
    this.#timer = setTimeout(() => this.#late.resolve("late"), left);
  }

  #done(outcome: Pick<ToolOutcome, "status" | "findings" | "error">): ToolOutcome {
    return {
      tool: this.call.tool,
      startedAt: this.#startedAt,
      durationMs: Math.round(this.options.clock() - this.#started),
      ...outcome,
    };
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
