import { loadSettings } from "../../engine/load_settings.ts";
import { cwdOf, type Payload, sessionIdOf } from "../hook_payload.ts";
import { startSession } from "./session.ts";

/** A client compacts a conversation: what stood in it may be said again, and nothing is given at once. */
export async function forget(payload: Payload, currentFolder: () => string): Promise<void> {
  const cwd = cwdOf(payload, currentFolder);
  const sessionId = sessionIdOf(payload);
  const { settings } = await loadSettings(cwd);
  if (sessionId === undefined || settings.enabled.value === "off") return;
  await startSession({ type: "session-start", source: "compact", cwd, sessionId }, settings, {
    isGiven: false,
  });
}
