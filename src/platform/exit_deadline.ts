import { callLater } from "./clock.ts";
import { endChildren } from "./children.ts";

/**
 * Exit deadline: ends the process after `ms` milliseconds with exit code 0; unwritten output is lost. Does not keep a
 * process alive that ends earlier.
 */
export function leaveAfter(ms: number): void {
  callLater(Math.max(0, ms), () => {
    endChildren();
    Deno.exit(0);
  });
}
