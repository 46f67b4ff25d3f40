import { realPath } from "../../platform/host_files.ts";
import { nearestProject } from "../../platform/project_folder.ts";
import { openState } from "../../platform/state_files.ts";
import { TIMELINE, timelineLine } from "../../timeline/journal.ts";

/**
 * Counts a payload that no client known here sends, where the hook was started in a repository.
 *
 * @param client the word after `hook` in the command; undefined: there was none
 */
export function noteUnknown(cwd: string, client: string | undefined): void {
  const root = nearestProject(cwd);
  if (root === undefined || realPath(`${root}/.git`) === undefined) return;
  openState(root)?.append(TIMELINE, timelineLine({ event: "hook:unknown", ...(client && { client }) }));
}
