import type { JsonObject } from "../../model/json.ts";
import { isObject, parseObject } from "../../model/json.ts";
import type { HistoryFiles } from "../../platform/history_files.ts";

/** The file of what histories were summed up to, by HEAD and what was asked. */
export const SUMMARIES = "hotspots-2.json";

/**
 * Reads the summaries of the same stamp; none if the file is missing, damaged or of another stamp.
 *
 * @param stamp see {@link summariesStamp}
 */
export function readSummaries(files: Pick<HistoryFiles, "read">, stamp: string): JsonObject {
  const bytes = files.read(SUMMARIES);
  const kept = parseObject(bytes && new TextDecoder().decode(bytes));
  return kept?.["stamp"] === stamp && isObject(kept["known"]) ? kept["known"] as JsonObject : {};
}

/**
 * Differs where the same history and the same files may be summed up differently.
 *
 * @param program which build of the program sums up
 * @param exclude the user's own exclusions
 */
export function summariesStamp(program: string, exclude: readonly string[]): string {
  return JSON.stringify([program, exclude]);
}
