import { isObject, parseObject } from "../model/json.ts";
import { HISTORY_FORMAT } from "./segment_codec.ts";
import { COMMIT } from "./log_parser.ts";

/**
 * Index of the cached history: a small JSON file next to the segments, replaced atomically. The main thread reads it to
 * query git only for missing commits.
 */
export interface HistoryManifest {
  readonly format: typeof HISTORY_FORMAT;
  /** Newest cached commit, full hash. Everything between it and {@link older} is cached. */
  readonly tip: string;
  /** Resume point of the walk to older commits; absent when the walk is complete. */
  readonly older?: OlderWalk;
  /** True if the walk ended at the size limit and not at the first commit. */
  readonly bounded: boolean;
  /** File with commits newer than all segments, in git's output format. */
  readonly recent?: string;
  /** File with the line counts of recent commits, in git's output format. */
  readonly lines?: string;
  /** Newest first. */
  readonly segments: readonly SegmentFile[];
  /** Commits in the segments that are not ancestors of HEAD (any more): first 16 hexadecimal digits. */
  readonly dropped: readonly string[];
}

/** The files `<name>.columns` and `<name>.text`. */
export interface SegmentFile {
  readonly name: string;
  /** Size of the columns file in bytes: detects a truncated file without reading it. */
  readonly bytes: number;
}

/** Resume point: `read` commits from `from` to older ones are cached. */
export interface OlderWalk {
  readonly from: string;
  readonly read: number;
}

/** File name of the manifest in the cache folder. */
export const MANIFEST_NAME = `history-${HISTORY_FORMAT}.json`;

const FILE = new RegExp(`^history-${HISTORY_FORMAT}-[0-9a-z-]{1,60}$`);
const SHORT = /^[0-9a-f]{16}$/;

/** Parses a manifest; undefined if it is missing, damaged or of another format. */
export function parseManifest(text: string | undefined): HistoryManifest | undefined {
  const value = parseObject(text);
  return isManifest(value) ? value : undefined;
}

function isManifest(value: unknown): value is HistoryManifest {
  if (!isObject(value)) return false;
  const { format, tip, older, bounded, recent, lines, segments, dropped } = value;
  return format === HISTORY_FORMAT && matches(tip, COMMIT) && isOlder(older) &&
    typeof bounded === "boolean" &&
    (recent === undefined || matches(recent, FILE)) && (lines === undefined || matches(lines, FILE)) &&
    Array.isArray(segments) && segments.every(isSegment) &&
    Array.isArray(dropped) && dropped.every((id) => matches(id, SHORT));
}

function isOlder(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isObject(value)) return false;
  const { from, read } = value;
  return matches(from, COMMIT) && Number.isSafeInteger(read) && (read as number) >= 0;
}

function isSegment(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { name, bytes } = value;
  return matches(name, FILE) && Number.isSafeInteger(bytes);
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}
