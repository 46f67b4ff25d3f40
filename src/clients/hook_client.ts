import type { Cap, ClientName, HookClientName } from "../model/prompt.ts";
import type { SafeText } from "../model/brands.ts";
import { type JsonObject, parseObject } from "../model/json.ts";

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

/** Input and output of one client's prompt hook. */
export interface HookClient {
  readonly name: HookClientName;
  /** Follows `hook` in the command in the client's own file; absent: the payload alone identifies the client. */
  readonly word?: string;
  /** The client's size limits. */
  readonly cap: Cap;
  /** `brackets` for clients that escape angle brackets. */
  readonly frame: "tags" | "brackets";
  /** True if the payload may be a prompt of this client. */
  isPrompt(payload: Payload): boolean;
  /** True if it is of no other client; used if the hook's command names none. Default: every prompt is. */
  isUnmistakable?(payload: Payload): boolean;
  /** The client's own event, beside `PostCompact`, for a summary that replaces the conversation. */
  readonly compactEvent?: string;
  /** The fields of the prompt as they came. */
  fields(payload: Payload): PromptFields;
  /** Returns the output, if any. */
  answer(context: SafeText | undefined, hint: SafeText | undefined): HookOutput;
  /** True if the client shows the user a line beside a context; default false. */
  readonly tellsDelivery?: boolean;
  /** The file of the client's own that `install` puts the hook into; absent: it has no argument of its own. */
  ownFile?(home: string): string;
}

/** Nothing of it was checked. */
export interface PromptFields {
  readonly prompt: unknown;
  readonly cwd: unknown;
  /** Absent where what is given for one turn does not stay in the conversation. */
  readonly session?: unknown;
}

/** One JSON object, plain text, or nothing. */
export type HookOutput = Readonly<Record<string, unknown>> | string | undefined;

/** Measured whole at this size by every client that sets no bound of its own. */
export const LARGE_CAP: Cap = { limit: 200_000, unit: "UTF-16 units" };

/** For clients whose bound is documented at this size, or that document none. */
export const SMALL_CAP: Cap = { limit: 10_000, unit: "UTF-16 units" };

/** The answer in Claude Code's form, which several clients took over. */
export function claudeAnswer(
  hookEventName: string,
  { context, hint }: { context: SafeText | undefined; hint: SafeText | undefined },
): HookOutput {
  if (!context && hint === undefined) return undefined;
  return {
    ...(hint !== undefined && { systemMessage: hint }),
    ...(context && { hookSpecificOutput: { hookEventName, additionalContext: context } }),
  };
}

/** The output as the client reads it; empty for none. */
export function outputText(output: HookOutput): string {
  if (output === undefined) return "";
  return typeof output === "string" ? `${output}\n` : JSON.stringify(output) + "\n";
}

/** Prompt, folder and session under Claude Code's names. */
export function claudeFields(payload: Payload): PromptFields {
  return { prompt: payload["prompt"], cwd: payload["cwd"], session: payload["session_id"] };
}
