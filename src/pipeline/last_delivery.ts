import type { DeliveredTool, Delivery, Request } from "../model/prompt.ts";

/**
 * Content of the last delivery: a separate file, because the timeline holds no contents. It is one line of JSON,
 * private to the user, of one delivery at most, and is removed when the session ends. `read_last.ts` reads it.
 */

/** Name of the file among those of the root. */
export const LAST_FILE = "last.json";

/** Time of a delivery. */
export interface DeliveryTime {
  readonly request: Request;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** From the start of the hook's process. */
  readonly milliseconds: number;
}

/** The file's text. */
export function lastText(delivery: Delivery, { request, at, milliseconds }: DeliveryTime): string {
  const { context, kind, truncated, places, limits, leftOut, reasons } = delivery;
  const { client, sessionId } = request;
  const tools = delivery.tools.map(({ tool, status, ms, places }: DeliveredTool, i) => ({
    tool,
    status,
    reason: reasons[i] ?? "",
    ms,
    places,
  }));
  return JSON.stringify({
    at: new Date(at).toISOString(),
    client,
    ...(sessionId !== undefined && { session: sessionId }),
    kind,
    milliseconds,
    context,
    truncated,
    places,
    tools,
    limits,
    leftOut,
  });
}
