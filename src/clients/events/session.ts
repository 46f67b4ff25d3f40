import { loadSettings } from "../../engine/load_settings.ts";
import { repositoryFor } from "../../engine/repository_for.ts";
import type { Settings } from "../../model/settings.ts";
import { aboutTokens } from "../../model/tokens.ts";
import { LAST_FILE } from "../../pipeline/last_delivery.ts";
import { parseObject } from "../../model/json.ts";
import { digest } from "../../pipeline/session_notes.ts";
import { openState, stateAround, type StateFiles } from "../../platform/state_files.ts";
import { notesFile, TIMELINE, timelineLine } from "../../timeline/journal.ts";
import { type ClaudeEvent, encodeEventContext } from "../claude_code/events.ts";
import { cwdOf, type Payload, sessionIdOf } from "../hook_client.ts";

const DIGEST_UNITS = 1_500;

/**
 * A session began, went on, or lost its memory: after a compaction the model gets back the places that mattered.
 *
 * @param isGiven false where the client takes no text at this event
 */
export async function startSession(
  event: Extract<ClaudeEvent, { type: "session-start" }>,
  settings: Settings,
  { isGiven = true } = {},
): Promise<string> {
  const state = await stateOf(event.cwd, settings);
  const { source, sessionId } = event;
  const isCompacted = isGiven && source === "compact" && sessionId !== undefined;
  const notes = isCompacted ? state?.read(notesFile(sessionId)) ?? "" : "";
  const context = digest(notes, DIGEST_UNITS);
  const size = context !== "" && { characters: context.length, tokens: aboutTokens(context) };
  state?.append(TIMELINE, timelineLine({ event: "session:start", session: sessionId, source, ...size }));
  if (!state || sessionId === undefined || source === "startup" || source === "resume") return "";
  // Earlier facts are gone from the model's view, so they may be repeated.
  state.remove(notesFile(sessionId));
  return encodeEventContext("SessionStart", { context });
}

/** A session ended: noted once, its notes removed. The client waits little more than a second. */
export async function endSession(
  event: Extract<ClaudeEvent, { type: "session-end" }>,
  settings: Settings,
): Promise<string> {
  const state = await stateOf(event.cwd, settings);
  const { reason, sessionId } = event;
  if (!state || sessionId === undefined) return "";
  state.remove(notesFile(sessionId));
  const last = parseObject(state.read(LAST_FILE)?.split("\n", 1)[0]);
  if (last?.["session"] === sessionId) state.remove(LAST_FILE);
  if (lastOf(sessionId, state.read(TIMELINE) ?? "") === "session:end") return "";
  state.append(TIMELINE, timelineLine({ event: "session:end", session: sessionId, reason: word(reason) }));
  return "";
}

async function stateOf(cwd: string, settings: Settings): Promise<StateFiles | undefined> {
  const { root } = await repositoryFor(cwd, settings);
  return root === undefined ? undefined : openState(root);
}

/** Returns the session's last start or end. */
function lastOf(sessionId: string, timeline: string): "session:start" | "session:end" | undefined {
  const session = `"session":${JSON.stringify(sessionId)}`;
  const line = timeline.split("\n").findLast((line) =>
    line.includes(session) &&
    (line.includes('"event":"session:start"') || line.includes('"event":"session:end"'))
  );
  if (line === undefined) return undefined;
  return line.includes('"event":"session:end"') ? "session:end" : "session:start";
}

function word(reason: string): string {
  return /^\w{1,64}$/.test(reason) ? reason : "other";
}

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

/**
 * Counts a payload that no client known here sends, where the hook was started in a repository.
 *
 * @param client the word after `hook` in the command; undefined: there was none
 */
export function noteUnknown(cwd: string, client: string | undefined): void {
  stateAround(cwd)?.append(TIMELINE, timelineLine({ event: "hook:unknown", ...(client && { client }) }));
}
