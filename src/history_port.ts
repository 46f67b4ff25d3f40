import { HISTORY_LIMITS } from "./analysis/history/gaps.ts";
import type { HistoryEvent, HistoryStart } from "./analysis/history/session.ts";
import { HistorySession } from "./analysis/history/session.ts";
import type { HistoryPort } from "./analysis/tool.ts";
import { clock } from "./platform/clock.ts";
import { historyFiles } from "./platform/history_files.ts";

/** The jailed end of the history: what arrives before a tool asks is read at once. */
export interface HistoryInbox extends HistoryPort {
  receive(event: HistoryEvent): void;
}

/** @param cache absolute folder; absent: nothing is stored */
export function openHistory(start: HistoryStart, cache: string | undefined): HistoryInbox {
  const session = new HistorySession(start, cache === undefined ? undefined : historyFiles(cache));
  return {
    open: (deadline) => session.history(clock, deadline),
    receive: (event) => session.receive(event),
  };
}

/** For a process that did not ask git about the past. */
export function noHistory(): HistoryInbox {
  return openHistory({ refusal: HISTORY_LIMITS.notRead, streams: [] }, undefined);
}
