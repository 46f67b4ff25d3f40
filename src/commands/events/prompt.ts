import type { Cap } from "../../model/answer.ts";
import type { SafeText } from "../../model/brands.ts";
import type { Intent } from "../../model/intent.ts";
import type { Report } from "../../model/report.ts";
import type { Request } from "../../model/request.ts";
import type { ResolvedSettings } from "../../model/settings.ts";
import { openState } from "../../platform/state_files.ts";
import { EMPTY } from "../../safety/seal.ts";
import { answerRequest } from "../answer.ts";
import { openDelivery } from "./journal.ts";

/** Answers a prompt that passed the gate, and notes what the session was given. */
export async function answerPrompt(
  request: Request,
  intent: Intent,
  resolved: ResolvedSettings,
  cap: Cap,
): Promise<SafeText> {
  let note: (report: Report) => void = () => {};
  const answer = await answerRequest(request, intent, resolved, {
    cap,
    prepare: (root) => note = openDelivery(openState(root), request),
  });
  if (!answer.request || answer.report.context === "") return EMPTY;
  note(answer.report);
  return answer.report.context;
}
