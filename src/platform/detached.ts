import { attempt } from "../model/attempt.ts";

/**
 * This program as it may be started by itself: the file that runs, or where the system has no name for that, what PATH has
 * under its name.
 */
export const SELF = Deno.build.standalone && Deno.build.os === "linux" ? "/proc/self/exe" : "auto-tools";

/**
 * Starts this program again, beside this process and beyond its end, without input and output. False when it cannot be.
 *
 * @param env what its environment has besides that of this process; default: nothing
 */
export function startBeside(args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  try {
    new Deno.Command(SELF, {
      args: [...args],
      env,
      stdin: "null",
      stdout: "null",
      stderr: "null",
      detached: true,
    }).spawn().unref();
    return true;
  } catch {
    return false;
  }
}

/** Starts this program again like {@link startBeside} and waits for its end. False where it cannot be started or fails. */
export async function runBeside(args: readonly string[]): Promise<boolean> {
  const io = { stdin: "null", stdout: "null", stderr: "null" } as const;
  return (await attempt(() => new Deno.Command(SELF, { args: [...args], ...io }).spawn())?.status)
    ?.success === true;
}
