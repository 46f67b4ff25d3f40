import { counted } from "../model/counted.ts";
import { LARGEST_HISTORY } from "./requests.ts";

/** [Limits] phrases about the history. */
export const HISTORY_LIMITS = {
  noGit: "history: no git repository here",
  noCommit: "history: no commit yet",
  notRead: "history: not read for this call",
  shallow: "history: shallow clone; older commits are not here",
  newest: (commits: number): string => `history: only the newest ${counted(commits, "commit")}`,
  partial: (commits: number): string =>
    `history: ${counted(commits, "commit")} read within the time; the next call goes on`,
  failed: "history: git could not read all commits",
  outdated: "history: the newest commits were not read within the time",
  damaged: "history: the cache was damaged; the next call reads it anew",
} as const;

/** [Limits] phrases for the missing parts of a history. */
export function historyGaps(state: {
  readonly facts: { readonly isShallow: boolean };
  readonly missesNewer: boolean;
  readonly missesOlder: boolean;
  readonly hasFailed: boolean;
  readonly bounded: boolean;
  readonly isDamaged: boolean;
  readonly segments: readonly { readonly count: number }[];
}): string[] {
  const count = state.segments.reduce((sum, segment) => sum + segment.count, 0);
  return [
    ...(state.facts.isShallow ? [HISTORY_LIMITS.shallow] : []),
    ...(state.isDamaged ? [HISTORY_LIMITS.damaged] : []),
    ...(state.missesNewer ? [HISTORY_LIMITS.outdated] : []),
    ...(state.hasFailed ? [HISTORY_LIMITS.failed] : state.missesOlder ? [HISTORY_LIMITS.partial(count)] : []),
    ...(state.bounded ? [HISTORY_LIMITS.newest(LARGEST_HISTORY)] : []),
  ];
}
