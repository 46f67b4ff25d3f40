import type { QueryTerms } from "../../model/intent.ts";
import type { Report } from "../../model/report.ts";
import type { Request } from "../../model/request.ts";
import { aboutLine, givenLines } from "../../orchestrator/session_notes.ts";
import type { StateFiles } from "../../platform/state_files.ts";

/** Names of the files this program keeps for a root. */

/** What happened, one JSON object per line: at (ISO 8601), event, session. Never prompts, never contents. */
export const TIMELINE = "timeline.jsonl";

/** What one session was given; the id was validated when the payload was read. */
export function notesFile(sessionId: string): string {
  return `sessions/${sessionId}.jsonl`;
}

/** One line of the timeline. */
export interface TimelineEntry {
  readonly event:
    | "session:start"
    | "session:end"
    | "context:given"
    | "model:asked"
    | "tool:failure"
    | "file:changed";
  readonly session?: string | undefined;
  readonly [detail: string]: unknown;
}

/** The entry as it stands in the file. */
export function timelineLine(entry: TimelineEntry): string {
  const { event, session, ...details } = entry;
  return JSON.stringify({ at: new Date().toISOString(), event, ...(session && { session }), ...details });
}

/** Opens what a delivery is noted in, while files may still be opened; the function it answers notes one. */
export function openDelivery(
  state: StateFiles | undefined,
  request: Request,
  terms: QueryTerms,
): (report: Report) => void {
  const timeline = state?.openAppend(TIMELINE);
  const notes = request.sessionId === undefined ? undefined : state?.openAppend(notesFile(request.sessionId));
  return (report) => {
    timeline?.(timelineLine({
      event: "context:given",
      session: request.sessionId,
      client: request.client,
      characters: report.context.length,
      milliseconds: Math.round(performance.now()),
    }));
    for (const line of givenLines(report.items)) notes?.(line);
    notes?.(aboutLine(terms, report));
  };
}
