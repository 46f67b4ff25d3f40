import type { History } from "../history.ts";

/** Activity of one path in a window of commits. */
export interface Activity {
  /** Number in the history. */
  readonly path: number;
  readonly commits: number;
  readonly authors: number;
  /** Lines added and removed by the commits whose lines are known. */
  readonly added: number;
  readonly deleted: number;
  /** Commits whose lines are known. */
  readonly counted: number;
  /** Committer time of the newest commit, seconds since the epoch. */
  readonly newest: number;
}

/** The commits of a window. */
export interface Window {
  /** Numbers of its commits, newest first. */
  readonly commits: readonly number[];
  /** Committer times of the newest and of the oldest that may be in it, seconds since the epoch. */
  readonly until: number;
  readonly since: number;
}

const DAY = 24 * 3600;

/** The last `days` days before the newest commit, so that the same HEAD gives the same answer; undefined: all commits. */
export function windowOf(history: History, days: number | undefined): Window {
  const { count, times } = history.commits;
  let until = 0;
  for (let commit = 0; commit < count; commit++) until = Math.max(until, times[commit]!);
  const since = days === undefined ? 0 : until - days * DAY;
  const commits: number[] = [];
  for (let commit = 0; commit < count; commit++) if (times[commit]! >= since) commits.push(commit);
  return { commits, until, since };
}

/** Per path touched in the window, in no order. */
export function activityOf(history: History, { commits }: Window): Activity[] {
  const byPath = new Map<number, Counting>();
  for (const commit of commits) {
    const author = history.commits.authors[commit]!;
    for (const path of history.filesOf(commit)) {
      let counting = byPath.get(path);
      if (!counting) byPath.set(path, counting = new Counting(path));
      counting.add(author, history.commits.times[commit]!);
    }
    for (const { path, added, deleted } of history.linesOf(commit) ?? []) {
      byPath.get(path)?.addLines(added, deleted);
    }
  }
  return [...byPath.values()].map((counting) => counting.finish());
}

class Counting {
  #commits = 0;
  #added = 0;
  #deleted = 0;
  #counted = 0;
  #newest = 0;
  readonly #authors = new Set<number>();

  constructor(private readonly path: number) {}

  add(author: number, time: number): void {
    this.#commits++;
    this.#authors.add(author);
    this.#newest = Math.max(this.#newest, time);
  }

  addLines(added: number, deleted: number): void {
    this.#counted++;
    this.#added += added;
    this.#deleted += deleted;
  }

  finish(): Activity {
    return {
      path: this.path,
      commits: this.#commits,
      authors: this.#authors.size,
      added: this.#added,
      deleted: this.#deleted,
      counted: this.#counted,
      newest: this.#newest,
    };
  }
}
