import { createHash } from "node:crypto";
import { attempt } from "../model/attempt.ts";
import type { JudgedPaths, RepositoryFile } from "../model/ports.ts";
import { listedFiles, readAdmitted, type ReaderChecks } from "./repository_files.ts";
import type { FileTimes, StatTable } from "./stat_table.ts";
import { statFile } from "./stat_table.ts";

/** How a {@link createWorkTree} sees the repository. */
export interface WorkTreeOptions extends ReaderChecks {
  /** Absolute real path. */
  readonly root: string;
  /** NUL-separated paths as git lists them, or paths found by walking. */
  readonly listing: Uint8Array | readonly string[];
  /** Hash of git's listing, where `listing` holds its paths; default: the hash of `listing`. */
  readonly hash?: string;
  /** The listing is an earlier one, which git could not confirm: the files' times are not asked for. */
  readonly isAssumed?: boolean;
  /** The files of `listing` that may be listed, where they are known already. */
  readonly files?: readonly RepositoryFile[];
  /** Times another thread is looking up; a file it has not come to yet is looked at here. */
  readonly stats?: StatTable;
}

/** The files of one work tree for the index: listing, times and bytes. */
export interface WorkTreeFiles {
  readonly root: string;
  readonly listingHash: string;
  /** It is listed as it was, and its files are taken to be so. */
  readonly isAssumed: boolean;
  list(judged?: JudgedPaths): readonly RepositoryFile[];
  stat(path: string): FileTimes | undefined;
  read(path: string): Uint8Array | undefined;
}

/** Opens a work tree. Nothing is read before it is asked for. */
export function createWorkTree(options: WorkTreeOptions): WorkTreeFiles {
  const { root, listing, stats, hash, isAssumed = false } = options;
  let { files } = options;
  return {
    root,
    listingHash: hash ?? listingHash(listing),
    isAssumed,
    list: (judged) => files ??= listedFiles(listing, options, judged),
    stat: (path) => stats ? stats.look(root, path) : statFile(`${root}/${path}`),
    read: (path) => {
      const admitted = options.admit(path);
      return admitted.ok ? attempt(() => readAdmitted(admitted.absolute, Infinity)) : undefined;
    },
  };
}

/** The hash git gives a file's content. */
export function blobHash(bytes: Uint8Array): Uint8Array {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest();
}

/** What stands for a listing in the index. */
export function listingHash(listing: Uint8Array | readonly string[]): string {
  return createHash("sha1").update(listing instanceof Uint8Array ? listing : listing.join("\0")).digest(
    "hex",
  );
}
