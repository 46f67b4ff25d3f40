import { clock } from "../platform/clock.ts";
import { startBeside } from "../platform/detached.ts";

/** No other build of a root is started for this long. Milliseconds. */
const WARM_PAUSE_MS = 180_000;

/** Time of the last build's start, by root. */
const warmed = new Map<string, number>();

/**
 * Has the index of a root built or brought up to date by a process of its own: a server reads it and never writes.
 */
export function warmBeside(root: string): void {
  const now = clock();
  if (now - (warmed.get(root) ?? -WARM_PAUSE_MS) < WARM_PAUSE_MS) return;
  warmed.set(root, now);
  startBeside(["warm", root]);
}
