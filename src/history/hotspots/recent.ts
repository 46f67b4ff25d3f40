import { isObject } from "../../model/json.ts";
import type { History } from "../history.ts";
import { remember } from "../../model/memo.ts";

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

/** Most active paths in a window of the history: the input of the hotspots. */
export interface Recent {
  /**
   * Committer times of the lower bound of the window (but not before the oldest commit) and of the newest commit,
   * seconds since the epoch.
   */
  readonly since: number;
  readonly until: number;
  readonly commits: number;
  /** Most commits first. */
  readonly paths: readonly RecentPath[];
  /** True if the list was truncated. */
  readonly isCut: boolean;
}

/** One active path. */
export interface RecentPath {
  readonly path: string;
  readonly commits: number;
  readonly authors: number;
  /** Lines over the commits with known line counts; null if there are none. */
  readonly added: number | null;
  readonly deleted: number | null;
  /** Seconds since the epoch. */
  readonly newest: number;
  /** Co-changed paths, strongest first. */
  readonly coupled: readonly {
    readonly path: string;
    readonly support: number;
    readonly confidence: number;
  }[];
}

/** Sufficient for any answer, unless most active files are not code. */
const MOST_PATHS = 300;
const MOST_COUPLED = 8;

/** Summarizes the last `days` days before the newest commit; undefined: all commits. */
export function recentOf(history: History, days: number | undefined): Recent {
  const window = windowOf(history, days);
  const active = activityOf(history, window)
    .sort((a, b) => b.commits - a.commits || b.newest - a.newest || a.path - b.path);
  const kept = active.slice(0, MOST_PATHS);
  const coupling = couplingOf(history, window, kept.map(({ path }) => path));
  const { times, count } = history.commits;
  let oldest = window.until;
  for (let commit = 0; commit < count; commit++) oldest = Math.min(oldest, times[commit]!);
  return {
    since: Math.max(window.since, oldest),
    until: window.until,
    commits: window.commits.length,
    isCut: active.length > kept.length,
    paths: kept.map((one) => ({
      path: history.paths[one.path]!,
      commits: one.commits,
      authors: one.authors,
      added: one.commitsWithLines > 0 ? one.added : null,
      deleted: one.commitsWithLines > 0 ? one.deleted : null,
      newest: one.newest,
      coupled: (coupling.get(one.path) ?? []).slice(0, MOST_COUPLED).map((
        { other, support, confidence },
      ) => ({ path: history.paths[other]!, support, confidence: Number(confidence.toFixed(2)) })),
    })),
  };
}

/** Validates a cached value, which may be damaged; undefined if it has not the shape of `Recent`. */
export function asRecent(value: unknown): Recent | undefined {
  const isWhole = isObject(value) &&
    ["since", "until", "commits"].every((name) => typeof value[name] === "number") &&
    Array.isArray(value["paths"]) && value["paths"].every(isPath);
  return isWhole ? value as unknown as Recent : undefined;
}

function isPath(value: unknown): boolean {
  return isObject(value) && typeof value["path"] === "string" &&
    ["commits", "authors", "newest"].every((name) => typeof value[name] === "number") &&
    Array.isArray(value["coupled"]) &&
    value["coupled"].every((one) => isObject(one) && typeof one["path"] === "string");
}
