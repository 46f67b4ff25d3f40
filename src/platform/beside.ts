/**
 * This program as it may be started by itself: the file that runs, where the system has a name for that, else what PATH has
 * under its name. Where neither is there, its right to start itself leads nowhere.
 */
const SELF: readonly string[] = Deno.build.standalone ? ["/proc/self/exe", "auto-tools"] : ["auto-tools"];

/** Starts this program again, beside this process and beyond its end, without input and output. False when it cannot be. */
export function startBeside(args: readonly string[]): boolean {
  return SELF.some((program) => start(program, args));
}

function start(program: string, args: readonly string[]): boolean {
  try {
    new Deno.Command(program, {
      args: [...args],
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
