import { isObject } from "../../model/json.ts";

/** One hotspot as programs read it. */
export interface HotspotRow {
  readonly path: string;
  /** Change frequency times complexity, each as a share of the highest here: 0 to 1. */
  readonly score: number;
  readonly commits: number;
  readonly authors: number;
  /** Lines added and removed in the window; null where git was not asked to count them. */
  readonly lines_added: number | null;
  readonly lines_deleted: number | null;
  /** Lines of the file; absent in answers that an older version kept. */
  readonly lines?: number;
  /** Sum of the cyclomatic complexity of its functions, or a guess from its length. */
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
  /** Files that change together with it. */
  readonly coupled: readonly {
    readonly path: string;
    readonly support: number;
    readonly confidence: number;
  }[];
}

/** The whole answer. */
export interface Hotspots {
  /** Days before HEAD; null for the whole history. */
  readonly days: number | null;
  /** Dates of the window, UTC; the oldest commit's where it is the whole history. */
  readonly since: string;
  readonly until: string;
  readonly commits: number;
  readonly hotspots: readonly HotspotRow[];
}

/** What was kept, if it has the shape of hotspots: a cache may be damaged. */
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
