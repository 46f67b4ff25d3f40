import { attempt } from "../model/attempt.ts";
import { setPriority } from "node:os";

/** Niceness of background work: 0 is usual, 19 the most modest. */
const MODEST = 10;

/** Lets other processes go first; threads started from now on do so as well. Where that is refused, nothing happens. */
export function yieldToOthers(): void {
  // It is only a courtesy.
  attempt(() => setPriority(MODEST));
}
