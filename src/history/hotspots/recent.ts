import { isObject } from "../../model/json.ts";
import type { History } from "../history.ts";
import { activityOf, windowOf } from "./activity.ts";
import { couplingOf } from "./coupling.ts";

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
      ) => ({
        path: history.paths[other]!,
        support,
        confidence: Number(confidence.toFixed(2)),
      })),
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
