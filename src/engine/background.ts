import type { EmbeddingSpace } from "../model/semantic.ts";
import { modified, replaceWhole } from "../platform/cache_files.ts";
import { clock, wallClock } from "../platform/clock.ts";
import { startBeside } from "../platform/detached.ts";
import { noteVectors, readVectorNote } from "../platform/vector_note.ts";
import { isUnbuilt, isWhole, LEAST_FILES } from "./symbols_file.ts";

/** No other build of a repository is started for this long. Milliseconds. */
const PAUSE_MS = 180_000;
/** Names a file in the cache folder whose time is that of the last start of a build. */
export const INDEX_NOTE = "index-started";

/** Time of the last build that {@link warmBeside} started, by root. */
const warmed = new Map<string, number>();

/**
 * Starts an update of the index in a process of its own if it takes longer than a prompt's budget, unless it is whole
 * or one was started recently. It is not waited for.
 *
 * @param root absolute real path
 * @param cache folder of the repository's index
 * @param files number of files git lists; default: as many as where a daemon runs
 */
export function startIndex(root: string, cache: string, files = LEAST_FILES): void {
  if (files < LEAST_FILES || (isWhole(cache) && !isUnbuilt(cache))) return;
  if (mayStart(`${cache}/${INDEX_NOTE}`, PAUSE_MS)) startBeside(["warm", root]);
}

/** True if the last start was longer ago than a pause; then the time of the file `note` is that of this start. */
export function mayStart(note: string, pauseMs: number): boolean {
  return wallClock() - (modified(note) ?? -Infinity) >= pauseMs && replaceWhole(note, new Uint8Array(0));
}

/**
 * Starts a detached process that brings the vectors of a repository up to date, unless one was started not long ago.
 *
 * @param root absolute real path
 * @param cache folder of the repository's index
 */
export function startVectors(root: string, cache: string, space: EmbeddingSpace): void {
  const { age = Infinity, ...trouble } = readVectorNote(cache, space) ?? {};
  if (age < PAUSE_MS) return;
  // The failure of the last build is reported until the next one has started.
  noteVectors(cache, space, trouble);
  startBeside(["warm", root]);
}

/** Has the index of a root built or brought up to date by a process of its own: a server reads it and never writes. */
export function warmBeside(root: string): void {
  const now = clock();
  if (now - (warmed.get(root) ?? -Infinity) < PAUSE_MS) return;
  warmed.set(root, now);
  startBeside(["warm", root]);
}
