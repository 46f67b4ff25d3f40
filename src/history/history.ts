/**
 * Git history: the non-merge ancestors of HEAD and nothing newer. An instance is an immutable snapshot. Commit 0 is the
 * newest. A path number identifies a file by its newest name, and includes the commits that touched the file under
 * older names. Numbers are valid within one instance only. The arrays are shared and must not be written to.
 */
export interface History {
  readonly commits: CommitTable;
  /** Files touched by each commit. */
  readonly changes: ChangeTable;
  /** Path by number, as of the commit that last touched it. The file may be absent at HEAD. */
  readonly paths: readonly string[];
  /** Author names by number, as git and `.mailmap` spell them, without e-mail addresses. */
  readonly authors: readonly string[];
  /** Inverted index over the commit messages, read from the cache on first use. */
  readonly messages: MessageIndex;
  /** Missing parts as [Limits] phrases: no git repository, shallow clone, time or size limits. */
  readonly gaps: readonly string[];

  /** Number of a path under its current or an earlier name; undefined if no commit touched it. */
  numberOf(path: string): number | undefined;
  /** Path numbers touched by a commit, without duplicates, unordered. */
  filesOf(commit: number): Uint32Array;
  /** Commits that touched a path under any of its names, newest first. */
  commitsOf(path: number): Uint32Array;
  /**
   * Co-change score of other paths with the seeds: path number to the sum over shared commits of
   * `weight / (files in the commit - 1)`. The seeds themselves are left out.
   */
  coChange(
    seeds: Iterable<readonly [path: number, weight: number]>,
    options?: CoChangeOptions,
  ): Map<number, number>;
  /**
   * Changed lines per path, for commits in the last month before HEAD; undefined if git was not queried for the commit.
   */
  linesOf(commit: number): readonly LineChange[] | undefined;
  /** First 12 hexadecimal digits of the commit hash. */
  id(commit: number): string;
  /** History limited to the newest `most` commits, with the limit in its gaps; the same instance if it has no more. */
  newest(most: number): History;
}

/** Parallel columns, newest commit first. */
export interface CommitTable {
  readonly count: number;
  /** Committer time, seconds since the epoch. Almost, but not strictly, descending. */
  readonly times: Uint32Array;
  /** Index into {@link History.authors}. */
  readonly authors: Uint32Array;
}

/** Rows `starts[commit]` to `starts[commit + 1]` (exclusive) are the changes of one commit, each path once. */
export interface ChangeTable {
  readonly count: number;
  /** Length: number of commits plus one. */
  readonly starts: Uint32Array;
  readonly paths: Uint32Array;
}

/** Change types, by their number in a segment. */
export const STATUSES = ["modified", "added", "deleted", "renamed", "copied", "retyped"] as const;

/** Lines that a commit added to and deleted from a path; 0 for binary files. */
export interface LineChange {
  readonly path: number;
  readonly added: number;
  readonly deleted: number;
}

/** Number of newest commits per seed that {@link History.coChange} evaluates. */
export const MOST_COUPLED = 200;

/** Options of {@link History.coChange}. */
export interface CoChangeOptions {
  /** Maximum number of files in a commit; larger commits do not indicate coupling. Default 30. */
  readonly maxFiles?: number;
}

/**
 * Inverted index over commit messages. Terms are tokens as `tokenize` emits them. Words of the subject count twice.
 * Trailers (`Signed-off-by:`), e-mail addresses and links are left out, and bodies are truncated after 4,000
 * characters.
 */
export interface MessageIndex {
  /** Commits that contain the term, ascending by number, with the term frequency; undefined if there are none. */
  postings(term: string): MessagePostings | undefined;
  /** Number of tokens per commit, with the same double count of subject words. */
  readonly lengths: Uint32Array;
  /** Mean of {@link lengths}; 0 without commits. */
  readonly averageLength: number;
}

/** Parallel arrays. */
export interface MessagePostings {
  readonly commits: Uint32Array;
  readonly counts: Uint32Array;
}
