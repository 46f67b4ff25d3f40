import process from "node:process";

/** Last segment of the name the program was called by; symlinks keep theirs. */
export function programName(): string {
  return process.argv0.split("/").at(-1) ?? "";
}

/** Differs between two builds of the program: size and time of its file. */
export function programStamp(): string {
  try {
    const { size, mtime } = Deno.statSync(Deno.execPath());
    return `${size} ${mtime?.getTime() ?? 0}`;
  } catch {
    return "";
  }
}
