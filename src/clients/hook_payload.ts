import { type JsonObject, parseObject } from "../model/json.ts";
import type { ClientName } from "../model/prompt.ts";

/**
 * Shared by the hooks of all clients: one JSON object on standard input. Nothing here throws; a payload that cannot
 * be used yields silence.
 */

/** A payload as it came: no field of it is to be trusted. */
export type Payload = JsonObject;

/** The payload in `bytes`; undefined when it is no JSON object. */
export function readPayload(bytes: Uint8Array): Payload | undefined {
  return parseObject(new TextDecoder().decode(bytes));
}

/** Returns a field that is a text and not blank; undefined otherwise. */
export function textOf(payload: Payload, field: string): string | undefined {
  const value = payload[field];
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** Returns the client's working folder, absolute; that of `fallback` if the payload names none. */
export function cwdOf(payload: Payload, fallback: () => string): string {
  return folderOf(payload["cwd"]) ?? fallback();
}

/** An absolute path as it came; undefined for everything else. */
export function folderOf(value: unknown): string | undefined {
  return typeof value === "string" && value.startsWith("/") && !value.includes("\0") ? value : undefined;
}

/** The client's session id; undefined when missing or unfit. */
export function sessionIdOf(payload: Payload): string | undefined {
  return idOf(payload["session_id"]);
}

/** An id as it came; undefined when missing or unfit. Ids become parts of paths, so only harmless ones pass. */
export function idOf(id: unknown): string | undefined {
  return typeof id === "string" && /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(id) ? id : undefined;
}

/**
 * Returns the sender of the two clients whose events share their names. Only Codex names the turn and the model with
 * a prompt; Claude Code calls its counterpart `prompt_id`, and older versions send neither.
 */
export function clientOf(payload: Payload): Extract<ClientName, "claude-code" | "codex-cli"> {
  const codex = typeof payload["turn_id"] === "string" && payload["prompt_id"] === undefined;
  return codex ? "codex-cli" : "claude-code";
}
