import type { Cap } from "../../model/answer.ts";
import type { SafeText } from "../../model/brands.ts";
import type { Intent } from "../../model/intent.ts";
import type { Request } from "../../model/request.ts";
import type { ResolvedSettings } from "../../model/settings.ts";
import { thinHint } from "../../orchestrator/intent/hint.ts";
import { nearestProject } from "../../platform/project_folder.ts";
import type { StateFiles } from "../../platform/state_files.ts";
import { openState } from "../../platform/state_files.ts";
import { askStandby } from "../ask_standby.ts";
import type { HeadStart } from "../head_start.ts";
import { emptyLine, notesFile, openDelivery, TIMELINE, timelineLine } from "./journal.ts";

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
}

/**
 * Answers a prompt that passed the gate, and notes what the session was given. A prompt about code that names nothing
 * to look for gets a hint for the user instead.
 */
export async function answerPrompt(prompt: Prompt): Promise<PromptAnswer> {
  const hint = thinHint(prompt.intent);
  if (hint !== undefined) return await hintAt(hint, prompt);
  return await answerElsewhere(prompt) ?? await answerHere(prompt);
}

async function hintAt(hint: string, { request, intent, resolved }: Prompt): Promise<PromptAnswer> {
  const root = resolved.settings.repo_root.value ?? nearestProject(request.cwd);
  const state = root === undefined ? undefined : openState(root);
  state?.append(TIMELINE, emptyLine(request, intent, "nothing named"));
  const { sealLine } = await import("../../safety/seal.ts");
  return { hint: sealLine(hint, { isOwn: true }).text };
}

/** By the process that stands by; undefined where there is none, or where it does not answer. */
async function answerElsewhere(prompt: Prompt): Promise<PromptAnswer | undefined> {
  const { request, intent, head } = prompt;
  const call = await head.standby;
  const repository = call && await head.repository;
  if (!call || repository?.root === undefined) return undefined;
  const state = openState(repository.root);
  let note: ReturnType<typeof openDelivery> | undefined;
  let noteUse: ((line: string) => void) | undefined;
  const delivery = await askStandby(call, {
    ...prompt,
    repository,
    notes: notesOf(state, request),
    prepare: () => {
      note = openDelivery(state, request, intent);
      noteUse = state?.openAppend(TIMELINE);
    },
    note: (use) => noteUse?.(timelineLine({ event: "model:asked", ...use })),
  });
  if (!delivery) return undefined;
  note?.(delivery);
  return { context: delivery.context };
}

/** By this process. */
async function answerHere({ request, intent, resolved, cap, head }: Prompt): Promise<PromptAnswer> {
  const [{ answerRequest }, { deliveryOf }, { sessionMemory }] = await Promise.all([
    import("../answer.ts"),
    import("../../orchestrator/delivery.ts"),
    import("../../orchestrator/session_notes.ts"),
  ]);
  let note: ReturnType<typeof openDelivery> = () => {};
  let notes = "";
  const answer = await answerRequest(request, intent, resolved, {
    cap,
    head,
    prepare: (root) => {
      const state = openState(root);
      notes = notesOf(state, request);
      note = openDelivery(state, request, intent);
    },
    endsInTime: true,
    given: () => sessionMemory(notes),
  });
  if (!answer.request) return {};
  const delivery = deliveryOf(answer);
  note(delivery);
  return { context: delivery.context };
}

function notesOf(state: StateFiles | undefined, { sessionId }: Request): string {
  return sessionId === undefined ? "" : state?.read(notesFile(sessionId)) ?? "";
}
