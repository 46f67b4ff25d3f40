import type { History } from "../../history/history.ts";

/** An author in the git history of the code. */
export interface Owner {
  readonly name: string;
  /** Number of lines by this author; absent if only the files' commits are known. */
  readonly lines?: number;
  /** Number of commits of these lines, otherwise of commits that touched one of the files. */
  readonly commits: number;
  /** Share of the lines, otherwise of the commits, 0 to 1. */
  readonly share: number;
  /** Date of the newest commit, UTC. */
  readonly last_changed: string;
}

/** One author's share. */
export interface Part {
  /** Number of the author. */
  readonly author: number;
  /** Number of lines or commits by this author. */
  readonly weight: number;
  /** Number of all lines or commits. */
  readonly total: number;
  readonly lines?: number;
  readonly commits: number;
  /** Number of the newest commit. */
  readonly newest: number;
}

const MOST_OWNERS = 5;

/** The authors of the files' commits, most commits first; each commit counts once. */
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

/** The authors with the largest shares, ties by recency. */
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
