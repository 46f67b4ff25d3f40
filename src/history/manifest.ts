import { isObject, parseObject } from "../model/json.ts";
import { HISTORY_FORMAT } from "./segment_codec.ts";

/**
 * What the cache knows: a small JSON file beside the segments, replaced as a whole. The main thread reads it to ask git
 * for no more than what is missing.
 */
export interface HistoryManifest {
  readonly format: typeof HISTORY_FORMAT;
  /** Commit up to which everything newer than {@link older} was read, all hexadecimal digits. */
  readonly tip: string;
  /** Where the walk into the past goes on; absent when it is done. */
  readonly older?: OlderWalk;
  /** True when the walk ended at its bound and not at the first commit. */
  readonly bounded: boolean;
  /** Name of the file with commits newer than all segments, as git prints them. */
  readonly recent?: string;
  /** Name of the file with the lines of recent commits, as git prints them. */
  readonly lines?: string;
  /** Newest first. */
  readonly segments: readonly SegmentFile[];
  /** Commits in the segments that HEAD does not have (any more): first 16 hexadecimal digits. */
  readonly dropped: readonly string[];
}

/** The files `<name>.columns` and `<name>.text`. */
export interface SegmentFile {
  readonly name: string;
  /** Size of the columns in bytes: tells a truncated file without reading it. */
  readonly bytes: number;
}

/** The walk from `from` into the past has read `read` commits. */
export interface OlderWalk {
  readonly from: string;
  readonly read: number;
}

/** File name of the manifest in the cache folder. */
export const MANIFEST_NAME = `history-${HISTORY_FORMAT}.json`;

/** A commit's whole name. */
export const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const FILE = /^history-1-[0-9a-z-]{1,60}$/;
const SHORT = /^[0-9a-f]{16}$/;

/** The manifest in `text`; undefined when it is missing, damaged or of another format. */
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
