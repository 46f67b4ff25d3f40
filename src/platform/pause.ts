import { setTimeout } from "node:timers/promises";

/** Waits; false if the signal ended it. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return await setTimeout(milliseconds, true, { signal }).catch(() => false);
}
