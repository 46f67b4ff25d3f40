import type { SafeText } from "../../model/brands.ts";
import type { Request } from "../../model/request.ts";
import type { ResolvedSettings } from "../../model/settings.ts";
import { nearestProject } from "../../platform/project_folder.ts";
import { openState } from "../../platform/state_files.ts";
import { sha256 } from "../../platform/user_files.ts";
import { fixed, joinSafe } from "../../safety/safe_text.ts";
import { sanitizeLine } from "../../safety/sanitize.ts";

/** Holds the hash of the mistakes that were named last. */
const TOLD_FILE = "told_mistakes";
const MOST_TOLD = 3;

/**
 * Mistakes in the settings files, for the user: named once, until something else is wrong. Undefined if they were named
 * before, and where that cannot be remembered.
 */
export async function newMistakes(
  { cwd }: Request,
  { settings, problems }: ResolvedSettings,
): Promise<SafeText | undefined> {
  const root = settings.repo_root.value ?? nearestProject(cwd);
  const state = root === undefined ? undefined : openState(root);
  const hash = await sha256(problems.join("\n"));
  if (!state || state.read(TOLD_FILE)?.trim() === hash || !state.write(TOLD_FILE, `${hash}\n`)) {
    return undefined;
  }
  const shown = problems.slice(0, MOST_TOLD).map((problem) => sanitizeLine(problem).text);
  const more = problems.length - shown.length;
  return joinSafe([
    fixed`auto-tools settings:`,
    ...shown,
    ...(more > 0 ? [fixed`and ${more} more: auto-tools config`] : []),
  ], "\n");
}
