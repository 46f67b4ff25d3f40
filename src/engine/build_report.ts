import type { ModelUse } from "../model/semantic.ts";

/** Result of building vectors, or of work with a team's index, for people and programs. */
export interface BuildReport {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly limits: readonly string[];
  /** True when what was asked for could not be done. */
  readonly failed: boolean;
  /** Use of the model; absent if it was not called. */
  readonly use?: ModelUse;
}

/** A report of work that was done. */
export function doneReport(text: string, data: BuildReport["data"]): BuildReport {
  return { text, data, limits: [], failed: false };
}

/** A report of work that could not be done. */
export function failedReport(limit: string, data: BuildReport["data"]): BuildReport {
  return { text: "", data, limits: [limit], failed: true };
}
