import type { Sandbox } from "../platform/sandbox.ts";
import { clock, wallClock } from "../platform/clock.ts";
import { HAND_OVER_MS } from "../pipeline/run.ts";
import type { ToolName } from "../model/tools.ts";
import type { Delivery, SandboxTask, TaskResult } from "../model/prompt.ts";
import { brief, skipped, type ToolOutcome } from "../model/calls.ts";
import { asFailure, Failure } from "../model/errors.ts";
/** One task on its way through sandboxes, and the end of its time. */

/** Delay past its limit after which a tool is stuck; up to that, a busy machine may be the cause. Milliseconds. */
const STUCK_MS = 1000;

/** Times and listeners of a request. */
export interface RequestTimes {
  /** On the clock: when the request's time began, and when it must be over. */
  readonly startedAt: number;
  readonly deadline: number;
  /** On the clock: when it must be over if there is not even a draft by the deadline; default: the deadline. */
  readonly latest?: number;
  /** Called once, with what moves the deadline. */
  readonly onBegin?: (moveTo: (deadline: number) => void) => void;
  readonly onDraft?: (delivery: Delivery) => void;
  readonly onRunning?: (tool: ToolName) => void;
  /** Ends the work as if its time were over. */
  readonly signal?: AbortSignal;
}

/** A result, or how the calls ended of which none came in time. */
export type RequestResult = TaskResult | { readonly type: "late"; readonly outcomes: readonly ToolOutcome[] };

/** The end of a request: its deadline, or as long as there is no draft of an answer its latest time. */
export class TimeLimit {
  readonly #late = Promise.withResolvers<undefined>();
  /** Settles when the time is over. */
  readonly late: Promise<undefined> = this.#late.promise;
  #timer: ReturnType<typeof setTimeout>;
  /** There is something to answer. */
  hasDraft = false;
  #isOver = false;

  constructor({ deadline, latest = deadline, onBegin }: RequestTimes) {
    const end = (): void => {
      if (this.hasDraft || latest <= deadline) return this.#late.resolve(undefined);
      this.#isOver = true;
      this.#timer = setTimeout(this.#late.resolve, Math.max(0, latest - clock()));
    };
    this.#timer = setTimeout(end, Math.max(0, deadline - clock()));
    onBegin?.((earlier) => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(end, Math.max(0, earlier - clock()));
    });
  }

  /** There is something to answer. */
  draft(): void {
    this.hasDraft = true;
    if (this.#isOver) this.#late.resolve(undefined);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

/** A task on its way through sandboxes, of which one with a stuck or broken tool is given up. */
export class Attempt {
  readonly #ended: ToolOutcome[];
  #running: { readonly tool: ToolName; readonly at: number; readonly limitMs: number } | undefined;

  constructor(private readonly task: SandboxTask, private readonly times: RequestTimes) {
    this.#ended = [...task.ended ?? []];
  }

  /** The result; undefined where the sandbox is of no more use: then its tool counts as ended. */
  async run(sandbox: Sandbox): Promise<TaskResult | undefined> {
    const { startedAt, deadline, latest = deadline, onDraft, onRunning, signal } = this.times;
    const shift = wallClock() - clock();
    const stuck = Promise.withResolvers<undefined>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    this.#running = undefined;
    try {
      const done = sandbox.run({ ...this.task, ended: this.#ended }, {
        startedAt: startedAt + shift,
        endsAt: deadline + shift,
        latestAt: latest + shift,
        onDraft,
        signal,
        onRunning: (tool, limitMs) => {
          this.#running = { tool, at: wallClock(), limitMs };
          clearTimeout(timer);
          timer = setTimeout(stuck.resolve, limitMs + HAND_OVER_MS + STUCK_MS);
          onRunning?.(tool);
        },
      });
      const result = await Promise.race([done, stuck.promise]);
      if (!result) this.#give(late(this.#running));
      return result;
    } catch (error) {
      // Without a call the sandbox itself is broken, and another one would be.
      if (!this.#running) throw error;
      this.#give({ status: "error", error: brief(asFailure(error)) });
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  /** One outcome for each call of the plan, as far as it is known; nothing was found. */
  outcomes(): readonly ToolOutcome[] {
    const { tool, at } = this.#running ?? {};
    return this.task.plan.calls.map((call) =>
      this.#ended.find((one) => one.tool === call.tool) ??
        (call.tool === tool
          ? { tool, startedAt: at!, durationMs: wallClock() - at!, ...late(this.#running) }
          : skipped(call.tool, new Failure("budget", "no time left"), wallClock()))
    );
  }

  #give(end: Pick<ToolOutcome, "status" | "error">): void {
    const { tool, at } = this.#running!;
    this.#ended.push({ tool, startedAt: at, durationMs: wallClock() - at, ...end });
  }
}

function late(running: { readonly limitMs: number } | undefined): Pick<ToolOutcome, "status" | "error"> {
  const message = `no answer within: ${Math.round(running?.limitMs ?? 0)} ms`;
  return { status: "timeout", error: brief(new Failure("timeout", message)) };
}
