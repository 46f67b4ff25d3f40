import { attempt } from "../model/attempt.ts";
import { CHECKSUM_BYTES, withChecksum, withoutChecksum } from "./checksum.ts";
import { openPlain, readUpTo } from "./plain_file.ts";

/**
 * The one way to the files this program keeps. A repository may bring links under their names or on the way to them: what a
 * link leads to is never read, written or removed. Paths are absolute, below a cache folder that is real. Nothing throws: a
 * cache may be lost at any time.
 */

/** The bytes of a regular file; undefined when it is missing, larger than `largest` bytes or unreadable. */
export function readWhole(path: string, largest: number): Uint8Array<ArrayBuffer> | undefined {
  return attempt(() => {
    using file = openPlain(path);
    return file.statSync().size > largest ? undefined : readUpTo(file, largest);
  });
}

/** What {@link replaceChecked} wrote; undefined also when the file was damaged since. */
export function readChecked(path: string, largest: number): Uint8Array<ArrayBuffer> | undefined {
  const all = readWhole(path, largest + CHECKSUM_BYTES);
  return all && withoutChecksum(all);
}

/** Replaces a file like {@link replaceWhole}, with a checksum at its end. */
export function replaceChecked(path: string, bytes: Uint8Array): boolean {
  return replaceWhole(path, withChecksum(bytes));
}

/** Bytes that {@link readChecked} answers unless the file was damaged; undefined when it is missing or no regular file. */
export function sizeOfChecked(path: string): number | undefined {
  const size = sizeOf(path);
  return size === undefined || size < CHECKSUM_BYTES ? undefined : size - CHECKSUM_BYTES;
}

/** Bytes of a regular file; undefined when it is missing or none. */
export function sizeOf(path: string): number | undefined {
  const info = attempt(() => Deno.lstatSync(path));
  return info?.isFile ? info.size : undefined;
}

/** Milliseconds since the epoch when a file was last changed; undefined when it is missing. */
export function modified(path: string): number | undefined {
  return attempt(() => Deno.lstatSync(path).mtime?.getTime());
}

/** What tells a folder from another one that takes its place; undefined when there is none. */
export function folderNumber(path: string): string | undefined {
  const info = attempt(() => Deno.lstatSync(path));
  return info?.isDirectory ? `${info.dev}:${info.ino}` : undefined;
}

/** Replaces a file; false when it cannot be written. A reader never sees half of it. */
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

/** Gives a file a name that nothing has yet, in the same folder; false where that cannot be done. */
export function rename(path: string, free: string): boolean {
  return attempt(() => {
    checkParent(free);
    if (!isFree(free)) return false;
    Deno.renameSync(path, free);
    return true;
  }) ?? false;
}

/** Opens a file to add to, begun anew beyond `largest` bytes: the older one is kept as `<path>.1`. */
export function openAppend(path: string, largest: number): Deno.FsFile | undefined {
  return attempt(() => {
    makeParent(path);
    if ((sizeOf(path) ?? 0) > largest) Deno.renameSync(path, `${path}.1`);
    partFromOthers(path);
    if (isFree(path)) return openPlain(path, { append: true, createNew: true, mode: 0o600 });
    return openPlain(path, { append: true });
  });
}

/** Opens a file to write over what is in it. */
export function openWrite(path: string): Deno.FsFile | undefined {
  return attempt(() => {
    makeParent(path);
    partFromOthers(path);
    return openPlain(path, isFree(path) ? { write: true, createNew: true, mode: 0o600 } : { write: true });
  });
}

/** Removes a file; true when it was there. */
export function removeOwn(path: string): boolean {
  return attempt(() => {
    checkParent(path);
    Deno.removeSync(path);
    return true;
  }) ?? false;
}

/** Whether a regular file of one name, or nothing, is at the path: what opens it by its name writes to no other file. */
export function isPlainOrFree(path: string): boolean {
  return attempt(() => {
    checkParent(path);
    return isFree(path) || Deno.lstatSync(path).isFile && !hasOtherNames(path);
  }) ?? false;
}

/** Gives up a file that has other names as well, as in a copy made of hard links: it is not written for them. */
function partFromOthers(path: string): void {
  if (!isFree(path) && Deno.lstatSync(path).isFile && hasOtherNames(path)) Deno.removeSync(path);
}

function hasOtherNames(path: string): boolean {
  return (Deno.lstatSync(path).nlink ?? 1) > 1;
}

/**
 * Makes a folder for this user alone, with the folders above it and a `.gitignore` for everything in it. Its real path;
 * undefined when it cannot be written.
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

/** Folders below the cache folder are made when missing; a link among them is not followed. */
function makeParent(path: string): void {
  const folder = parentOf(path);
  if (isFree(folder)) {
    checkParent(folder);
    Deno.mkdirSync(folder, { mode: 0o700 });
  }
  checkParent(path);
}

function checkParent(path: string): void {
  const folder = parentOf(path);
  if (Deno.realPathSync(folder) !== folder) throw new Error(`a link is on the way: ${path}`);
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
