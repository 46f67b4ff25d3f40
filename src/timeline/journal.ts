import type { DeliveredTool, Delivery } from "../model/answer.ts";
import type { IntentKind } from "../model/intent.ts";
import type { Request } from "../model/request.ts";
import type { StateFiles } from "../platform/state_files.ts";
import type { EmptyReason, EventType } from "./registry.ts";

/** Names of the files this program keeps for a root. */

/** What happened, one JSON object per line: at (ISO 8601), event, session. Never prompts, never contents. */
export const TIMELINE = "timeline.jsonl";

/** What the timeline became when it grew too long. */
export const OLDER_TIMELINE = `${TIMELINE}.1`;

/** What one session was given; the id was validated when the payload was read. */
export function notesFile(sessionId: string): string {
  return `sessions/${sessionId}.jsonl`;
}

/** One line of the timeline. */
export interface TimelineEntry {
  readonly event: EventType;
  readonly session?: string | undefined;
  readonly [detail: string]: unknown;
}

/** The entry as it stands in the file. */
export function timelineLine(entry: TimelineEntry): string {
  const { event, session, ...details } = entry;
  return JSON.stringify({ at: new Date().toISOString(), event, ...(session && { session }), ...details });
}

/** Opens what an answer is noted in, while files may still be opened; the function it answers notes one. */
export function openDelivery(
  state: StateFiles | undefined,
  request: Request,
): (delivery: Delivery) => void {
  const timeline = state?.openAppend(TIMELINE);
  const notes = request.sessionId === undefined ? undefined : state?.openAppend(notesFile(request.sessionId));
  return ({ context, kind, planOnly, tools, notes: lines }) => {
    if (context === "") {
      timeline?.(emptyLine(request, kind, planOnly ? "plan only" : "nothing found", tools));
      return;
    }
    timeline?.(timelineLine({
      event: "context:injected",
      ...factsOf(request, kind),
      characters: context.length,
      bytes: new TextEncoder().encode(context).length,
      tools,
    }));
    for (const line of lines) notes?.(line);
  };
}

/** The line for a prompt about code that got nothing. */
export function emptyLine(
  request: Request,
  kind: IntentKind,
  reason: EmptyReason,
  tools?: readonly DeliveredTool[],
): string {
  return timelineLine({
    event: "context:empty",
    ...factsOf(request, kind),
    reason,
    ...(tools && { tools }),
  });
}

function factsOf(request: Request, kind: IntentKind): Record<string, unknown> {
  return {
    session: request.sessionId,
    client: request.client,
    kind,
    milliseconds: Math.round(performance.now()),
  };
}
