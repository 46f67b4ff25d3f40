import type { DeliveredTool, Delivery } from "../model/answer.ts";
import { Failure } from "../model/errors.ts";
import type { IntentKind } from "../model/intent.ts";
import type { Request } from "../model/request.ts";
import { aboutTokens } from "../model/tokens.ts";
import type { ToolName } from "../model/tools.ts";
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

/** What the session was given before, as it was noted; empty: nothing. */
export function notesOf(state: Pick<StateFiles, "read"> | undefined, { sessionId }: Request): string {
  return sessionId === undefined ? "" : state?.read(notesFile(sessionId)) ?? "";
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

/** Parts of the program whose failures the user's turn does not show. */
export type Module = "hook" | "daemon" | "index" | ToolName;

let opened: ((line: string) => void) | undefined;

/**
 * Notes a failure in the timeline: in the one that was opened for the answer, as this thread may have given up its rights
 * since, else in that of the repository around `cwd`. Never throws.
 */
export async function noteInternalError(module: Module, error: unknown, cwd: string): Promise<void> {
  try {
    const line = internalError(module, kindOf(error));
    if (opened) return opened(line);
    const { stateAround } = await import("../platform/state_files.ts");
    stateAround(cwd)?.append(TIMELINE, line);
  } catch {
    // Where nothing can be noted any more, CI_AUTO_TOOLS_DEBUG=1 still says it.
  }
}

function internalError(module: Module, kind: string): string {
  return timelineLine({ event: "internal:error", module, kind, count: 1 });
}

/** The kind of one of our failures, else the name of the runtime's error: nothing of a message, which may quote contents. */
function kindOf(error: unknown): string {
  if (error instanceof Failure) return error.kind;
  return error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : "unknown";
}

/**
 * Opens what an answer is noted in, while files may still be opened; the function it answers returns the writes that note one.
 *
 * @param beganAt on the clock: when the prompt came
 */
export function openDelivery(
  state: Pick<StateFiles, "openAppend"> | undefined,
  request: Request,
  beganAt = 0,
): (delivery: Delivery) => readonly (() => void)[] {
  const timeline = opened = state?.openAppend(TIMELINE);
  const notes = request.sessionId === undefined ? undefined : state?.openAppend(notesFile(request.sessionId));
  return (delivery) => {
    const { context, kind, tools, notes: lines } = delivery;
    const failures = tools.flatMap(({ tool, error }) =>
      error === undefined ? [] : [internalError(tool, error)]
    );
    const entry = context === ""
      ? emptyLine(request, kind, emptyReason(delivery), { tools, beganAt })
      : timelineLine({
        event: "context:injected",
        ...factsOf(request, kind, beganAt),
        characters: context.length,
        tokens: aboutTokens(context),
        bytes: new TextEncoder().encode(context).length,
        tools,
      });
    const own = context === "" ? [] : lines;
    return [
      () => timeline?.([...failures, entry].join("\n")),
      ...(own.length > 0 ? [() => notes?.(own.join("\n"))] : []),
    ];
  };
}

function emptyReason({ planOnly, tools }: Delivery): EmptyReason {
  if (planOnly) return "plan only";
  return tools.some(({ status }) => status === "timeout" || status === "skipped")
    ? "out of time"
    : "nothing found";
}

/** The line for a prompt about code that got nothing. */
export function emptyLine(
  request: Request,
  kind: IntentKind,
  reason: EmptyReason,
  { tools, beganAt = 0 }: { readonly tools?: readonly DeliveredTool[]; readonly beganAt?: number } = {},
): string {
  return timelineLine({
    event: "context:empty",
    ...factsOf(request, kind, beganAt),
    reason,
    ...(tools && { tools }),
  });
}

function factsOf(request: Request, kind: IntentKind, beganAt: number): Record<string, unknown> {
  return {
    session: request.sessionId,
    client: request.client,
    kind,
    milliseconds: Math.round(performance.now() - beganAt),
  };
}
