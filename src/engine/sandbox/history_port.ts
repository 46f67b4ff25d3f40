import { HISTORY_LIMITS } from "../../history/requests.ts";
import { type HistoryEvent, HistorySession, type HistoryStart } from "../../history/session.ts";
import { isObject, type JsonObject, parseObject } from "../../model/json.ts";
import { clock } from "../../platform/clock.ts";
import { type HistoryFiles, historyFiles } from "../../platform/history_files.ts";
import type { HistoryPort } from "../../ports/tool.ts";

/** Messages to the sandboxed side about the history: `begin` first, then git's answers. */
export interface HistoryMessage {
  readonly type: "history";
  readonly begin?: HistoryBegin;
  readonly event?: HistoryEvent;
}

/** Known history before git answers. */
export interface HistoryBegin {
  readonly start: HistoryStart;
  /** Absolute folder; absent: nothing is stored. */
  readonly cache?: string;
  /** Differs where the same history may be summed up differently. */
  readonly stamp: string;
}

/** The sandboxed end of the history: what arrives before a tool asks is read at once. */
export interface HistoryInbox extends HistoryPort {
  receive(event: HistoryEvent): void;
}

/** Most summaries that are kept, the newest first. */
const MOST_SUMMARIES = 6;

/** Reads the history from git's output. */
export function openHistory({ start, cache, stamp }: HistoryBegin): HistoryInbox {
  const files = cache === undefined ? undefined : historyFiles(cache);
  const session = new HistorySession(start, files);
  return {
    recall: (key) => Promise.resolve(files && readSummaries(files, stamp)[key]),
    remember: (key, value) => {
      const known = files ? readSummaries(files, stamp) : {};
      const kept = Object.entries(known).filter(([name]) => name !== key).slice(0, MOST_SUMMARIES - 1);
      const text = JSON.stringify({ stamp, known: Object.fromEntries([[key, value], ...kept]) });
      files?.write(SUMMARIES, new TextEncoder().encode(text));
      return Promise.resolve();
    },
    open: (deadline) => session.history(clock, deadline),
    receive: (event) => session.receive(event),
  };
}

/** For a process that did not ask git about the past. */
export function noHistory(): HistoryInbox {
  return openHistory({ start: { refusal: HISTORY_LIMITS.notRead, streams: [] }, stamp: "" });
}

/** The file of what histories were summed up to, by HEAD and what was asked. */
export const SUMMARIES = "hotspots-2.json";

/**
 * Reads the summaries of the same stamp; none if the file is missing, damaged or of another stamp.
 *
 * @param stamp see {@link HistoryBegin}
 */
export function readSummaries(files: Pick<HistoryFiles, "read">, stamp: string): JsonObject {
  const bytes = files.read(SUMMARIES);
  const kept = parseObject(bytes && new TextDecoder().decode(bytes));
  return kept?.["stamp"] === stamp && isObject(kept["known"]) ? kept["known"] as JsonObject : {};
}
