import { isObject } from "../../model/json.ts";

/** One hotspot of the machine-readable output. */
export interface HotspotRow {
  readonly path: string;
  /** Change frequency times complexity, each relative to the highest value in the result: 0 to 1. */
  readonly score: number;
  readonly commits: number;
  readonly authors: number;
  /** Lines added and deleted in the window; null if git was not queried for them. */
  readonly lines_added: number | null;
  readonly lines_deleted: number | null;
  /** Number of lines in the file; absent in answers cached by an older version. */
  readonly lines?: number;
  /** Total cyclomatic complexity of the functions, or an estimate from the length. */
  readonly complexity: number;
  readonly is_complexity_guessed: boolean;
  /** Date of the newest commit, UTC. */
  readonly last_changed: string;
  readonly most_complex?: {
    readonly symbol: string;
    readonly start_line: number;
    readonly end_line: number;
    readonly cyclomatic: number;
    readonly cognitive: number;
  };
  /** Co-changed files. */
  readonly coupled: readonly {
    readonly path: string;
    readonly support: number;
    readonly confidence: number;
  }[];
}

/** Hotspots of a repository. */
export interface Hotspots {
  /** Days before HEAD; null for the whole history. */
  readonly days: number | null;
  /** First and last date of the window, UTC; for the whole history, `since` is the date of the oldest commit. */
  readonly since: string;
  readonly until: string;
  readonly commits: number;
  readonly hotspots: readonly HotspotRow[];
}

/** Validates cached hotspots, which may be damaged; undefined if the shape is wrong. */
export function asHotspots(value: unknown): Hotspots | undefined {
  const isWhole = isObject(value) && (value["days"] === null || typeof value["days"] === "number") &&
    areStrings(value, ["since", "until"]) && typeof value["commits"] === "number" &&
    Array.isArray(value["hotspots"]) && value["hotspots"].every(isRow);
  return isWhole ? value as unknown as Hotspots : undefined;
}

function isRow(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { lines, lines_added, lines_deleted, most_complex, coupled } = value;
  return areStrings(value, ["path", "last_changed"]) &&
    areNumbers(value, ["score", "commits", "authors", "complexity"]) &&
    [lines_added, lines_deleted].every((lines) => lines === null || typeof lines === "number") &&
    typeof value["is_complexity_guessed"] === "boolean" &&
    (lines === undefined || Number.isFinite(lines)) &&
    (most_complex === undefined || isObject(most_complex) && areStrings(most_complex, ["symbol"])) &&
    Array.isArray(coupled) &&
    coupled.every((one) =>
      isObject(one) && areStrings(one, ["path"]) && areNumbers(one, ["support", "confidence"])
    );
}

function areStrings(value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === "string");
}

function areNumbers(value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return names.every((name) => Number.isFinite(value[name]));
}
