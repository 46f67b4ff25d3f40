import { statfsSync } from "node:fs";
import { SELF } from "./detached.ts";

/** File system types. */

/** Timeout in milliseconds; a local file system answers at once, but this program takes a moment to start. */
const LIMIT_MS = 5000;

/** The command that prints the result of {@link fileSystemHere}. */
export const FILE_SYSTEM = "--file-system";

/** Type number of the folder's file system; throws if this thread lacks the permission. */
export function fileSystemHere(folder: string): number {
  return statfsSync(folder).type;
}

/**
 * Same as {@link fileSystemHere}; without the permission, through another process of this program. Undefined on failure
 * or timeout.
 */
export async function fileSystemOf(folder: string): Promise<number | undefined> {
  try {
    return fileSystemHere(folder);
  } catch (error) {
    return error instanceof Deno.errors.NotCapable ? await askProcess(folder) : undefined;
  }
}

async function askProcess(folder: string): Promise<number | undefined> {
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
