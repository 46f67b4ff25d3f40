import { endChildren } from "./children.ts";

/**
 * Exit deadline: ends the process after `ms` milliseconds with exit code 0; unwritten output is lost. Does not keep a
 * process alive that ends earlier.
 */
export function leaveAfter(ms: number): void {
  const timer = setTimeout(() => {
    endChildren();
    Deno.exit(0);
  }, Math.max(0, ms));
  Deno.unrefTimer(timer);
}
