import { createHash } from "node:crypto";
import type { FileRole } from "../model/ports.ts";
import { openPlain, readUpTo } from "./plain_file.ts";
import type { FileTimes, StatTable } from "./stat_table.ts";
import { statFile } from "./stat_table.ts";

/** How a {@link createWorkTree} sees the repository. */
export interface WorkTreeOptions {
  /** Absolute real path. */
  readonly root: string;
  /** NUL-separated paths as git lists them, or paths found by walking. */
  readonly listing: Uint8Array | readonly string[];
  /** Present where the listing is an earlier one: it stands for the hash of what git said then. The files' times are not asked for. */
  readonly assumed?: string;
  /** False for paths that are never looked at: sensitive, dependency, build and cache folders. */
  readonly listed: (path: string) => boolean;
  readonly roleOf: (path: string) => FileRole;
  /** Times another thread is looking up; a file it has not come to yet is looked at here. */
  readonly stats?: StatTable;
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
  /** It is listed as it was, and its files are taken to be so. */
  readonly isAssumed: boolean;
  list(): readonly ListedFile[];
  stat(path: string): FileTimes | undefined;
  read(path: string): Uint8Array | undefined;
}

/** Opens a work tree. Nothing is read before it is asked for. */
export function createWorkTree(options: WorkTreeOptions): WorkTreeFiles {
  const { root, listing, stats, assumed } = options;
  let files: readonly ListedFile[] | undefined;
  return {
    root,
    listingHash: assumed ?? hashOf(listing),
    isAssumed: assumed !== undefined,
    list: () => files ??= listOf(options),
    stat: (path) => {
      const known = stats?.known(path);
      return known === undefined ? statFile(`${root}/${path}`) : known ?? undefined;
    },
    read: (path) => read(options.admit(path)),
  };
}

/** The hash git gives a file's content. */
export function blobHash(bytes: Uint8Array): Uint8Array {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest();
}

/** SHA-256 in lower-case hexadecimal. */
export function sha256Now(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
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

function read(admitted: ReturnType<WorkTreeOptions["admit"]>): Uint8Array | undefined {
  if (!admitted.ok) return undefined;
  try {
    using file = openPlain(admitted.absolute);
    return readUpTo(file, Infinity);
  } catch {
    return undefined;
  }
}
