import type { RecentPath } from "./recent.ts";

/** One hotspot of the machine-readable output. */
export interface HotspotRow extends Pick<RecentPath, "path" | "commits" | "authors" | "coupled"> {
  /** Change frequency times complexity, each relative to the highest value in the result: 0 to 1. */
  readonly score: number;
  /** Lines added and deleted in the window; null if git was not queried for them. */
  readonly lines_added: number | null;
  readonly lines_deleted: number | null;
  /** Number of lines in the file; absent in answers of a CKB server. */
  readonly lines?: number;
  /** Total cyclomatic complexity of the functions, or an estimate from the length. */
  readonly complexity: number;
  readonly is_complexity_guessed: boolean;
  /** Date of the newest commit, UTC. */
  readonly last_changed: string;
  readonly most_complex?: {
    readonly symbol: string;
    readonly start_line: number;
    readonly end_line: number;
    readonly cyclomatic: number;
    readonly cognitive: number;
  };
}

/** Hotspots of a repository. */
export interface Hotspots {
  /** Days before HEAD; null for the whole history. */
  readonly days: number | null;
  /** First and last date of the window, UTC; for the whole history, `since` is the date of the oldest commit. */
  readonly since: string;
  readonly until: string;
  readonly commits: number;
  readonly hotspots: readonly HotspotRow[];
}
