import { attempt } from "../model/attempt.ts";
import { setPriority } from "node:os";

/** Niceness of background work: 0 is the default, 19 the lowest priority. */
const BACKGROUND = 10;

/** Lowers the priority of this process and of threads started later. No effect if that is refused. */
export function yieldToOthers(): void {
  // Failure is harmless.
  attempt(() => setPriority(BACKGROUND));
}
