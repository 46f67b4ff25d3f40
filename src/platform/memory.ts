/** Resident memory of this process in bytes. */
export function memoryInUse(): number {
  return Deno.memoryUsage().rss;
}

/** The garbage collector, exposed in the compiled program. */
type Collect = (options: { type: "major"; execution: "sync"; flavor?: "last-resort" }) => void;

/**
 * Collects garbage in this thread and returns free pages to the system, which V8 does only when memory runs out. Takes
 * 0.1 to 0.4 s; no effect outside of the compiled program.
 */
export function releaseMemory(): void {
  (globalThis as { gc?: Collect }).gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
}

/** Growth of a thread's heap after which its garbage is collected between two prompts. Bytes. */
const MUCH_GROWTH = 24 * 1024 * 1024;

/**
 * Collects this thread's garbage if its heap has grown much: V8 alone would wait until it is several times as large.
 *
 * @param left bytes that the last collection left; 0 before the first one
 * @returns bytes that the last collection left now
 */
export function collectGrown(left: number): number {
  if (Deno.memoryUsage().heapUsed - left < MUCH_GROWTH) return left;
  collectGarbage();
  return Deno.memoryUsage().heapUsed;
}

/**
 * Collects garbage in this thread after much memory was released; V8 alone waits until as much is in use again. No
 * effect outside of the compiled program.
 */
export function collectGarbage(): void {
  (globalThis as { gc?: Collect }).gc?.({ type: "major", execution: "sync" });
}
