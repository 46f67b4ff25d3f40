import { MESSAGE_BYTES } from "./limits.ts";
import type { GitFolder } from "./git_folder.ts";
import { readSmallFile } from "./host_files.ts";

/** Digits of an abbreviated commit. */
const SHORT = 12;
const COMMIT = /^[0-9a-f]{40,64}$/;

/** The commit at HEAD as git's files say, abbreviated to 12 digits; undefined where only git can tell. */
export function headIn({ path, common }: GitFolder): string | undefined {
  const head = readSmallFile(`${path}/HEAD`)?.trim();
  const name = head?.startsWith("ref: ") ? head.slice(5) : undefined;
  const commit = name === undefined ? head : commitOf(name, common);
  return commit !== undefined && COMMIT.test(commit) ? commit.slice(0, SHORT) : undefined;
}

function commitOf(name: string, common: string): string | undefined {
  if (!/^refs\/[\w./@+-]+$/.test(name) || name.includes("..")) return undefined;
  const loose = readSmallFile(`${common}/${name}`)?.trim();
  if (loose !== undefined) return loose;
  const packed = readSmallFile(`${common}/packed-refs`, MESSAGE_BYTES) ?? "";
  const end = packed.indexOf(` ${name}\n`);
  return end < 0 ? undefined : packed.slice(packed.lastIndexOf("\n", end) + 1, end);
}
