/** Returns the result of `work`, or undefined if it throws. For optional work whose failure is ignored. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
