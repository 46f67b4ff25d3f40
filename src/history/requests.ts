import { LINES_FORMAT } from "./line_changes.ts";
import { LOG_FORMAT } from "./log_parser.ts";
import type { HistoryManifest } from "./manifest.ts";

/** What git is asked for: commits since the cache was written, older ones it does not have yet, recent line counts. */
export type HistoryStream = "newer" | "older" | "lines";

/** One question to git. */
export interface HistoryRequest {
  readonly stream: HistoryStream;
  readonly args: readonly string[];
}

/** What was learned of HEAD before anything else is asked. */
export interface HeadFacts {
  /** Commit at HEAD, all hexadecimal digits. */
  readonly head: string;
  /** Its committer time, seconds since the epoch. */
  readonly time: number;
  /** The clone ends before the first commit. */
  readonly isShallow: boolean;
  /** Contents may be missing: the clone fetches them when they are needed, which is never done here. */
  readonly isPartial?: boolean;
}

/** Most commits that are ever read. */
export const LARGEST_HISTORY = 100_000;
/** Seconds before HEAD for which lines are counted: counting them means comparing contents. */
export const LINES_WINDOW = 31 * 24 * 3600;
/** Most commits whose lines are counted at once, newest first: about a millisecond each. */
const MOST_COUNTED = 1000;

/** Nothing a repository could configure takes part: no drivers, no order file, no notes, no colours. */
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
 * The questions that complete a cache, none when it is complete. Only ancestors of HEAD are ever asked for; commits
 * that only the cache has come back marked, so that they can be dropped.
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

/** Arguments of every `git log`; the oldest commits of a shallow clone would seem to add every file, so their files are left out. */
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
    // Renames with changes are found by comparing contents.
    facts.isPartial ? "-M100%" : "-M",
  ];
}
