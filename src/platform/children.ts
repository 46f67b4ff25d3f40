import { attempt } from "../model/attempt.ts";

/** Programs this process started and that still run; a tiny module, since the exit looks at it every time. */

const running = new Set<Deno.ChildProcess>();

/** Remembers a child until it ends; past `limitMs` it is killed. */
export function watch(child: Deno.ChildProcess, limitMs: number): void {
  running.add(child);
  const timer = setTimeout(() => endChild(child), limitMs);
  // A pending timer alone must not keep the process alive.
  Deno.unrefTimer(timer);
  void child.status.catch(() => {}).finally(() => {
    clearTimeout(timer);
    running.delete(child);
  });
}

/** Kills a child; one that ended by itself is no error. */
export function endChild(child: Deno.ChildProcess): void {
  // It may have ended by itself.
  attempt(() => child.kill("SIGKILL"));
}

/** Kills whatever still runs: nothing of ours outlives the answer. */
export function endChildren(): void {
  for (const child of running) endChild(child);
}
