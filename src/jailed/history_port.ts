import { HISTORY_LIMITS } from "../analysis/history/gaps.ts";
import type { HistoryEvent, HistoryStart } from "../analysis/history/session.ts";
import { HistorySession } from "../analysis/history/session.ts";
import type { HistoryPort } from "../analysis/tool.ts";
import { clock } from "../platform/clock.ts";
import { historyFiles } from "../platform/history_files.ts";

/** What the jailed side hears of the past: `begin` first, then git's answers. */
export interface HistoryMessage {
  readonly type: "history";
  readonly begin?: { readonly start: HistoryStart; readonly cache?: string };
  readonly event?: HistoryEvent;
}

/** The jailed end of the history: what arrives before a tool asks is read at once. */
export interface HistoryInbox extends HistoryPort {
  receive(event: HistoryEvent): void;
}

/**
 * Reads what git says about the past.
 *
 * @param cache absolute folder; absent: nothing is stored
 */
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
