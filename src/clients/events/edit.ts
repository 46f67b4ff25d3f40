import type { ClaudeEvent } from "../claude_code/events.ts";
import type { Settings } from "../../model/settings.ts";
import { changedLine } from "../../pipeline/session_notes.ts";
import { openState } from "../../platform/state_files.ts";
import { isSensitivePath } from "../../safety/sensitive.ts";
import { repositoryFor } from "../../engine/repository_for.ts";
import { notesFile, TIMELINE, timelineLine } from "../../timeline/journal.ts";

/** Notes that a file was changed: the session's facts of it no longer count. Prints nothing. */
export async function noteEdit(
  event: Extract<ClaudeEvent, { type: "after-edit" }>,
  settings: Settings,
): Promise<string> {
  const { root } = await repositoryFor(event.cwd, settings);
  if (root === undefined || !event.path.startsWith(`${root}/`)) return "";
  const path = event.path.slice(root.length + 1);
  if (isSensitivePath(path)) return "";
  const state = openState(root);
  state?.append(TIMELINE, timelineLine({ event: "file:changed", session: event.sessionId, path }));
  if (event.sessionId !== undefined) state?.append(notesFile(event.sessionId), changedLine(path));
  return "";
}
