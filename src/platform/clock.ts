/** Milliseconds since the process (or worker) started, monotonic. */
export function clock(): number {
  return performance.now();
}

/** Milliseconds since the Unix epoch. */
export function wallClock(): number {
  return Date.now();
}

/** Calls a function in `ms` milliseconds, if the process is still there: the timer does not keep it. */
export function callLater(ms: number, call: () => void): ReturnType<typeof setTimeout> {
  const timer = setTimeout(call, ms);
  Deno.unrefTimer(timer);
  return timer;
}
