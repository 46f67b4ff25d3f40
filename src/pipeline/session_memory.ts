import type { ReportItem, Told } from "../model/report.ts";

/** What a session was given before. */
export interface SessionMemory {
  /** What of the item the session does not have. */
  newOf(item: ReportItem): Told;
  /** What the last heading said the facts are based on; undefined before the first. */
  readonly basis?: string;
}

/** For sessions without a memory. */
export const NO_MEMORY: SessionMemory = {
  newOf: (item) => ({ item, place: true, fact: true, ...(item.code && { code: item.code }) }),
};
