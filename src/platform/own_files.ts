import { attempt } from "../model/attempt.ts";
import { once } from "../model/once.ts";

/** Folders and files accessible only to this user, according to owner and mode. */

/** User id of this process; null if unknown. Cached, because the permission is dropped later. */
export const ownUid: () => number | null = once(() => attempt(() => Deno.uid()) ?? null);

/** True if this user is the owner and no other user has any access. */
function isPrivate(info: Deno.FileInfo): boolean {
  const own = ownUid();
  return own !== null && info.uid === own && ((info.mode ?? 0o777) & 0o077) === 0;
}

/** True for a folder (not a link to one) owned by this user and inaccessible to others. */
export function isOwnFolder(folder: string): boolean {
  return attempt(() => {
    const info = Deno.lstatSync(folder);
    return info.isDirectory && isPrivate(info);
  }) ?? false;
}

/**
 * Text of a small file owned by this user and unreadable to others; undefined for any other file. Owner and mode are
 * those of the opened file, even if its folder is replaced meanwhile.
 *
 * @param largest maximum size in bytes
 */
export function readOwnFile(path: string, largest: number): string | undefined {
  return attempt(() => {
    using file = Deno.openSync(path);
    const info = file.statSync();
    if (!info.isFile || !isPrivate(info) || info.size > largest) return undefined;
    const bytes = new Uint8Array(largest);
    return new TextDecoder().decode(bytes.subarray(0, file.readSync(bytes) ?? 0));
  });
}

/** Creates a file readable only by this user; false if it exists or cannot be created. */
export function createOwnFile(path: string, text: string): boolean {
  return attempt(() => {
    Deno.writeTextFileSync(path, text, { createNew: true, mode: 0o600 });
    return true;
  }) ?? false;
}
