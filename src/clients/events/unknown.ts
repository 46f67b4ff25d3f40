import { stateAround } from "../../platform/state_files.ts";
import { TIMELINE, timelineLine } from "../../timeline/journal.ts";

/**
 * Counts a payload that no client known here sends, where the hook was started in a repository.
 *
 * @param client the word after `hook` in the command; undefined: there was none
 */
export function noteUnknown(cwd: string, client: string | undefined): void {
  stateAround(cwd)?.append(TIMELINE, timelineLine({ event: "hook:unknown", ...(client && { client }) }));
}
