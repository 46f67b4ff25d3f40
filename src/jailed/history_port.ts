import { HISTORY_LIMITS } from "../analysis/history/gaps.ts";
import type { HistoryEvent, HistoryStart } from "../analysis/history/session.ts";
import { HistorySession } from "../analysis/history/session.ts";
import type { HistoryPort } from "../analysis/tool.ts";
import type { JsonObject } from "../model/json.ts";
import { parseObject } from "../model/json.ts";
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

/** Summaries of histories, the newest first, by HEAD and what was asked. */
const SUMMARIES = "hotspots-1.json";
const MOST_SUMMARIES = 4;

/**
 * Reads what git says about the past.
 *
 * @param cache absolute folder; absent: nothing is stored
 */
export function openHistory(start: HistoryStart, cache: string | undefined): HistoryInbox {
  const files = cache === undefined ? undefined : historyFiles(cache);
  const session = new HistorySession(start, files);
  const read = (): JsonObject => {
    const bytes = files?.read(SUMMARIES);
    return parseObject(bytes && new TextDecoder().decode(bytes)) ?? {};
  };
  return {
    recall: (key) => Promise.resolve(read()[key]),
    remember: (key, value) => {
      const kept = Object.entries(read()).filter(([known]) => known !== key).slice(0, MOST_SUMMARIES - 1);
      const text = JSON.stringify(Object.fromEntries([[key, value], ...kept]));
      files?.write(SUMMARIES, new TextEncoder().encode(text));
      return Promise.resolve();
    },
    open: (deadline) => session.history(clock, deadline),
    receive: (event) => session.receive(event),
  };
}

/** For a process that did not ask git about the past. */
export function noHistory(): HistoryInbox {
  return openHistory({ refusal: HISTORY_LIMITS.notRead, streams: [] }, undefined);
}
