import type { History } from "../history.ts";
import type { Window } from "./activity.ts";

/** Pair of paths that change together. */
export interface Coupling {
  readonly path: number;
  readonly other: number;
  /** Number of commits that touch both. */
  readonly support: number;
  /** Share of the commits that touch `path` which also touch `other`, 0 to 1. */
  readonly confidence: number;
}

/** Maximum number of files in a commit; larger commits do not indicate coupling. */
const LARGEST_COMMIT = 30;
const LEAST_SUPPORT = 2;
const LEAST_CONFIDENCE = 0.3;

/**
 * Co-changed paths of each of `paths` in the window, strongest first. Commits of more than 30 files are skipped.
 */
export function couplingOf(
  history: History,
  window: Window,
  paths: readonly number[],
): Map<number, Coupling[]> {
  const wanted = new Map(paths.map((path) => [path, { commits: 0, others: new Map<number, number>() }]));
  for (const commit of window.commits) {
    const files = history.filesOf(commit);
    if (files.length > LARGEST_COMMIT) continue;
    for (const path of files) {
      const row = wanted.get(path);
      if (!row) continue;
      row.commits++;
      for (const other of files) if (other !== path) row.others.set(other, (row.others.get(other) ?? 0) + 1);
    }
  }
  return new Map([...wanted].map(([path, { commits, others }]) => {
    const found = [...others].map(([other, support]) => ({
      path,
      other,
      support,
      confidence: support / commits,
    }))
      .filter((one) => one.support >= LEAST_SUPPORT && one.confidence >= LEAST_CONFIDENCE)
      .sort((a, b) => b.confidence - a.confidence || b.support - a.support || a.other - b.other);
    return [path, found];
  }));
}
