import { isObject } from "../../model/json.ts";
import type { History } from "../history.ts";
import { activityOf, windowOf } from "./activity.ts";
import { couplingOf } from "./coupling.ts";

/** The most active paths in a window of the history: all that hotspots need of it. */
export interface Recent {
  /** Committer times, seconds since the epoch: of the oldest commit that may be in the window, and of the newest. */
  readonly since: number;
  readonly until: number;
  readonly commits: number;
  /** Most commits first. */
  readonly paths: readonly RecentPath[];
  /** Whether there are more active paths than these. */
  readonly isCut: boolean;
}

/** One active path. */
export interface RecentPath {
  readonly path: string;
  readonly commits: number;
  readonly authors: number;
  /** Lines of the commits whose lines are known; null when there are none. */
  readonly added: number | null;
  readonly deleted: number | null;
  /** Seconds since the epoch. */
  readonly newest: number;
  /** What changes together with it, strongest first. */
  readonly coupled: readonly {
    readonly path: string;
    readonly support: number;
    readonly confidence: number;
  }[];
}

/** Enough for any answer, unless most of what is active is no code. */
const MOST_PATHS = 300;
const MOST_COUPLED = 8;

/** Sums up the last `days` days before the newest commit; undefined: all commits. */
export function recentOf(history: History, days: number | undefined): Recent {
  const window = windowOf(history, days);
  const active = activityOf(history, window)
    .sort((a, b) => b.commits - a.commits || b.newest - a.newest || a.path - b.path);
  const kept = active.slice(0, MOST_PATHS);
  const coupling = couplingOf(history, window, { paths: kept.map(({ path }) => path), isShown: () => true });
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
      added: one.counted > 0 ? one.added : null,
      deleted: one.counted > 0 ? one.deleted : null,
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

/** What was remembered, if it has the shape of it: a cache may be damaged. */
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
