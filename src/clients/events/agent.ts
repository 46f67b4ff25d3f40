import { type ClaudeEvent, encodeAgentInput } from "../claude_code/events.ts";
import type { Cap, Request } from "../../model/prompt.ts";
import type { Settings } from "../../model/settings.ts";
import type { Engine } from "../../engine/engine.ts";

const MARK = "\n... (truncated / 已截断)";
const SEPARATOR = "\n\n---\n\n";

/** A subagent's prompt has room for little: 1,500 UTF-16 units with the mark. */
const CAP: Cap = { limit: 1_500 - MARK.length, unit: "UTF-16 units" };

/** Options of an answer beside the turns of a session; the client shows the user nothing of it. */
export const ASIDE = { isTurn: false, shows: { deliveries: false, messages: false } } as const;

/** Context of an answer to an event: the settings and the engine. */
export interface EventContext {
  readonly settings: Settings;
  readonly engine: Engine;
}

/** Puts the facts before a subagent's prompt: it sees nothing of what the main conversation was given. */
export async function briefAgent(
  event: Extract<ClaudeEvent, { type: "before-agent" }>,
  { engine }: EventContext,
): Promise<string> {
  const { prompt, input, cwd } = event;
  if (prompt.includes("<auto-tools-context>")) return "";
  const request: Request = {
    client: "claude-code",
    event: "UserPromptSubmit",
    prompt,
    cwd,
    ...(event.sessionId !== undefined && { sessionId: event.sessionId }),
  };
  const { reply } = await engine.answer({ request, cap: CAP, asksModels: true, ...ASIDE });
  const { context, isTruncated } = reply;
  if (!context) return "";
  return encodeAgentInput(input, `${context}${isTruncated ? MARK : ""}${SEPARATOR}${prompt}`);
}
