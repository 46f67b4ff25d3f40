import { createHash } from "node:crypto";
import { attempt } from "../model/attempt.ts";
import type { JudgedPaths, RepositoryFile } from "../model/calls.ts";
import { listedFiles, readAdmitted, type ReaderChecks } from "./repository_files.ts";
import { type FileTimes, statFile, type StatTable } from "./stat_table.ts";

/** Options of {@link createWorkTree}. */
export interface WorkTreeOptions extends ReaderChecks {
  /** Absolute real path. */
  readonly root: string;
  /** NUL-separated paths as listed by git, or paths found by walking. */
  readonly listing: Uint8Array | readonly string[];
  /** Hash of git's listing if `listing` contains its paths; default: the hash of `listing`. */
  readonly hash?: string;
  /** True if the listing is an earlier one that git could not confirm; the files' times are then not checked. */
  readonly isAssumed?: boolean;
  /** The permitted files of `listing`, if already known. */
  readonly files?: readonly RepositoryFile[];
  /** Table filled by another thread; missing entries are looked up here. */
  readonly stats?: StatTable;
}

/** The files of one work tree for the index: listing, times and bytes. */
export interface WorkTree {
  /** Absolute path; identifies the work tree in the index. */
  readonly root: string;
  /** Hash of the listing; equal hashes imply equal {@link list}s. */
  readonly listingHash: string;
  /** True if the listing is assumed to be unchanged, and with it the files. */
  readonly isAssumed?: boolean;
  /**
   * The files to index, sorted by path (UTF-16 code units), without duplicates.
   *
   * @param judged cached decisions of the path filter; default: every path is checked
   */
  list(judged?: JudgedPaths): readonly RepositoryFile[];
  /** Status of a file; undefined if the path is not a regular file. */
  stat(path: string): FileTimes | undefined;
  /** Content of a file; undefined if reading it is not permitted or fails. */
  read(path: string): Uint8Array | undefined;
}

/** Opens a work tree; files are read on demand. */
export function createWorkTree(options: WorkTreeOptions): WorkTree {
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

/** Git's hash of a file's content. */
export function blobHash(bytes: Uint8Array): Uint8Array {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest();
}

/** Hash that identifies a listing in the index. */
export function listingHash(listing: Uint8Array | readonly string[]): string {
  return createHash("sha1").update(listing instanceof Uint8Array ? listing : listing.join("\0")).digest(
    "hex",
  );
}
