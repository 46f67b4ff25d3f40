import type { History } from "../../history/history.ts";

/** Who knows the changed code, by git's history. */
export interface Owner {
  readonly name: string;
  /** Commits that touched one of the files, and their share of all such commits, 0 to 1. */
  readonly commits: number;
  readonly share: number;
  /** Date of the newest of them, UTC. */
  readonly last_changed: string;
}

const MOST_OWNERS = 5;

/** The authors of the files' commits, most commits first; a commit counts once however many of the files it touched. */
export function ownersOf(history: History, paths: readonly string[]): Owner[] {
  const commits = new Set<number>();
  for (const path of paths) {
    const number = history.numberOf(path);
    if (number !== undefined) { for (const commit of history.commitsOf(number)) commits.add(commit); }
  }
  const shares = new Map<number, { commits: number; newest: number }>();
  for (const commit of commits) {
    const author = history.commits.authors[commit]!;
    const share = shares.get(author);
    if (share) [share.commits, share.newest] = [share.commits + 1, Math.min(share.newest, commit)];
    else shares.set(author, { commits: 1, newest: commit });
  }
  return [...shares].sort(([, a], [, b]) => b.commits - a.commits || a.newest - b.newest).slice(
    0,
    MOST_OWNERS,
  )
    .map(([author, share]) => ({
      name: history.authors[author] ?? "",
      commits: share.commits,
      share: Number((share.commits / commits.size).toFixed(2)),
      last_changed: new Date(history.commits.times[share.newest]! * 1000).toISOString().slice(0, 10),
    }));
}
