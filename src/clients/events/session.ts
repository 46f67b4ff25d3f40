import type { ClaudeEvent } from "../claude_code/events.ts";
import { encodeEventContext } from "../claude_code/events.ts";
import type { Settings } from "../../model/settings.ts";
import { LAST_FILE } from "../../pipeline/last_delivery.ts";
import { readLast } from "../../pipeline/read_last.ts";
import { aboutTokens } from "../../model/tokens.ts";
import { digest } from "../../pipeline/session_notes.ts";
import type { StateFiles } from "../../platform/state_files.ts";
import { openState } from "../../platform/state_files.ts";
import { repositoryFor } from "../../engine/repository_for.ts";
import { notesFile, TIMELINE, timelineLine } from "../../timeline/journal.ts";

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
  if (readLast(state.read(LAST_FILE))?.session === sessionId) state.remove(LAST_FILE);
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
