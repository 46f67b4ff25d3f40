import { HISTORY_LIMITS } from "../../history/gaps.ts";
import type { HistoryEvent, HistoryStart } from "../../history/session.ts";
import { HistorySession } from "../../history/session.ts";
import type { HistoryPort } from "../../ports/tool.ts";
import { clock } from "../../platform/clock.ts";
import { historyFiles } from "../../platform/history_files.ts";
import { readSummaries, SUMMARIES } from "./summaries.ts";

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
  /** Differs where the same history may be summed up differently; see `summariesStamp`. */
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
