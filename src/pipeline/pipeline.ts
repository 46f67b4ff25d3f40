import type { Answer, Delivery, PromptTask, SandboxTask, TaskResult } from "../model/prompt.ts";
import { skipped, type ToolOutcome } from "../model/calls.ts";
import { LIMITS } from "../model/limits.ts";
import { fuse } from "./fuse.ts";
import { type RunOptions, runPlan } from "./run.ts";
import { noteLines, sessionMemory } from "./session_notes.ts";
import { sanitizeLine, Sanitizer } from "../safety/sanitize.ts";
import { type ErrorCode, Failure } from "../model/errors.ts";
import type { ToolName } from "../model/tools.ts";

/** Options of a task. */
export interface TaskOptions extends Omit<RunOptions, "ended" | "onProgress"> {
  /** On the clock: when the request's time began. */
  readonly startedAt: number;
  /** Called with the best that could be delivered so far, on a machine on which the rest takes long. */
  readonly onDraft: (delivery: Delivery) => void;
}

/** Time before a request's first draft, and between drafts. Milliseconds. */
const DRAFT_AFTER_MS = 400;

/** plan -> outcomes -> report. Never rejects for anything a tool does. */
export async function runTask(task: SandboxTask, options: TaskOptions): Promise<TaskResult> {
  const { ended = [] } = task;
  const sanitizer = new Sanitizer();
  const drafts = task.kind === "prompt" ? new Drafts(task, sanitizer, options) : undefined;
  const outcomes = await runPlan(task.plan, {
    ...options,
    ended,
    onProgress: (outcomes) => drafts?.offer(outcomes),
  });
  return task.kind === "plan" ? { type: "found", outcomes } : reportOn(task, outcomes, sanitizer);
}

/** The report on what the tools of a prompt's plan found. */
export function reportOn(
  task: PromptTask,
  outcomes: readonly ToolOutcome[],
  sanitizer: Sanitizer = new Sanitizer(),
): Exclude<TaskResult, { type: "found" }> {
  const answer = answerOf(task, outcomes, sanitizer);
  return task.isWhole ? { type: "answer", answer } : { type: "delivery", delivery: deliveryOf(answer) };
}

/** Deliveries of what was found so far. */
class Drafts {
  #next: number;

  constructor(
    private readonly task: PromptTask,
    private readonly sanitizer: Sanitizer,
    private readonly options: TaskOptions,
  ) {
    this.#next = options.startedAt + DRAFT_AFTER_MS;
  }

  /** Makes one where it is time for that and something was found. */
  offer(outcomes: readonly ToolOutcome[]): void {
    const { clock, onDraft } = this.options;
    const { plan: { calls } } = this.task;
    const isEmpty = outcomes.every(({ findings }) => (findings?.items.length ?? 0) === 0);
    const isWhole = outcomes.length === calls.length && outcomes.every(({ status }) => status !== "timeout");
    // What is complete is about to be delivered itself.
    if (isEmpty || clock() < this.#next || isWhole) return;
    // Calls that will not have ended if the draft is delivered count as skipped.
    const padded = calls.map((call) =>
      outcomes.find(({ tool }) => tool === call.tool) ??
        skipped(call.tool, new Failure("budget", "no time left"))
    );
    const delivery = deliveryOf(answerOf(this.task, padded, this.sanitizer));
    if (delivery.context !== "") onDraft(delivery);
    this.#next = clock() + DRAFT_AFTER_MS;
  }
}

function answerOf(task: PromptTask, outcomes: readonly ToolOutcome[], sanitizer: Sanitizer): Answer {
  const { request, intent, plan, root, planOnly, limits, cap, models, semantic } = task;
  const report = fuse({
    plan,
    outcomes,
    models,
    limits: planOnly ? [...limits, LIMITS.planMode] : limits,
    cap: { ...cap, limit: Math.min(cap.limit, plan.budget.maxInjectedChars) },
    sanitizer,
    given: sessionMemory(task.notes),
    structured: task.structured,
    isUnsure: intent.carried?.isLikely ?? false,
  });
  return { request, intent, plan, report, root, planOnly, ...(semantic && { semantic }) };
}

/** Errors no argument or repository may cause. */
const INTERNAL: readonly ErrorCode[] = ["E_UNKNOWN", "E_TOOL_UNAVAILABLE"];

/** The parts of an answer that are delivered and recorded. */
export function deliveryOf({ report, intent, plan, planOnly }: Answer): Delivery {
  const { context, truncated, ran, newParts, leftOut } = report;
  // A reason may quote the prompt.
  const reasonOf = (tool: ToolName): string =>
    sanitizeLine(plan.calls.find((call) => call.tool === tool)?.reason ?? "").text;
  return {
    context,
    truncated,
    kind: intent.kind,
    planOnly,
    tools: ran.map(({ tool, status, durationMs, code }) => ({
      tool,
      status,
      ms: durationMs,
      ...(status === "error" && code && INTERNAL.includes(code) && { error: code }),
      places: newParts.filter(({ item }) => item.tools.includes(tool)).length,
    })),
    notes: context === "" ? [] : noteLines(intent.terms, report),
    places: newParts.length,
    reasons: ran.map(({ tool }) => reasonOf(tool)),
    limits: plan.limits,
    leftOut,
  };
}
