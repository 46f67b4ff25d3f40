import { isObject } from "../../model/json.ts";
import type { RepositoryFiles } from "../../model/ports.ts";
import type { Hotspots } from "./rows.ts";
import { asHotspots } from "./rows.ts";

/** Cached answer with the versions of the files it depends on besides HEAD. */
export interface CachedAnswer {
  readonly summary: string;
  readonly data: Hotspots;
  /** Paths with a mark: the file version if its content was measured, otherwise only its presence. */
  readonly files: readonly (readonly [path: string, mark: string])[];
}

/** File versions. */
type FileVersions = Pick<RepositoryFiles, "version">;

const PRESENT = "+";
const ABSENT = "-";

/** Cache key of an answer; undefined `days` is the whole history. */
export function rememberedKey(
  head: string,
  { days, top }: { readonly days: number | undefined; readonly top: number },
): string {
  return `answer ${head} ${days ?? "all"} ${top}`;
}

/**
 * Adds a mark for each file that the answer depends on.
 *
 * @param measured files with measured content
 * @param others files of which only the presence matters
 */
export function remembered(
  { summary, data }: { readonly summary: string; readonly data: Hotspots },
  { measured, others }: { readonly measured: readonly string[]; readonly others: readonly string[] },
  files: FileVersions,
): CachedAnswer {
  const marks = new Map(measured.map((path) => [path, files.version(path) ?? ABSENT]));
  for (const path of others) {
    if (!marks.has(path)) marks.set(path, files.version(path) === undefined ? ABSENT : PRESENT);
  }
  return { summary, data, files: [...marks] };
}

/** Validates a cached answer; undefined if it is damaged or any file changed. */
export function stillHolding(value: unknown, files: FileVersions): CachedAnswer | undefined {
  if (!isObject(value) || typeof value["summary"] !== "string" || !Array.isArray(value["files"])) {
    return undefined;
  }
  const data = asHotspots(value["data"]);
  const marks = value["files"].filter(isMark);
  const isSame = marks.length === value["files"].length && marks.every(([path, mark]) => {
    const version = files.version(path);
    return mark === PRESENT ? version !== undefined : mark === (version ?? ABSENT);
  });
  return data && isSame ? { summary: value["summary"], data, files: marks } : undefined;
}

function isMark(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
}
