import type { ClaudeEvent } from "../claude_code/events.ts";
import { encodeAgentInput } from "../claude_code/events.ts";
import type { Cap } from "../../model/answer.ts";
import type { ResolvedSettings } from "../../model/settings.ts";
import type { Request } from "../../model/request.ts";
import { readIntent } from "../../intent/intent.ts";
import type { Engine } from "../../engine/engine.ts";

const MARK = "\n... (truncated / 已截断)";
const SEPARATOR = "\n\n---\n\n";

/** A subagent's prompt has room for little: 1,500 UTF-16 units with the mark. */
const CAP: Cap = { limit: 1_500 - MARK.length, unit: "UTF-16 units" };

/** What an answer to an event needs: the settings, and the engine to ask. */
export interface EventContext {
  readonly resolved: ResolvedSettings;
  readonly engine: Engine;
}

/** Puts the facts before a subagent's prompt: it sees nothing of what the main conversation was given. */
export async function briefAgent(
  event: Extract<ClaudeEvent, { type: "before-agent" }>,
  { resolved, engine }: EventContext,
): Promise<string> {
  const { prompt, input, cwd } = event;
  if (prompt.includes("<auto-tools-context>")) return "";
  const plain = readIntent(prompt);
  if (resolved.settings.enabled.value === "auto" && plain.kind === "none") return "";
  const request: Request = {
    client: "claude-code",
    event: "UserPromptSubmit",
    prompt,
    cwd,
    ...(event.sessionId !== undefined && { sessionId: event.sessionId }),
  };
  const reply = await engine.answer({ request, plain, resolved, cap: CAP, isTurn: false, asksModels: true });
  if (!reply || !("delivery" in reply) || reply.delivery.context === "") return "";
  const { context, truncated } = reply.delivery;
  return encodeAgentInput(input, `${context}${truncated ? MARK : ""}${SEPARATOR}${prompt}`);
}
