import type { Cap } from "../../model/answer.ts";
import type { SafeText } from "../../model/brands.ts";
import type { Intent } from "../../model/intent.ts";
import type { Report } from "../../model/report.ts";
import type { Request } from "../../model/request.ts";
import type { ResolvedSettings } from "../../model/settings.ts";
import { openState } from "../../platform/state_files.ts";
import { EMPTY } from "../../safety/seal.ts";
import { answerRequest } from "../answer.ts";
import { NO_MEMORY } from "../../orchestrator/fuse.ts";
import { sessionMemory } from "../../orchestrator/session_notes.ts";
import { notesFile, openDelivery } from "./journal.ts";

/** Answers a prompt that passed the gate, and notes what the session was given. */
export async function answerPrompt(
  request: Request,
  intent: Intent,
  resolved: ResolvedSettings,
  cap: Cap,
): Promise<SafeText> {
  let note: (report: Report) => void = () => {};
  let notes = "";
  const answer = await answerRequest(request, intent, resolved, {
    cap,
    prepare: (root) => {
      const state = openState(root);
      if (request.sessionId !== undefined) notes = state?.read(notesFile(request.sessionId)) ?? "";
      note = openDelivery(state, request);
    },
    given: () => notes === "" ? NO_MEMORY : sessionMemory(notes),
  });
  if (!answer.request || answer.report.context === "") return EMPTY;
  note(answer.report);
  return answer.report.context;
}
