import type { Delivery, Idle, Request } from "../model/prompt.ts";
import type { SafeText } from "../model/brands.ts";
import type { ResolvedSettings, Settings } from "../model/settings.ts";
import { aboutTokens } from "../model/tokens.ts";
import { nearestProject } from "../platform/git_folder.ts";
import { openState } from "../platform/state_files.ts";
import { sha256 } from "../platform/sha256.ts";
import { fixed, joinSafe } from "../safety/safe_text.ts";
import { sanitizeLine } from "../safety/sanitize.ts";
import { emptyLine, TIMELINE } from "../timeline/journal.ts";

/** Holds the hash of the mistakes that were named last. */
const NAMED_FILE = "named_mistakes";
const MOST_NAMED = 3;

/**
 * Mistakes in the settings files, for the user: named once, until something else is wrong. Undefined if they were named
 * before, and where that cannot be remembered.
 */
export function newMistakes(
  { cwd }: Request,
  { settings, problems }: ResolvedSettings,
): SafeText | undefined {
  const root = settings.repo_root.value ?? nearestProject(cwd);
  const state = root === undefined ? undefined : openState(root);
  const hash = sha256(problems.join("\n"));
  if (!state || state.read(NAMED_FILE)?.trim() === hash || !state.write(NAMED_FILE, `${hash}\n`)) {
    return undefined;
  }
  const shown = problems.slice(0, MOST_NAMED).map((problem) => sanitizeLine(problem).text);
  const more = problems.length - shown.length;
  return joinSafe([
    fixed`auto-tools settings:`,
    ...shown,
    ...(more > 0 ? [fixed`and ${more} more: auto-tools config`] : []),
  ], "\n");
}

/** The line for the user where a prompt names nothing to look for; that is noted. */
export function notedHint(hint: string, { kind }: Idle, request: Request, settings: Settings): SafeText {
  const root = settings.repo_root.value ?? nearestProject(request.cwd);
  const state = root === undefined ? undefined : openState(root);
  state?.append(TIMELINE, emptyLine(request, kind, "nothing named"));
  return sanitizeLine(hint, { isOwn: true }).text;
}

/** Line that notifies the user of a delivery; it stays in the client, the model never sees it. */
export function noticeOf({ context, places }: Delivery): SafeText {
  const noun = places === 1 ? fixed`place` : fixed`places`;
  return fixed`auto-tools gave the model ${places} ${noun} of this repository (about ${
    aboutTokens(context)
  } tokens). What exactly: auto-tools last`;
}
