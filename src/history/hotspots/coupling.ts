import type { History } from "../history.ts";
import type { Window } from "./activity.ts";

/** Two paths that change together. */
export interface Coupling {
  readonly path: number;
  readonly other: number;
  /** Commits with both. */
  readonly support: number;
  /** Share of the commits with `path` that also have `other`, 0 to 1. */
  readonly confidence: number;
}

/** Commits with more files say nothing about what belongs together. */
const LARGEST_COMMIT = 30;
const LEAST_SUPPORT = 2;
const LEAST_CONFIDENCE = 0.3;

/**
 * For each of `paths` what changes with it in the window, strongest first. Only commits of up to 30 files count, and only
 * partners that `isShown`.
 */
export function couplingOf(
  history: History,
  window: Window,
  { paths, isShown }: { paths: readonly number[]; isShown: (path: number) => boolean },
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
      .filter((one) =>
        one.support >= LEAST_SUPPORT && one.confidence >= LEAST_CONFIDENCE && isShown(one.other)
      )
      .sort((a, b) => b.confidence - a.confidence || b.support - a.support || a.other - b.other);
    return [path, found];
  }));
}
