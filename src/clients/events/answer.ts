import { decodeEvent } from "../claude_code/events.ts";
import type { Payload } from "../hook_client.ts";
import { type Engine, openEngine } from "../../engine/engine.ts";
import { loadSettings } from "../../engine/load_settings.ts";

/**
 * Returns the output for an event that is no prompt; empty for silence.
 *
 * @param engine default: that of a process that serves one request
 */
export async function answer(
  payload: Payload,
  currentFolder: () => string,
  engine: Engine = openEngine(),
): Promise<string> {
  const event = decodeEvent(payload, currentFolder);
  if (!event) return "";
  const { settings } = await loadSettings(event.cwd);
  if (settings.enabled.value === "off") return "";
  switch (event.type) {
    case "session-start":
      return await (await import("./session.ts")).startSession(event, settings);
    case "session-end":
      return await (await import("./session.ts")).endSession(event, settings);
    case "before-agent":
      return await (await import("./agent.ts")).briefAgent(event, { settings, engine });
    case "after-edit":
      return await (await import("./edit.ts")).noteEdit(event, settings);
    case "tool-failed":
      return await (await import("./failure.ts")).helpAfterFailure(event, { settings, engine });
  }
}
