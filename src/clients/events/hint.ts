import type { SafeText } from "../../model/brands.ts";
import type { IntentKind } from "../../model/intent.ts";
import type { Request } from "../../model/request.ts";
import type { ResolvedSettings } from "../../model/settings.ts";
import { nearestProject } from "../../platform/project_folder.ts";
import { openState } from "../../platform/state_files.ts";
import { sanitizeLine } from "../../safety/sanitize.ts";
import { emptyLine, TIMELINE } from "../../timeline/journal.ts";

/** A prompt that names nothing to look for. */
interface ThinPrompt {
  readonly request: Request;
  readonly kind: IntentKind;
  readonly resolved: ResolvedSettings;
}

/** The line for the user, where nothing is named to look for; that is noted. */
export function notedHint(hint: string, { request, kind, resolved }: ThinPrompt): SafeText {
  const root = resolved.settings.repo_root.value ?? nearestProject(request.cwd);
  const state = root === undefined ? undefined : openState(root);
  state?.append(TIMELINE, emptyLine(request, kind, "nothing named"));
  return sanitizeLine(hint, { isOwn: true }).text;
}
