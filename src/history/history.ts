/**
 * What git history tells: the non-merge ancestors of HEAD, never anything past it. One instance is a frozen view.
 * Commits are numbered newest first: 0 is the newest. Paths are numbered too; a path's number stands for the file
 * under its newest name, and every commit that touched it under an older name counts for that number. Numbers are
 * valid for one instance only. The arrays are shared: do not write to them.
 */
export interface History {
  readonly commits: CommitTable;
  /** Which files each commit touched. */
  readonly changes: ChangeTable;
  /** Every path by its number, as of the commit that touched it last; it need not exist at HEAD. */
  readonly paths: readonly string[];
  /** Names of authors by number, as git and `.mailmap` spell them; never e-mail addresses. */
  readonly authors: readonly string[];
  /** Inverted index over the commit messages; read from the cache when first used. */
  readonly messages: MessageIndex;
  /** What was not looked at, as [Limits] phrases: no git, a shallow clone, time or size bounds. */
  readonly gaps: readonly string[];

  /** Number of a path as it is named now, or was named once; undefined when no commit touched it. */
  numberOf(path: string): number | undefined;
  /** Numbers of the paths that a commit touched, each once, in no order. */
  filesOf(commit: number): Uint32Array;
  /** Numbers of the commits that touched a path under any of its names, newest first. */
  commitsOf(path: number): Uint32Array;
  /**
   * How often other paths changed together with the given ones: path number to the sum over shared commits of
   * `weight / (files in the commit - 1)`. The given paths themselves are left out.
   */
  coChange(
    seeds: Iterable<readonly [path: number, weight: number]>,
    options?: CoChangeOptions,
  ): Map<number, number>;
  /** Lines per path, for commits of the last month before HEAD; undefined where git was not asked. */
  linesOf(commit: number): readonly LineChange[] | undefined;
  /** First line of a commit's message, at most 200 characters. Untrusted text. */
  subject(commit: number): string;
  /** First 12 hexadecimal digits of a commit's name. */
  id(commit: number): string;
  /** The same with only the newest `most` commits, which its gaps say; itself when it has no more. */
  newest(most: number): History;
}

/** Columns that run parallel, newest commit first. */
export interface CommitTable {
  readonly count: number;
  /** Committer time, seconds since the epoch. Nearly, but not strictly, falling. */
  readonly times: Uint32Array;
  /** Index into {@link History.authors}. */
  readonly authors: Uint32Array;
}

/** Rows `starts[commit]` to `starts[commit + 1]` (exclusive) are the changes of one commit, each path once. */
export interface ChangeTable {
  readonly count: number;
  /** One more than there are commits. */
  readonly starts: Uint32Array;
  readonly paths: Uint32Array;
  /** Index into {@link STATUSES}. */
  readonly statuses: Uint8Array;
}

/** What a commit did to a file, by the number in {@link ChangeTable.statuses}. */
export const STATUSES = ["modified", "added", "deleted", "renamed", "copied", "retyped"] as const;

/** Lines that a commit added to and removed from a path; 0 for binary files. */
export interface LineChange {
  readonly path: number;
  readonly added: number;
  readonly deleted: number;
}

/** Newest commits of each seed that {@link History.coChange} looks at. */
export const MOST_COUPLED = 200;

/** Bounds of {@link History.coChange}. */
export interface CoChangeOptions {
  /** Commits with more files say nothing about coupling; default 30. */
  readonly maxFiles?: number;
}

/**
 * Which commits say a term. Terms are tokens as `tokenize` emits them. A word in the subject counts twice; trailers
 * (`Signed-off-by:`), e-mail addresses and links are left out, and bodies end after 4,000 characters.
 */
export interface MessageIndex {
  /** Commits that say the term, ascending by number, with its count; undefined when none does. */
  postings(term: string): MessagePostings | undefined;
  /** Number of tokens per commit, by the same counting. */
  readonly lengths: Uint32Array;
  /** Mean of {@link lengths}; 0 without commits. */
  readonly averageLength: number;
}

/** Parallel arrays. */
export interface MessagePostings {
  readonly commits: Uint32Array;
  readonly counts: Uint32Array;
}
