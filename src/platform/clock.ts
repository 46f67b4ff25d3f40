/** Milliseconds since the process (or worker) started, monotonic. */
export function clock(): number {
  return performance.now();
}

/** Milliseconds since the Unix epoch. */
export function wallClock(): number {
  return Date.now();
}
