import type { Cap, Delivery } from "../../model/answer.ts";
import type { SafeText } from "../../model/brands.ts";
import type { Intent, IntentKind } from "../../model/intent.ts";
import type { Request } from "../../model/request.ts";
import type { ResolvedSettings } from "../../model/settings.ts";
import { deliveryOf } from "../../pipeline/delivery.ts";
import { thinHint } from "../../intent/hint.ts";
import { sessionMemory } from "../../pipeline/session_notes.ts";
import { nearestProject } from "../../platform/project_folder.ts";
import { openState } from "../../platform/state_files.ts";
import { sanitizeLine } from "../../safety/sanitize.ts";
import { answerRequest } from "../../engine/answer.ts";
import type { HeadStart } from "../../engine/head_start.ts";
import { notesOf } from "../../engine/informed_intent.ts";
import { emptyLine, openDelivery, TIMELINE } from "../../timeline/journal.ts";

/** What a client is told: the block for the model, or a line for the user alone, or nothing. */
export interface PromptAnswer {
  readonly context?: SafeText;
  readonly hint?: SafeText;
}

/** A prompt that passed the gate. */
export interface Prompt {
  readonly request: Request;
  readonly intent: Intent;
  readonly resolved: ResolvedSettings;
  /** What the client takes whole. */
  readonly cap: Cap;
  readonly head: HeadStart;
  /** Milliseconds that went by while a daemon was waited for. */
  readonly waitedMs: number;
}

/**
 * Answers a prompt that passed the gate, and notes what the session was given. A prompt about code that names nothing
 * to look for gets a hint for the user instead.
 */
export async function answerPrompt(prompt: Prompt): Promise<PromptAnswer> {
  const { request, intent, resolved, cap, head } = prompt;
  const hint = thinHint(intent);
  if (hint !== undefined) return { hint: notedHint(hint, intent.kind, prompt) };
  let note: (delivery: Delivery) => void = () => {};
  let notes = "";
  const answer = await answerRequest(request, intent, resolved, {
    cap,
    head,
    waitedMs: prompt.waitedMs,
    prepare: (root) => {
      const state = openState(root);
      notes = notesOf(state, request);
      note = openDelivery(state, request);
    },
    endsInTime: true,
    given: () => sessionMemory(notes),
  });
  if (!answer.request) return {};
  const delivery = deliveryOf(answer);
  note(delivery);
  return { context: delivery.context };
}

/** The line for the user, where nothing is named to look for; that is noted. */
export function notedHint(
  hint: string,
  kind: IntentKind,
  { request, resolved }: Pick<Prompt, "request" | "resolved">,
): SafeText {
  const root = resolved.settings.repo_root.value ?? nearestProject(request.cwd);
  const state = root === undefined ? undefined : openState(root);
  state?.append(TIMELINE, emptyLine(request, kind, "nothing named"));
  return sanitizeLine(hint, { isOwn: true }).text;
}
