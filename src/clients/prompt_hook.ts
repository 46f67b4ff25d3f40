import type { Cap } from "../model/answer.ts";
import type { SafeText } from "../model/brands.ts";
import type { ClientName, Request } from "../model/request.ts";
import type { Payload } from "./hook_payload.ts";
import { clientOf, cwdOf, readPayload, sessionIdOf, textOf } from "./hook_payload.ts";

/**
 * The event every client has: a prompt was submitted. Both dialects read the same answer, and Codex drops an answer
 * with a single field it does not know, so nothing but the common fields is ever written.
 */

/** Claude Code replaces anything longer by a short preview. */
export const CLAUDE_CAP: Cap = { limit: 10_000, unit: "UTF-16 units" };

/** Codex keeps only head and tail of anything longer. */
export const CODEX_CAP: Cap = { limit: 10_000, unit: "bytes" };

/** A prompt, or the reason for silence; another event's payload comes along for whoever answers it. */
export type Decoded =
  | { readonly ok: true; readonly request: Request }
  | { readonly ok: false; readonly reason: "not an object" | "no prompt" }
  | { readonly ok: false; readonly reason: "other event"; readonly payload: Payload };

/** Reads a UserPromptSubmit payload. Never throws. */
export function decodeHook(bytes: Uint8Array, fallbackCwd: () => string): Decoded {
  const payload = readPayload(bytes);
  if (payload === undefined) return { ok: false, reason: "not an object" };
  if (payload["hook_event_name"] !== "UserPromptSubmit") return { ok: false, reason: "other event", payload };
  const prompt = textOf(payload, "prompt");
  if (prompt === undefined) return { ok: false, reason: "no prompt" };
  const sessionId = sessionIdOf(payload);
  return {
    ok: true,
    request: {
      client: clientOf(payload),
      event: "UserPromptSubmit",
      prompt,
      cwd: cwdOf(payload, fallbackCwd),
      ...(sessionId !== undefined && { sessionId }),
    },
  };
}

/** What the client takes whole. */
export function capOf(client: ClientName): Cap {
  return client === "codex-cli" ? CODEX_CAP : CLAUDE_CAP;
}

/** The hook's whole standard output; empty for an empty context, because Codex would inject the empty text. */
export function encodeHook(context: SafeText | undefined, hint?: SafeText): string {
  if (!context && hint === undefined) return "";
  const output = {
    ...(hint !== undefined && { systemMessage: hint }),
    ...(context && {
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: context },
    }),
  };
  return JSON.stringify(output) + "\n";
}
