import process from "node:process";

/** Last segment of the name the program was called by; symlinks keep theirs. */
export function programName(): string {
  return process.argv0.split("/").at(-1) ?? "";
}
