import { loadSettings } from "../../engine/load_settings.ts";
import { cwdOf, type Payload, sessionIdOf } from "../hook_payload.ts";
import { startSession } from "./session.ts";

/** Handles a compacted conversation: its facts may be repeated, and nothing is delivered at once. */
export async function forget(payload: Payload, currentFolder: () => string): Promise<void> {
  const cwd = cwdOf(payload, currentFolder);
  const sessionId = sessionIdOf(payload);
  const { settings } = await loadSettings(cwd);
  if (sessionId === undefined || settings.enabled.value === "off") return;
  await startSession({ type: "session-start", source: "compact", cwd, sessionId }, settings, {
    isGiven: false,
  });
}
