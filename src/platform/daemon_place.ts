import { folderOf } from "../model/paths.ts";
import { attempt } from "../model/attempt.ts";
import { fnv1a } from "../model/hash.ts";
import { toHex } from "../model/hex.ts";
import { LEFTOVER_MS, modified } from "./cache_files.ts";
import { cacheHome } from "./host_files.ts";
import type { Connect, Connection } from "./lines.ts";
import { createOwnFile, isOwnFolder, readOwnFile } from "./own_files.ts";
import { programStamp } from "./program_name.ts";

/**
 * Address of the user's daemon: its socket in a folder of the user's cache that only the user may enter, named after
 * the build of the program.
 */

/**
 * The address of a socket is part of a structure of fixed size: 104 bytes on macOS, 108 on Linux, with a zero byte; while the
 * place is prepared it is four bytes longer.
 */
const LONGEST_ADDRESS = 99;

/** Address of the daemon's socket; undefined where there can be none. Nothing is made. */
export function daemonAddress(): string | undefined {
  const folder = daemonFolder();
  if (folder === undefined) return undefined;
  const address = `${folder}/${fnv1a(programStamp()).toString(16).padStart(8, "0")}`;
  return new TextEncoder().encode(address).length <= LONGEST_ADDRESS ? address : undefined;
}

/** Folder of the sockets, absolute; undefined where the user has no home. */
export function daemonFolder(): string | undefined {
  const home = cacheHome();
  return home === undefined ? undefined : `${home}/auto-tools/daemon`;
}

/** Suffix of a socket until its daemon is ready: callers do not look for that name. */
const DRAFT = ".new";
/** Suffix of the socket beside a daemon's that takes hooks' payloads over HTTP. */
const DOOR = ".ask";

/** Address of the socket that takes hooks' payloads, for the daemon at `address`. */
export function doorAddress(address: string): string {
  return `${address}${DOOR}`;
}

/** The user's secret beside the sockets: a daemon proves with it that it runs as this user. */
const KEY = "key";
/** Length of the secret: 256 bits in hexadecimal digits. */
const KEY_LENGTH = 64;

/** The secret for the socket at `address`, made by the first daemon; undefined where there is none, or not this user's. */
export function daemonKey(address: string): string | undefined {
  const key = readOwnFile(`${folderOf(address)}/${KEY}`, KEY_LENGTH);
  return key?.length === KEY_LENGTH ? key : undefined;
}

function makeKey(folder: string): void {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_LENGTH / 2));
  createOwnFile(`${folder}/${KEY}`, toHex(bytes));
}

/**
 * Connects to the daemon there; undefined if none listens.
 *
 * @param connect default: this thread connects, and removes the socket of a killed process
 */
export async function callDaemon(
  address: string,
  connect: Connect = connectHere,
): Promise<Connection | undefined> {
  if (!isOwnFolder(folderOf(address)) || inodeOf(address) === undefined) return undefined;
  return await connect(address);
}

async function connectHere(address: string): Promise<Connection | undefined> {
  try {
    return await Deno.connect({ transport: "unix", path: address });
  } catch (error) {
    if (error instanceof Deno.errors.ConnectionRefused) remove(address);
    return undefined;
  }
}

/** Checks if a daemon listens there. */
export async function isTaken(address: string): Promise<boolean> {
  const connection = await callDaemon(address);
  connection?.close();
  return connection !== undefined;
}

/** Address for the socket that takes hooks' payloads, free: what an earlier daemon left there is removed. */
export function prepareDoor(address: string): string {
  const door = doorAddress(address);
  remove(door);
  return door;
}

/** A daemon's socket. */
export type DaemonPlace = NonNullable<ReturnType<typeof preparePlace>>;

/** Prepares the place; undefined where none can be had, or another process is preparing it. */
export function preparePlace(address: string) {
  const folder = folderOf(address);
  const draft = `${address}${DRAFT}`;
  return attempt(() => {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isOwnFolder(folder)) return undefined;
    makeKey(folder);
    const key = daemonKey(address);
    if (key === undefined) return undefined;
    if ((modified(draft) ?? 0) < Date.now() - LEFTOVER_MS) remove(draft);
    // Of several daemons started at once the first one stays.
    const listener = Deno.listen({ transport: "unix", path: draft });
    const inode = inodeOf(draft);
    // A caller finds the one or the other, never neither.
    let isTaken = false;
    const take = (): void => {
      Deno.renameSync(draft, address);
      isTaken = true;
    };
    const isHeld = (): boolean => inodeOf(address) === inode;
    const leave = (): void => {
      if (!isTaken) remove(draft);
      else if (isHeld()) {
        remove(doorAddress(address));
        remove(address);
      }
      listener.close();
    };
    const next = (): Promise<Connection | undefined> => listener.accept().catch(() => undefined);
    return {
      /** The user's secret, which is sent to callers. */
      key,
      /** From now on callers find this process, also where another one stood by. */
      take,
      /** The next that calls; undefined once this was left. */
      next,
      /** Checks if callers still find this process. */
      isHeld,
      /** Records the time of an answered request as the time of the socket. */
      touch: () => touch(address),
      /** Ends listening and removes the socket, where it is still this process's. */
      leave,
    };
  });
}

/** Removes the sockets beside the one at `address` behind which no process is left: of other builds, or that were prepared. */
export async function removeLost(address: string): Promise<void> {
  const folder = folderOf(address);
  for (const { name } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (name !== KEY && !path.startsWith(address)) (await connectHere(path))?.close();
  }
}

function touch(path: string): void {
  // That it is gone is noticed elsewhere.
  attempt(() => {
    const now = new Date();
    Deno.utimeSync(path, now, now);
  });
}

function inodeOf(path: string): number | undefined {
  return attempt(() => Deno.lstatSync(path).ino ?? 0);
}

function remove(path: string): void {
  // It may be gone.
  attempt(() => Deno.removeSync(path));
}
