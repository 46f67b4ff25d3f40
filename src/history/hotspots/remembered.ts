import { isObject } from "../../model/json.ts";
import type { RepositoryFiles } from "../../model/ports.ts";
import type { Hotspots } from "./rows.ts";
import { asHotspots } from "./rows.ts";

/** A whole answer, with what it rests on besides HEAD. */
export interface Remembered {
  readonly summary: string;
  readonly data: Hotspots;
  /** Paths with their versions where the content counted, else with whether they are there. */
  readonly files: readonly (readonly [path: string, mark: string])[];
}

/** Files as they can be told apart. */
type Versions = Pick<RepositoryFiles, "version">;

const THERE = "+";
const GONE = "-";

/** The name an answer is remembered under; undefined days are the whole history. */
export function rememberedKey(
  head: string,
  { days, top }: { readonly days: number | undefined; readonly top: number },
): string {
  return `answer ${head} ${days ?? "all"} ${top}`;
}

/**
 * The answer with a mark for every file it rests on.
 *
 * @param measured files whose content counted
 * @param others files that count only as being there or not
 */
export function remembered(
  { summary, data }: { readonly summary: string; readonly data: Hotspots },
  { measured, others }: { readonly measured: readonly string[]; readonly others: readonly string[] },
  files: Versions,
): Remembered {
  const marks = new Map(measured.map((path) => [path, files.version(path) ?? GONE]));
  for (const path of others) {
    if (!marks.has(path)) marks.set(path, files.version(path) === undefined ? GONE : THERE);
  }
  return { summary, data, files: [...marks] };
}

/** What was remembered, if it is whole and every file is as it was. */
export function stillHolding(value: unknown, files: Versions): Remembered | undefined {
  if (!isObject(value) || typeof value["summary"] !== "string" || !Array.isArray(value["files"])) {
    return undefined;
  }
  const data = asHotspots(value["data"]);
  const marks = value["files"].filter(isMark);
  const isSame = marks.length === value["files"].length && marks.every(([path, mark]) => {
    const version = files.version(path);
    return mark === THERE ? version !== undefined : mark === (version ?? GONE);
  });
  return data && isSame ? { summary: value["summary"], data, files: marks } : undefined;
}

function isMark(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
}
