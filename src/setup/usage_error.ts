/** The command line was wrong; the message says how. */
export class UsageError extends Error {
  override name = "UsageError";
}
