import { thinHint } from "../intent/hint.ts";
import type { Answer, Delivery, Idle, OpenPrompt, PromptAsk } from "../model/prompt.ts";
import type { PromptKnowledge, PromptOutcome, PromptTask } from "../model/prompt.ts";
import type { RequestResult } from "./attempt.ts";
import type { Intent } from "../model/intent.ts";
import type { Plan } from "../model/calls.ts";
import type { Settings } from "../model/settings.ts";
import { makePlan } from "../pipeline/plan.ts";
import { intentWith } from "./informed_intent.ts";

/** A prompt whose plan is made. */
export interface PlannedPrompt {
  readonly type: "planned";
  readonly intent: Intent;
  readonly plan: Plan;
}

/**
 * Plans a prompt from all that is known before a tool runs.
 *
 * @param isVagueToo true to answer a prompt with nothing to search for; default false: it is idle, with a hint
 */
export async function planPrompt(
  { request: { prompt } }: Pick<PromptAsk, "request">,
  { plain, resolved: { settings } }: OpenPrompt,
  known: PromptKnowledge,
  isVagueToo = false,
): Promise<PlannedPrompt | Idle> {
  const intent = await intentWith(prompt, plain, known);
  const hint = isVagueToo ? undefined : thinHint(intent);
  const isMeant = intent.kind !== "none" || settings.enabled.value === "on";
  if (!isMeant || hint !== undefined) return { type: "idle", kind: intent.kind, hint };
  return { type: "planned", intent, plan: makePlan(prompt, intent, settings) };
}

/** A task without what only some processes have. */
export function taskFor(
  { request, cap }: Pick<PromptAsk, "request" | "cap">,
  { intent, plan }: PlannedPrompt,
  { settings, root, limits, notes }: {
    readonly settings: Settings;
    readonly root: Answer["root"];
    readonly limits: readonly string[];
    readonly notes: string;
  },
): PromptTask {
  return {
    kind: "prompt",
    request,
    intent,
    plan,
    root,
    limits,
    planOnly: settings.mode.value === "plan",
    cap,
    notes,
    structured: false,
    isWhole: false,
    models: { uses: [] },
  };
}

/** The result; if it is late, the last draft, else a report of what did not end. */
export async function outcomeOf(
  task: PromptTask,
  result: RequestResult,
  draft?: Delivery,
): Promise<PromptOutcome> {
  if (result.type === "delivery" || result.type === "answer") return result;
  if (draft && !task.isWhole) return { type: "delivery", delivery: draft };
  return (await import("../pipeline/pipeline.ts")).reportOn(task, result.outcomes);
}

/** The share of a budget that a person waits for at most: 2.5 s of 5 without deep tools, 4 s of 10 with them. */
const WAITED_SHARE = 0.5;
const WAITED_SHARE_DEEP = 0.4;

/** Deadline of a prompt's answer: milliseconds from its start. */
export function waitedMs({ budget: { wallMs }, calls }: Plan): number {
  return wallMs * (calls.some(({ tier }) => tier === 2) ? WAITED_SHARE_DEEP : WAITED_SHARE);
}
