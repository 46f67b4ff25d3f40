import { clock } from "../platform/clock.ts";
import { once } from "../model/once.ts";

/** Longer starts were not seen on a machine with ten times the work it can do. Milliseconds. */
const LONGEST_START_MS = 500;

/**
 * Start of the prompt's time in a process that serves one prompt, below 0 on the clock. The clock starts with the
 * runtime, whose start takes about as long as the code up to the first call of this function; later calls return the
 * same value. A client's slow write of its payload does not count.
 */
export const startOfPrompt: () => number = once(() => -Math.min(clock(), LONGEST_START_MS));

/** Time from a deadline to this process's end: at least `least`, and on a busy machine as long as its start took. Milliseconds. */
export const timeToEnd = (least: number): number => Math.max(least, -2 * startOfPrompt());
