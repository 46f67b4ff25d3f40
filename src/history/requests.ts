import { LINES_FORMAT } from "./segment.ts";
import { LOG_FORMAT } from "./log_parser.ts";
import type { HistoryManifest } from "./manifest.ts";
import { counted } from "../model/counted.ts";

/** [Limits] phrases about the history. */
export const HISTORY_LIMITS = {
  noGit: "history: no git repository here",
  noCommit: "history: no commit yet",
  notRead: "history: not read for this call",
  shallow: "history: shallow clone; older commits are not here",
  newest: (commits: number): string => `history: only the newest ${counted(commits, "commit")}`,
  partial: (commits: number): string =>
    `history: ${counted(commits, "commit")} read within the time; the next call goes on`,
  failed: "history: git could not read all commits",
  outdated: "history: the newest commits were not read within the time",
  damaged: "history: the cache was damaged; the next call reads it anew",
} as const;

/** [Limits] phrases for the missing parts of a history. */
export function historyGaps(state: {
  readonly facts: { readonly isShallow: boolean };
  readonly missesNewer: boolean;
  readonly missesOlder: boolean;
  readonly hasFailed: boolean;
  readonly bounded: boolean;
  readonly isDamaged: boolean;
  readonly segments: readonly { readonly count: number }[];
}): string[] {
  const count = state.segments.reduce((sum, segment) => sum + segment.count, 0);
  return [
    ...(state.facts.isShallow ? [HISTORY_LIMITS.shallow] : []),
    ...(state.isDamaged ? [HISTORY_LIMITS.damaged] : []),
    ...(state.missesNewer ? [HISTORY_LIMITS.outdated] : []),
    ...(state.hasFailed ? [HISTORY_LIMITS.failed] : state.missesOlder ? [HISTORY_LIMITS.partial(count)] : []),
    ...(state.bounded ? [HISTORY_LIMITS.newest(LARGEST_HISTORY)] : []),
  ];
}

/** Queries to git: commits since the cache was written, older uncached commits, line counts of recent commits. */
export type HistoryStream = "newer" | "older" | "lines";

/** One query to git. */
export interface HistoryRequest {
  readonly stream: HistoryStream;
  readonly args: readonly string[];
}

/** Facts about HEAD, known before any query. */
export interface HeadFacts {
  /** Commit hash of HEAD, full. */
  readonly head: string;
  /** Committer time of HEAD, seconds since the epoch. */
  readonly time: number;
  /** True for a shallow clone. */
  readonly isShallow: boolean;
  /** True for a partial clone: blobs may be missing. Fetching them on demand is never triggered here. */
  readonly isPartial?: boolean;
}

/** Maximum number of commits in a history. */
export const LARGEST_HISTORY = 100_000;
/** Time before HEAD with line counts, seconds. Limited because git has to diff blobs for them. */
export const LINES_WINDOW = 31 * 24 * 3600;
/** Maximum number of commits per query for line counts, newest first: about one millisecond each. */
const MOST_COUNTED = 1000;

/** Disables everything that a repository could configure: drivers, order file, notes, colours. */
const PLAIN = [
  "--no-merges",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--no-notes",
  "--no-show-signature",
  "--no-relative",
  "--ignore-submodules=none",
  "--encoding=UTF-8",
  "-O/dev/null",
  "-l1000",
  "-z",
];

/**
 * Queries that complete the cache; none if it is complete. Only ancestors of HEAD are requested; commits that only the
 * cache has are marked in the output, so that they can be dropped.
 */
export function historyRequests(facts: HeadFacts, manifest: HistoryManifest | undefined): HistoryRequest[] {
  if (!manifest) return [older(facts, facts.head, 0), lines(facts, facts.head)];
  const requests: HistoryRequest[] = [];
  if (manifest.tip !== facts.head) {
    const args = ["--left-right", `${manifest.tip}...${facts.head}`, "--"];
    requests.push({ stream: "newer", args: [...names(facts), ...args] });
    requests.push(lines(facts, `${manifest.tip}..${facts.head}`));
  }
  if (manifest.older) requests.push(older(facts, manifest.older.from, manifest.older.read));
  return requests;
}

function older(facts: HeadFacts, from: string, read: number): HistoryRequest {
  const bounds = [`--skip=${read}`, `--max-count=${LARGEST_HISTORY - read}`];
  return { stream: "older", args: [...names(facts), ...bounds, from, "--"] };
}

function names(facts: HeadFacts): string[] {
  return [...base(facts), "--name-status", `--format=${LOG_FORMAT}`];
}

function lines(facts: HeadFacts, range: string): HistoryRequest {
  const since = `--since=${Math.max(facts.time - LINES_WINDOW, 100_000_000)}`;
  return {
    stream: "lines",
    args: [
      ...base(facts),
      "--numstat",
      `--format=${LINES_FORMAT}`,
      since,
      `--max-count=${MOST_COUNTED}`,
      range,
      "--",
    ],
  };
}

/**
 * Common arguments of every `git log`. The boundary commits of a shallow clone would appear to add every file, so their
 * files are left out.
 */
function base(facts: HeadFacts): string[] {
  return [
    "-c",
    `log.showRoot=${!facts.isShallow}`,
    "-c",
    "mailmap.file=",
    "-c",
    "mailmap.blob=",
    "log",
    ...PLAIN,
    // Detecting renames with changes means comparing blobs.
    facts.isPartial ? "-M100%" : "-M",
  ];
}
