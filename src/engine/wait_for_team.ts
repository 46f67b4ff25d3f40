import type { Settings } from "../model/settings.ts";
import { cacheFolder } from "../platform/state_files.ts";
import { modified, readWhole } from "../platform/cache_files.ts";
import { wallClock } from "../platform/clock.ts";
import { startBeside } from "../platform/detached.ts";
import type { Repository } from "../platform/repository.ts";
import { FETCH_NOTE, isNear, LONGEST_NOTE, readFetchNote } from "./fetch_note.ts";
import { INDEX_NOTE, mayStart } from "./background.ts";
import { isWhole } from "./symbols_file.ts";

/** Share of a prompt's time that it waits for the index at most; the rest is enough to search the files themselves. */
const SHARE = 0.4;
/** And where it comes in so fast that it will be there by then: the rest is enough to ask it. */
const LONG_SHARE = 0.65;
/** Interval of the check for it. Milliseconds. */
const LOOK_MS = 20;

/**
 * If the user names a server with the team's index and this machine has none, has it fetched and waits: that is
 * faster than a build here. Prompts wait only for a fetch that has just started: a server that is slow or absent
 * delays the first ones alone.
 *
 * @param start starts this program beside; default: {@link startBeside}
 */
export async function waitForTeam(
  { main, root, facts }: Repository,
  settings: Settings,
  wallMs: number,
  start: (args: readonly string[]) => boolean = startBeside,
): Promise<void> {
  if (settings["index.remote"].value === undefined || facts.isGit !== true) return;
  const cache = cacheFolder(main);
  if (cache === undefined || isWhole(cache)) return;
  const note = `${cache}/${INDEX_NOTE}`;
  const startedAt = modified(note) ?? wallClock();
  if (modified(note) === undefined && !(mayStart(note, 0) && start(["warm", root]))) return;
  const until = startedAt + wallMs * LONG_SHARE;
  const goesOn = (): boolean => {
    const now = wallClock();
    const progress = readFetchNote(readWhole(`${cache}/${FETCH_NOTE}`, LONGEST_NOTE));
    // An earlier fetch does not count.
    if (progress.startedAt < startedAt) return now < startedAt + wallMs * SHARE;
    return !progress.isReady &&
      (now < startedAt + wallMs * SHARE || (now < until && isNear(progress, { now, until })));
  };
  while (goesOn() && !isWhole(cache)) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
