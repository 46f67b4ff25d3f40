import type { History } from "../../history/history.ts";

/** An author in the git history of files. */
export interface Owner {
  readonly name: string;
  /** Number of commits that touched one of the files. */
  readonly commits: number;
  /** Share of all such commits, 0 to 1. */
  readonly share: number;
  /** Date of the newest commit, UTC. */
  readonly last_changed: string;
}

const MOST_OWNERS = 5;

/** The authors of the files' commits, most commits first, ties by recency; each commit counts once. */
export function ownersOf(history: History, paths: readonly string[]): Owner[] {
  const commits = new Set<number>();
  for (const path of paths) {
    const number = history.numberOf(path);
    if (number !== undefined) { for (const commit of history.commitsOf(number)) commits.add(commit); }
  }
  const parts = Map.groupBy(commits, (commit) => history.commits.authors[commit]!);
  return [...parts].map(([author, own]) => ({
    author,
    own,
    newest: own.reduce((newest, commit) => Math.min(newest, commit)),
  }))
    .sort((a, b) => b.own.length - a.own.length || a.newest - b.newest).slice(0, MOST_OWNERS)
    .map(({ author, own, newest }) => ({
      name: history.authors[author] ?? "",
      commits: own.length,
      share: Number((own.length / commits.size).toFixed(2)),
      last_changed: new Date(history.commits.times[newest]! * 1000).toISOString().slice(0, 10),
    }));
}
