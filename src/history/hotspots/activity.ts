import { remember } from "../../model/remember.ts";
import type { History } from "../history.ts";

/** Activity of one path in a window of commits. */
export interface Activity {
  /** Path number in the history. */
  readonly path: number;
  readonly commits: number;
  readonly authors: number;
  /** Lines added and deleted, over the commits with known line counts. */
  readonly added: number;
  readonly deleted: number;
  /** Number of commits with known line counts. */
  readonly commitsWithLines: number;
  /** Committer time of the newest commit, seconds since the epoch. */
  readonly newest: number;
}

/** Time window of commits. */
export interface Window {
  /** Commit numbers, newest first. */
  readonly commits: readonly number[];
  /** Bounds of the window by committer time, both inclusive, seconds since the epoch: newest commit and lower bound. */
  readonly until: number;
  readonly since: number;
}

const DAY = 24 * 3600;

/**
 * Window of the `days` days before the newest commit (not before now: the same HEAD gives the same result). Undefined:
 * all commits.
 */
export function windowOf(history: History, days: number | undefined): Window {
  const { count, times } = history.commits;
  let until = 0;
  for (let commit = 0; commit < count; commit++) until = Math.max(until, times[commit]!);
  const since = days === undefined ? 0 : until - days * DAY;
  const commits: number[] = [];
  for (let commit = 0; commit < count; commit++) if (times[commit]! >= since) commits.push(commit);
  return { commits, until, since };
}

/** Activity of each path touched in the window, unordered. */
export function activityOf(history: History, { commits }: Window): Activity[] {
  const byPath = new Map<number, Counter>();
  for (const commit of commits) {
    const author = history.commits.authors[commit]!;
    for (const path of history.filesOf(commit)) {
      const counter = remember(byPath, path, () => ({ ...NOTHING, path, authors: new Set() }));
      counter.commits++;
      counter.authors.add(author);
      counter.newest = Math.max(counter.newest, history.commits.times[commit]!);
    }
    for (const { path, added, deleted } of history.linesOf(commit) ?? []) {
      const counter = byPath.get(path);
      if (!counter) continue;
      counter.commitsWithLines++;
      counter.added += added;
      counter.deleted += deleted;
    }
  }
  return [...byPath.values()].map((counter) => ({ ...counter, authors: counter.authors.size }));
}

type Counter = { -readonly [Name in Exclude<keyof Activity, "authors">]: number } & { authors: Set<number> };

const NOTHING = { commits: 0, added: 0, deleted: 0, commitsWithLines: 0, newest: 0 };
