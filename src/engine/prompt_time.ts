import { clock } from "../platform/clock.ts";
import { once } from "../model/once.ts";

/** Longer starts were not seen on a machine with ten times the work it can do. Milliseconds. */
const LONGEST_START_MS = 500;

/**
 * On the clock of a process that serves one prompt: when the prompt's time began, below 0. The clock begins when the runtime
 * has started, which takes about as long as the way from there to the first call of this function; later calls answer the
 * same. A client that is slow to write its payload says nothing about that.
 */
export const startOfPrompt: () => number = once(() => -Math.min(clock(), LONGEST_START_MS));
