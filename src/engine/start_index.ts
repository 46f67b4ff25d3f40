import { startBeside } from "../platform/detached.ts";
import { wallClock } from "../platform/clock.ts";
import { modified, replaceWhole } from "../platform/cache_files.ts";
import { isWhole, LEAST_FILES } from "./symbols_file.ts";
import { isUnbuilt } from "./unbuilt.ts";

/** No other build is started for this long. Milliseconds. */
const PAUSE_MS = 180_000;
/** Names a file in the cache folder whose time is that of the last start of a build. */
export const INDEX_NOTE = "index-begun";

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
  const note = `${cache}/${INDEX_NOTE}`;
  if (wallClock() - (modified(note) ?? -Infinity) < PAUSE_MS) return;
  if (replaceWhole(note, new Uint8Array(0))) startBeside(["warm", root]);
}
