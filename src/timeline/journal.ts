import type { DeliveredTool, Delivery, Request } from "../model/prompt.ts";
import { Failure } from "../model/errors.ts";
import type { IntentKind } from "../model/intent.ts";
import { aboutTokens } from "../model/tokens.ts";
import type { ToolName } from "../model/tools.ts";
import type { StateFiles } from "../platform/state_files.ts";
import type { EmptyReason, EventType } from "./registry.ts";

/** Names and lines of the files that the program writes per repository. */

/** Event log, one JSON object per line: at (ISO 8601), event, session. Never contains prompts or file contents. */
export const TIMELINE = "timeline.jsonl";

/** Previous event log, after rotation. */
export const OLDER_TIMELINE = `${TIMELINE}.1`;

/** File with the facts that one session received; the id was validated when the payload was parsed. */
export function notesFile(sessionId: string): string {
  return `sessions/${sessionId}.jsonl`;
}

/** Returns the notes on facts that the session received before; empty without any. */
export function notesOf(state: Pick<StateFiles, "read"> | undefined, { sessionId }: Request): string {
  return sessionId === undefined ? "" : state?.read(notesFile(sessionId)) ?? "";
}

/** One line of the timeline. */
export interface TimelineEntry {
  readonly event: EventType;
  readonly session?: string | undefined;
  readonly [detail: string]: unknown;
}

/** Serializes an entry as a line of the file. */
export function timelineLine(entry: TimelineEntry): string {
  const { event, session, ...details } = entry;
  return JSON.stringify({ at: new Date().toISOString(), event, ...(session && { session }), ...details });
}

/** Parts of the program whose failures are invisible in the user's turn. */
export type Module = "hook" | "daemon" | "index" | ToolName;

let openTimeline: ((line: string) => void) | undefined;

/**
 * Appends a failure to the timeline: to the one opened for the answer if any, because the thread may have dropped its
 * rights since, otherwise to that of the repository around `cwd`. Never throws.
 */
export async function noteInternalError(module: Module, error: unknown, cwd: string): Promise<void> {
  try {
    const line = internalError(module, kindOf(error));
    if (openTimeline) return openTimeline(line);
    const { stateAround } = await import("../platform/state_files.ts");
    stateAround(cwd)?.append(TIMELINE, line);
  } catch {
    // If nothing can be written any more, CI_AUTO_TOOLS_DEBUG=1 still shows the error.
  }
}

function internalError(module: Module, kind: string): string {
  return timelineLine({ event: "internal:error", module, kind, count: 1 });
}

/**
 * Kind of a failure of this program, otherwise the name of the runtime's error. Never the message, which may quote
 * contents.
 */
function kindOf(error: unknown): string {
  if (error instanceof Failure) return error.kind;
  return error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : "unknown";
}

/**
 * Opens the timeline and the session's notes while files may still be opened. The returned function gives the writes
 * that record a delivery.
 *
 * @param beganAt arrival of the prompt, milliseconds of `performance.now()`
 */
export function openDelivery(
  state: Pick<StateFiles, "openAppend"> | undefined,
  request: Request,
  beganAt = 0,
): (delivery: Delivery) => readonly (() => void)[] {
  const timeline = openTimeline = state?.openAppend(TIMELINE);
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
    // The notes first: the next prompt reads them.
    return [
      ...(own.length > 0 ? [() => notes?.(own.join("\n"))] : []),
      () => timeline?.([...failures, entry].join("\n")),
    ];
  };
}

function emptyReason({ planOnly, tools }: Delivery): EmptyReason {
  if (planOnly) return "plan only";
  return tools.some(({ status }) => status === "timeout" || status === "skipped")
    ? "out of time"
    : "nothing found";
}

/** Line for a prompt about code without a result. */
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
