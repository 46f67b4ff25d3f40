import { createHash } from "node:crypto";
import type { FileRole } from "../model/ports.ts";

/** How a {@link createWorkTree} sees the repository. */
export interface WorkTreeOptions {
  /** Absolute real path. */
  readonly root: string;
  /** NUL-separated paths as git lists them, or paths found by walking. */
  readonly listing: Uint8Array | readonly string[];
  /** False for paths that are never looked at: sensitive, dependency, build and cache folders. */
  readonly listed: (path: string) => boolean;
  readonly roleOf: (path: string) => FileRole;
  /** The absolute real path when the file may be read. */
  readonly admit: (path: string) => { ok: true; absolute: string } | { ok: false; reason: string };
}

/** One listed file. */
export interface ListedFile {
  readonly path: string;
  readonly role: FileRole;
}

/** The files of one work tree for the index: listing, times and bytes. */
export interface WorkTreeFiles {
  readonly root: string;
  readonly listingHash: string;
  list(): readonly ListedFile[];
  stat(
    path: string,
  ):
    | { readonly size: number; readonly modified: number; readonly changed: number; readonly inode: number }
    | undefined;
  read(path: string): Uint8Array | undefined;
}

/** Opens a work tree. Nothing is read before it is asked for. */
export function createWorkTree(options: WorkTreeOptions): WorkTreeFiles {
  const { root, listing } = options;
  let files: readonly ListedFile[] | undefined;
  return {
    root,
    listingHash: hashOf(listing),
    list: () => files ??= listOf(options),
    stat: (path) => stat(`${root}/${path}`),
    read: (path) => read(options.admit(path)),
  };
}

/** The hash git gives a file's content. */
export function blobHash(bytes: Uint8Array): Uint8Array {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest();
}

function hashOf(listing: Uint8Array | readonly string[]): string {
  return createHash("sha1").update(listing instanceof Uint8Array ? listing : listing.join("\0")).digest(
    "hex",
  );
}

function listOf(options: WorkTreeOptions): ListedFile[] {
  const { listing, listed, roleOf } = options;
  const paths = listing instanceof Uint8Array ? new TextDecoder().decode(listing).split("\0") : listing;
  const seen = new Set<string>();
  for (const path of paths) if (path !== "" && listed(path)) seen.add(path);
  return [...seen].sort().map((path) => ({ path, role: roleOf(path) }));
}

function stat(absolute: string): ReturnType<WorkTreeFiles["stat"]> {
  try {
    const info = Deno.lstatSync(absolute);
    if (!info.isFile) return undefined;
    return {
      size: info.size,
      modified: info.mtime?.getTime() ?? 0,
      changed: info.ctime?.getTime() ?? 0,
      inode: info.ino ?? 0,
    };
  } catch {
    return undefined;
  }
}

function read(admitted: ReturnType<WorkTreeOptions["admit"]>): Uint8Array | undefined {
  if (!admitted.ok) return undefined;
  try {
    return Deno.readFileSync(admitted.absolute);
  } catch {
    return undefined;
  }
}
