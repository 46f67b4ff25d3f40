import type { History } from "../../history/history.ts";

/** Who knows the code, by git's history. */
export interface Owner {
  readonly name: string;
  /** Lines of the definitions that are theirs; absent where only the files' commits are known. */
  readonly lines?: number;
  /** Commits of these lines, else those that touched one of the files. */
  readonly commits: number;
  /** Share of the lines, else of the commits, 0 to 1. */
  readonly share: number;
  /** Date of the newest of the commits, UTC. */
  readonly last_changed: string;
}

/** One author's part. */
export interface Part {
  /** Number of the author. */
  readonly author: number;
  /** Lines or commits, of so many in all. */
  readonly weight: number;
  readonly total: number;
  readonly lines?: number;
  readonly commits: number;
  /** Number of the newest commit. */
  readonly newest: number;
}

const MOST_OWNERS = 5;

/** The authors of the files' commits, most commits first; a commit counts once however many of the files it touched. */
export function ownersOf(history: History, paths: readonly string[]): Owner[] {
  const commits = new Set<number>();
  for (const path of paths) {
    const number = history.numberOf(path);
    if (number !== undefined) { for (const commit of history.commitsOf(number)) commits.add(commit); }
  }
  const parts = Map.groupBy(commits, (commit) => history.commits.authors[commit]!);
  return listed(
    [...parts].map(([author, own]) => ({
      author,
      weight: own.length,
      total: commits.size,
      commits: own.length,
      newest: own.reduce((newest, commit) => Math.min(newest, commit)),
    })),
    history,
  );
}

/** Authors with the largest parts, the more recent first of equal ones. */
export function listed(parts: readonly Part[], history: History): Owner[] {
  return [...parts].sort((a, b) => b.weight - a.weight || a.newest - b.newest).slice(0, MOST_OWNERS)
    .map(({ author, weight, total, lines, commits, newest }) => ({
      name: history.authors[author] ?? "",
      ...(lines !== undefined && { lines }),
      commits,
      share: Number((weight / total).toFixed(2)),
      last_changed: new Date(history.commits.times[newest]! * 1000).toISOString().slice(0, 10),
    }));
}
