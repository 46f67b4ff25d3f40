/** Files the main thread reads before it gives up its rights: configuration, never repository content. */

import { Failure } from "../model/errors.ts";
import { attempt } from "../model/attempt.ts";
import { openPlain, readUpTo } from "./plain_file.ts";

/** Bytes. */
const LARGEST = 256 * 1024;

/** The text of a small regular file; undefined when it is missing, unreadable, larger than `limit` bytes or no file. */
export function readSmallFile(path: string, limit = LARGEST): string | undefined {
  return attempt(() => {
    const info = Deno.statSync(path);
    if (!info.isFile || info.size > limit) return undefined;
    return Deno.readTextFileSync(path);
  });
}

/**
 * The text of a small file below `root` (absolute, real), also where a link inside the root leads to it. Undefined when it
 * is missing, unreadable or larger than 256 KiB; `outside` when a link leads out of the root.
 */
export function readInside(root: string, path: string): { readonly text: string } | "outside" | undefined {
  const real = realPath(`${root}/${path}`);
  if (real === undefined) return undefined;
  if (!real.startsWith(`${root}/`)) return "outside";
  return attempt(() => {
    using file = openPlain(real);
    if (file.statSync().size > LARGEST) return undefined;
    return { text: new TextDecoder().decode(readUpTo(file, LARGEST)) };
  });
}

/** The real path of a folder; undefined when it is no folder. */
export function realFolder(path: string): string | undefined {
  return attempt(() => {
    const real = Deno.realPathSync(path);
    return Deno.statSync(real).isDirectory ? real : undefined;
  });
}

/** A path as a user writes it, absolute. */
export function absolutePath(path: string, cwd: string): string {
  return path.startsWith("/") ? path : `${cwd}/${path}`;
}

/**
 * The folder that a user names, absolute and otherwise as written.
 *
 * @throws Failure when there is none
 */
export function folderNamed(path: string, cwd: string): string {
  const folder = absolutePath(path, cwd);
  if (realFolder(folder) === undefined) throw new Failure("invalidArgs", `no such folder: ${path}`);
  return folder;
}

/** The real path of whatever is there; undefined when nothing is. */
export function realPath(path: string): string | undefined {
  return attempt(() => Deno.realPathSync(path));
}

/** Whether the file may be executed, as far as its mode says. */
export function isExecutable(path: string): boolean {
  return ((Deno.statSync(path).mode ?? 0) & 0o111) !== 0;
}

/**
 * Whether the last segment is a symbolic link. Throws when nothing is there, and for pipes, sockets and devices, which
 * must never be opened.
 */
export function isSymlink(path: string): boolean {
  const info = Deno.lstatSync(path);
  if (!info.isSymlink && !info.isFile && !info.isDirectory) throw new Error(`not a file: ${path}`);
  return info.isSymlink;
}

/** The real path of a file or folder. Throws like {@link isSymlink}. */
export function realFile(path: string): string {
  const real = Deno.realPathSync(path);
  isSymlink(real);
  return real;
}

/** The current folder; `/` when it was deleted under the process. */
export function currentFolder(): string {
  return attempt(() => Deno.cwd()) ?? "/";
}

/** The running executable, absolute and without symlinks; empty when it is not known. */
export function executable(): string {
  return attempt(() => Deno.realPathSync(Deno.execPath())) ?? "";
}

/** Creates a file with its folders; false when it exists already or cannot be written. */
export function createTextFile(path: string, text: string): boolean {
  return attempt(() => {
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(path, text, { createNew: true });
    return true;
  }) ?? false;
}
