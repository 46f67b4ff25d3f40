import type { Answer, Cap } from "../../model/answer.ts";
import type { SafeText } from "../../model/brands.ts";
import type { Intent } from "../../model/intent.ts";
import type { Request } from "../../model/request.ts";
import type { ResolvedSettings } from "../../model/settings.ts";
import { nearestProject } from "../../platform/project_folder.ts";
import { openState } from "../../platform/state_files.ts";
import { thinHint } from "../../orchestrator/intent/hint.ts";
import { EMPTY, sealLine } from "../../safety/seal.ts";
import { answerRequest } from "../answer.ts";
import type { HeadStart } from "../head_start.ts";
import { NO_MEMORY } from "../../orchestrator/session_memory.ts";
import { sessionMemory } from "../../orchestrator/session_notes.ts";
import { emptyLine, notesFile, openDelivery, TIMELINE } from "./journal.ts";

/** What a client is told: the block for the model, or a line for the user alone. */
export interface PromptAnswer {
  readonly context: SafeText;
  readonly hint?: SafeText;
}

/**
 * Answers a prompt that passed the gate, and notes what the session was given. A prompt about code that names nothing
 * to look for gets a hint for the user instead.
 */
export async function answerPrompt(
  request: Request,
  intent: Intent,
  resolved: ResolvedSettings,
  { cap, head }: { readonly cap: Cap; readonly head: HeadStart },
): Promise<PromptAnswer> {
  const hint = thinHint(intent);
  if (hint !== undefined) {
    const root = resolved.settings.repo_root.value ?? nearestProject(request.cwd);
    const state = root === undefined ? undefined : openState(root);
    state?.append(TIMELINE, emptyLine(request, intent, "nothing named"));
    return { context: EMPTY, hint: sealLine(hint, { isOwn: true }).text };
  }
  let note: (answer: Answer) => void = () => {};
  let notes = "";
  const answer = await answerRequest(request, intent, resolved, {
    cap,
    head,
    prepare: (root) => {
      const state = openState(root);
      if (request.sessionId !== undefined) notes = state?.read(notesFile(request.sessionId)) ?? "";
      note = openDelivery(state, request, intent);
    },
    endsInTime: true,
    given: () => notes === "" ? NO_MEMORY : sessionMemory(notes),
  });
  if (!answer.request) return { context: EMPTY };
  note(answer);
  return { context: answer.report.context };
}
