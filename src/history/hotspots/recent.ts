import { isObject } from "../../model/json.ts";
import type { History } from "../history.ts";
import { remember } from "../../model/memo.ts";

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

const DAY = 24 * 3600;

/**
 * Summarizes the last `days` days before the newest commit, not before now: the same HEAD gives the same result.
 * Undefined: all commits.
 */
export function recentOf(history: History, days: number | undefined): Recent {
  const times = [...history.commits.times.subarray(0, history.commits.count)];
  const until = times.reduce((newest, time) => Math.max(newest, time), 0);
  const since = days === undefined ? 0 : until - days * DAY;
  const commits = times.flatMap((time, commit) => time >= since ? [commit] : []);
  const active = activityOf(history, commits)
    .sort((a, b) => b.commits - a.commits || b.newest - a.newest || a.path - b.path);
  const kept = active.slice(0, MOST_PATHS);
  const coupled = coupledWith(history, commits, kept.map(({ path }) => path));
  return {
    since: times.reduce((oldest, time) => Math.min(oldest, Math.max(since, time)), until),
    until,
    commits: commits.length,
    isCut: active.length > kept.length,
    paths: kept.map(({ path, authors, hasLines, added, deleted, ...one }) => ({
      ...one,
      path: history.paths[path]!,
      authors: authors.size,
      added: hasLines ? added : null,
      deleted: hasLines ? deleted : null,
      coupled: coupled.get(path) ?? [],
    })),
  };
}

/** Activity of each path touched by some commits, unordered. */
function activityOf(history: History, commits: readonly number[]): ReturnType<typeof newActivity>[] {
  const byPath = new Map<number, ReturnType<typeof newActivity>>();
  for (const commit of commits) {
    for (const path of history.filesOf(commit)) {
      const activity = remember(byPath, path, () => newActivity(path));
      activity.commits++;
      activity.authors.add(history.commits.authors[commit]!);
      activity.newest = Math.max(activity.newest, history.commits.times[commit]!);
    }
    for (const { path, added, deleted } of history.linesOf(commit) ?? []) {
      const activity = byPath.get(path);
      if (!activity) continue;
      activity.hasLines = true;
      activity.added += added;
      activity.deleted += deleted;
    }
  }
  return [...byPath.values()];
}

/** No activity of a path, by its number. */
function newActivity(path: number) {
  return { path, commits: 0, authors: new Set<number>(), added: 0, deleted: 0, hasLines: false, newest: 0 };
}

/** Maximum number of files in a commit; larger commits do not indicate coupling. */
const LARGEST_COMMIT = 30;
const LEAST_SUPPORT = 2;
const LEAST_CONFIDENCE = 0.3;

/**
 * Co-changed paths of each of `paths` in some commits, strongest first. Commits of more than 30 files are skipped.
 */
function coupledWith(
  history: History,
  commits: readonly number[],
  paths: readonly number[],
): Map<number, RecentPath["coupled"]> {
  const wanted = new Map(paths.map((path) => [path, { commits: 0, others: new Map<number, number>() }]));
  for (const commit of commits) {
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
    const found = [...others]
      .filter(([, support]) => support >= LEAST_SUPPORT && support / commits >= LEAST_CONFIDENCE)
      .sort(([a, one], [b, other]) => other - one || a - b).slice(0, MOST_COUPLED);
    return [
      path,
      found.map(([other, support]) => ({
        path: history.paths[other]!,
        support,
        confidence: Number((support / commits).toFixed(2)),
      })),
    ];
  }));
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
