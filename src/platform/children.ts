import { callLater } from "./clock.ts";
import { attempt } from "../model/attempt.ts";

/** Running child processes. A tiny module, because every exit uses it. */

/** Maximum duration of a long run: a whole history, or listing half a million files on a busy machine. Milliseconds. */
export const LONGEST_RUN_MS = 120_000;

const running = new Set<Deno.ChildProcess>();

/** Registers a child until it ends; kills it after `limitMs` milliseconds. */
export function watch(child: Deno.ChildProcess, limitMs: number): void {
  running.add(child);
  const timer = callLater(limitMs, () => endChild(child));
  void child.status.catch(() => {}).finally(() => {
    clearTimeout(timer);
    running.delete(child);
  });
}

/** Sends a signal to a child, by default the one that kills it; no error if it has ended. */
export function endChild(child: Deno.ChildProcess, signal: Deno.Signal = "SIGKILL"): void {
  // It may have ended already.
  attempt(() => child.kill(signal));
}

/** Kills all running children, so that none outlives the answer. */
export function endChildren(): void {
  for (const child of running) endChild(child);
}
