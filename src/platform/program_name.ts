import { attempt } from "../model/attempt.ts";
import process from "node:process";

/** Last segment of the name by which the program was called; a symlink's own name is retained. */
export function programName(): string {
  return process.argv0.split("/").at(-1) ?? "";
}

/** Size and time of the program's file, which differ between builds. */
export function programStamp(): string {
  const info = attempt(() => Deno.statSync(Deno.execPath()));
  return info ? `${info.size} ${info.mtime?.getTime() ?? 0}` : "";
}
