import process from "node:process";

/** Last segment of the name by which the program was called; a symlink's own name is retained. */
export function programName(): string {
  return process.argv0.split("/").at(-1) ?? "";
}

/** Size and time of the program's file, which differ between builds. */
export function programStamp(): string {
  try {
    const { size, mtime } = Deno.statSync(Deno.execPath());
    return `${size} ${mtime?.getTime() ?? 0}`;
  } catch {
    return "";
  }
}
