/** Starts a program that goes on after this one has ended, without input and output. False when it cannot be started. */
export function startBeside(program: string, args: readonly string[]): boolean {
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
