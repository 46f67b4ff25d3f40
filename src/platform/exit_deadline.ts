import { endChildren } from "./children.ts";

/**
 * Ends the process in `ms` milliseconds with exit code 0, whatever waits then; what was not written by then is lost. A
 * process that ends before is not kept.
 */
export function leaveAfter(ms: number): void {
  const timer = setTimeout(() => {
    endChildren();
    Deno.exit(0);
  }, Math.max(0, ms));
  Deno.unrefTimer(timer);
}
