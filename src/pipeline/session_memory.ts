import type { NewParts, ReportItem } from "../model/report.ts";

/** Memory of a session's deliveries. */
export interface SessionMemory {
  /** Returns the item's parts new to the session. */
  newOf(item: ReportItem): NewParts;
  /** Basis in the session's last heading; undefined before the first. */
  readonly basis?: string;
}

/** For sessions without a memory. */
export const NO_MEMORY: SessionMemory = {
  newOf: (item) => ({ item, place: true, fact: true, ...(item.code && { code: item.code }) }),
};
