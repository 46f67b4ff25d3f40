import { folderOf } from "../model/paths.ts";
import { attempt } from "../model/attempt.ts";
import { CHECKSUM_BYTES, withChecksum, withoutChecksum } from "./checksum.ts";
import { openPlain, readUpTo } from "./plain_file.ts";

/**
 * Access to the program's own cache files. A repository may contain links under their names or in their paths: the
 * target of a link is never read, written or removed. Paths are absolute, below a cache folder without links. Nothing
 * throws, because a cache may be lost at any time.
 */

/** Age at which something that no process uses is taken for a leftover of one that was killed. Milliseconds. */
export const LEFTOVER_MS = 60_000;

/** The bytes of a regular file; undefined if it is missing, unreadable or larger than `largest` bytes. */
export function readWhole(path: string, largest: number): Uint8Array<ArrayBuffer> | undefined {
  return attempt(() => {
    using file = openPlain(path);
    return file.statSync().size > largest ? undefined : readUpTo(file, largest);
  });
}

/** Reads a file written by {@link replaceChecked}; undefined also if it is damaged. */
export function readChecked(path: string, largest: number): Uint8Array<ArrayBuffer> | undefined {
  const all = readWhole(path, largest + CHECKSUM_BYTES);
  return all && withoutChecksum(all);
}

/** Replaces a file like {@link replaceWhole} and appends a checksum. */
export function replaceChecked(path: string, bytes: Uint8Array): boolean {
  return replaceWhole(path, withChecksum(bytes));
}

/**
 * Size in bytes of an undamaged file as returned by {@link readChecked}; undefined if it is missing or not a regular
 * file.
 */
export function sizeOfChecked(path: string): number | undefined {
  const size = sizeOf(path);
  return size === undefined || size < CHECKSUM_BYTES ? undefined : size - CHECKSUM_BYTES;
}

/** Size of a regular file in bytes; undefined if it is missing or not a regular file. */
export function sizeOf(path: string): number | undefined {
  const info = attempt(() => Deno.lstatSync(path));
  return info?.isFile ? info.size : undefined;
}

/** Modification time in milliseconds since the epoch; undefined if the file is missing. */
export function modified(path: string): number | undefined {
  return attempt(() => Deno.lstatSync(path).mtime?.getTime());
}

/** Device and inode of a folder, which change when another folder replaces it; undefined if it is missing. */
export function folderNumber(path: string): string | undefined {
  const info = attempt(() => Deno.lstatSync(path));
  return info?.isDirectory ? `${info.dev}:${info.ino}` : undefined;
}

/** Replaces a file atomically; false if it cannot be written. */
export function replaceWhole(path: string, bytes: Uint8Array): boolean {
  const draft = `${path}.${crypto.randomUUID()}.draft`;
  const isDone = attempt(() => {
    makeParent(path);
    using file = openPlain(draft, { write: true, createNew: true, mode: 0o600 });
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
    Deno.renameSync(draft, path);
    return true;
  });
  if (!isDone) removeOwn(draft);
  return isDone ?? false;
}

/** Opens a file for appending. A file larger than `largest` bytes is renamed to `<path>.1` first. */
export function openAppend(path: string, largest: number): Deno.FsFile | undefined {
  return attempt(() => {
    makeParent(path);
    if ((sizeOf(path) ?? 0) > largest) Deno.renameSync(path, `${path}.1`);
    return openOwn(path, { append: true });
  });
}

/** Opens a file for overwriting. */
export function openWrite(path: string): Deno.FsFile | undefined {
  return attempt(() => {
    makeParent(path);
    return openOwn(path, { write: true });
  });
}

/** A file with other hard links, as in a copy made of hard links, is replaced, so that a write does not reach them. */
function openOwn(path: string, access: Deno.OpenOptions): Deno.FsFile {
  if (!isFree(path) && Deno.lstatSync(path).isFile && hasHardLinks(path)) Deno.removeSync(path);
  return openPlain(path, isFree(path) ? { ...access, createNew: true, mode: 0o600 } : access);
}

/** Removes a file; true if it existed. */
export function removeOwn(path: string): boolean {
  return attempt(() => {
    checkParent(path);
    Deno.removeSync(path);
    return true;
  }) ?? false;
}

/**
 * True if the path is unused or a regular file without other hard links, so that a library that opens it by name writes
 * to no other file.
 */
export function isPlainOrFree(path: string): boolean {
  return attempt(() => {
    checkParent(path);
    return isFree(path) || Deno.lstatSync(path).isFile && !hasHardLinks(path);
  }) ?? false;
}

function hasHardLinks(path: string): boolean {
  return (Deno.lstatSync(path).nlink ?? 1) > 1;
}

/**
 * Creates a folder accessible only to this user, its parents, and a `.gitignore` for its whole content. Returns its
 * real path; undefined if it cannot be written.
 */
export function makeFolder(path: string): string | undefined {
  return attempt(() => {
    Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
    const real = Deno.realPathSync(path);
    const ignore = `${real}/.gitignore`;
    const isIgnored = sizeOf(ignore) !== undefined || replaceWhole(ignore, new TextEncoder().encode("*\n"));
    return isIgnored ? real : undefined;
  });
}

function isFree(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return false;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return true;
    throw error;
  }
}

/** Creates the parent folder if it is missing; throws if the path contains a link. */
function makeParent(path: string): void {
  const folder = folderOf(path);
  if (isFree(folder)) {
    checkParent(folder);
    Deno.mkdirSync(folder, { mode: 0o700 });
  }
  checkParent(path);
}

function checkParent(path: string): void {
  const folder = folderOf(path);
  if (Deno.realPathSync(folder) !== folder) throw new Error(`a link is on the way: ${path}`);
}
