import { statfsSync } from "node:fs";
import { SELF } from "./detached.ts";

/** What file system a folder is on. */

/** A file system of this machine answers at once, but this program takes a moment to start. Milliseconds. */
const LIMIT_MS = 5000;

/** The command that prints {@link fileSystemHere}. */
export const FILE_SYSTEM = "--file-system";

/** Number of the type of the folder's file system; throws where this thread may not ask. */
export function fileSystemHere(folder: string): number {
  return statfsSync(folder).type;
}

/**
 * The same, also where this thread has given up the right to ask, through another process of this program; undefined where it
 * cannot be had in time.
 */
export async function fileSystemOf(folder: string): Promise<number | undefined> {
  try {
    return fileSystemHere(folder);
  } catch (error) {
    return error instanceof Deno.errors.NotCapable ? await askBeside(folder) : undefined;
  }
}

async function askBeside(folder: string): Promise<number | undefined> {
  try {
    const { success, stdout } = await new Deno.Command(SELF, {
      args: ["daemon", FILE_SYSTEM, folder],
      stdin: "null",
      stderr: "null",
      signal: AbortSignal.timeout(LIMIT_MS),
    }).output();
    const type = Number(new TextDecoder().decode(stdout));
    return success && Number.isSafeInteger(type) ? type : undefined;
  } catch {
    return undefined;
  }
}
