import { env } from "./environment.ts";

/** What file system a folder is on, told by a program: the runtime tells it only to a thread with a right that reveals much else. */

/** A file system of this machine answers at once. Milliseconds. */
const LIMIT_MS = 1000;

/** Number of the type of the folder's file system, as Linux has it; undefined where it cannot be had in time. */
export async function fileSystemOf(folder: string): Promise<number | undefined> {
  try {
    const { success, stdout } = await new Deno.Command("stat", {
      args: ["-f", "-c", "%t", "--", folder],
      env: { PATH: env("PATH") ?? "" },
      clearEnv: true,
      stdin: "null",
      stderr: "null",
      signal: AbortSignal.timeout(LIMIT_MS),
    }).output();
    const type = parseInt(new TextDecoder().decode(stdout), 16);
    return success && !Number.isNaN(type) ? type : undefined;
  } catch {
    return undefined;
  }
}
