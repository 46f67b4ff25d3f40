import { attempt } from "../model/attempt.ts";
import { once } from "../model/once.ts";

/** Folders and files that belong to this user alone, as far as the file system tells. */

/** Id of the user this process runs as; null where it cannot be had. Asked once: the right to ask is given up later. */
export const ownUid: () => number | null = once(() => {
  return attempt(() => Deno.uid()) ?? null;
});

/** Whether this user owns it and no other user has any access to it. */
function isPrivate(info: Deno.FileInfo): boolean {
  const own = ownUid();
  return own !== null && info.uid === own && ((info.mode ?? 0o777) & 0o077) === 0;
}

/** Whether this is a folder, no link to one, that this user owns and no other user may enter. */
export function isOwnFolder(folder: string): boolean {
  return attempt(() => {
    const info = Deno.lstatSync(folder);
    return info.isDirectory && isPrivate(info);
  }) ?? false;
}

/**
 * Text of a small file that this user owns and no other user may read; undefined for any other. Owner and mode are those of
 * the file that was opened, also where its folder is exchanged meanwhile.
 *
 * @param largest bytes beyond which the file is not read
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

/** Makes a file that only this user may read; false where one exists already or none can be made. */
export function createOwnFile(path: string, text: string): boolean {
  return attempt(() => {
    Deno.writeTextFileSync(path, text, { createNew: true, mode: 0o600 });
    return true;
  }) ?? false;
}
