import { decodeEvent } from "../claude_code/events.ts";
import type { Payload } from "../hook_payload.ts";
import type { AnswerPrompt } from "../../model/prompt.ts";
import { loadSettings } from "../../engine/load_settings.ts";

/**
 * What the hook prints for an event that is no prompt; empty for silence.
 *
 * @param answerPrompt default: the engine's
 */
export async function answer(
  payload: Payload,
  currentFolder: () => string,
  answerPrompt?: AnswerPrompt,
): Promise<string> {
  const event = decodeEvent(payload, currentFolder);
  if (!event) return "";
  const resolved = await loadSettings(event.cwd);
  const { settings } = resolved;
  if (settings.enabled.value === "off") return "";
  switch (event.type) {
    case "session-start":
      return await (await import("./session.ts")).startSession(event, settings);
    case "session-end":
      return await (await import("./session.ts")).endSession(event, settings);
    case "before-agent":
      return await (await import("./agent.ts")).briefAgent(event, resolved, answerPrompt);
    case "after-edit":
      return await (await import("./edit.ts")).noteEdit(event, settings);
    case "tool-failed":
      return await (await import("./failure.ts")).helpAfterFailure(event, resolved);
  }
}
