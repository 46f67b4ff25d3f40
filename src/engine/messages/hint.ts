import type { SafeText } from "../../model/brands.ts";
import type { Idle } from "../../model/prompt.ts";
import type { Request } from "../../model/request.ts";
import type { Settings } from "../../model/settings.ts";
import { nearestProject } from "../../platform/project_folder.ts";
import { openState } from "../../platform/state_files.ts";
import { sanitizeLine } from "../../safety/sanitize.ts";
import { emptyLine, TIMELINE } from "../../timeline/journal.ts";

/** The line for the user where a prompt names nothing to look for; that is noted. */
export function notedHint(hint: string, { kind }: Idle, request: Request, settings: Settings): SafeText {
  const root = settings.repo_root.value ?? nearestProject(request.cwd);
  const state = root === undefined ? undefined : openState(root);
  state?.append(TIMELINE, emptyLine(request, kind, "nothing named"));
  return sanitizeLine(hint, { isOwn: true }).text;
}
