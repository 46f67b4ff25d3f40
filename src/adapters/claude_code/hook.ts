import type { Cap } from "../../model/answer.ts";
import type { SafeText } from "../../model/brands.ts";
import type { Request } from "../../model/request.ts";

/** Claude Code's hook dialect: one JSON object on standard input, one JSON object or nothing on standard output. */

/** Claude Code replaces anything longer by a short preview. */
export const CLAUDE_CAP: Cap = { limit: 10_000, unit: "UTF-16 units" };

/** A payload that asks for something, or the reason for silence. */
export type Decoded =
  | { readonly ok: true; readonly request: Request }
  | { readonly ok: false; readonly reason: "not JSON" | "not an object" | "other event" | "no prompt" };

/** Reads a UserPromptSubmit payload. Never throws; every other event and every malformed payload means silence. */
export function decodeHook(bytes: Uint8Array, fallbackCwd: () => string): Decoded {
  const payload = parse(bytes);
  if (payload === undefined) return { ok: false, reason: "not JSON" };
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) {
    return { ok: false, reason: "not an object" };
  }
  const { hook_event_name, prompt, cwd, session_id } = payload as Record<string, unknown>;
  if (hook_event_name !== "UserPromptSubmit") return { ok: false, reason: "other event" };
  if (typeof prompt !== "string" || prompt.trim() === "") return { ok: false, reason: "no prompt" };
  return {
    ok: true,
    request: {
      client: "claude-code",
      event: "UserPromptSubmit",
      prompt,
      cwd: typeof cwd === "string" && isAbsolute(cwd) ? cwd : fallbackCwd(),
      ...(isSessionId(session_id) && { sessionId: session_id }),
    },
  };
}

/** The hook's whole standard output; empty for an empty context. */
export function encodeHook(context: SafeText, hint?: SafeText): string {
  if (context === "" && hint === undefined) return "";
  const output = {
    ...(hint !== undefined && { systemMessage: hint }),
    ...(context !== "" && {
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: context },
    }),
  };
  return JSON.stringify(output) + "\n";
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") && !path.includes("\0");
}

/** Ids become parts of paths, so only harmless ones pass. */
function isSessionId(id: unknown): id is string {
  return typeof id === "string" && /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(id);
}
