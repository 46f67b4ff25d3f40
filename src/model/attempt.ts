/** What `work` gives; undefined where it throws. For what may fail and is then as if it were not there. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
