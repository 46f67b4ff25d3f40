import { asObject, parseObject } from "../../model/json.ts";

/** An event from a line of `codex exec --json`. */
export type StreamEvent =
  | { readonly type: "thread"; readonly id: string }
  | { readonly type: "message"; readonly text: string }
  /** Something the person should see, such as the failure of the turn. */
  | { readonly type: "note"; readonly text: string };

/** Reads one line; undefined for what the loop does not show. Never throws. */
export function readStreamLine(line: string): StreamEvent | undefined {
  const event = parseObject(line);
  if (!event) return undefined;
  const { type, thread_id, message } = event;
  if (type === "thread.started" && isThreadId(thread_id)) return { type: "thread", id: thread_id };
  if (type === "turn.failed") return { type: "note", text: text(asObject(event["error"])?.["message"]) };
  if (type === "error") return { type: "note", text: text(message) };
  return type === "item.completed" ? readItem(asObject(event["item"])) : undefined;
}

/** Codex starts a new thread without a word when the id is malformed, so only whole UUIDs pass. */
export function isThreadId(id: unknown): id is string {
  return typeof id === "string" && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}

function readItem(item: Readonly<Record<string, unknown>> | undefined): StreamEvent | undefined {
  if (item?.["type"] === "agent_message") return { type: "message", text: text(item["text"]) };
  if (item?.["type"] === "error") return { type: "note", text: text(item["message"]) };
  return undefined;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
