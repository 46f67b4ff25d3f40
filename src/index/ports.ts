import type { FileRole, JudgedPaths } from "../model/ports.ts";

/** Ports of the index; `src/platform` implements them. */

/** A column value. */
export type Value = null | number | string | Uint8Array;

/** A database as opened by `platform/store.ts`. Queries throw if the file is damaged. */
export interface Database {
  readonly isWritable: boolean;
  /** Reason why the database cannot be written; undefined if it can. */
  readonly obstacle: "busy" | "readonly" | undefined;
  readonly problem: "busy" | "full" | "readonly" | "damaged" | "failed" | undefined;
  get(sql: string, ...values: Value[]): Record<string, Value> | undefined;
  all(sql: string, ...values: Value[]): Record<string, Value>[];
  run(sql: string, ...values: Value[]): number;
  beginRead(): void;
  endRead(): void;
  /** Number that changes whenever another connection writes; refers to the state being read. */
  version(): number;
  write<T>(work: () => T): T | undefined;
  /** True if all checksums are correct; reads the whole database. */
  isWhole(): boolean;
  /**
   * Acquires a lock for expensive work, held by one process or thread at a time; returns its release function, or
   * undefined if it is taken.
   */
  lock(work?: "index" | "vectors"): (() => void) | undefined;
  /** Sets the timeout of the next writes for another writer's lock, in milliseconds. */
  waitAtMost(milliseconds: number): void;
  shrink(pages: number): void;
  size(): number;
  discard(): Database | undefined;
  close(): void;
}

/** Keys of the stored blobs: git's hash of the bytes, and how they were parsed. */
export interface ContentKeys {
  /**
   * A JSON object for use in a query of another database: blob number by the hexadecimal digits of the key followed by
   * its stored checksum.
   */
  numbers(): string;
  /** Key of a blob; empty if it is not stored. */
  keyOf(content: number): Uint8Array;
  /** Number of the blob with a key in hexadecimal digits; 0 if it is not stored. */
  numberOf(key: string): number;
}

/** The files of one work tree. */
export interface WorkTree {
  /** Absolute path; identifies the work tree in the index. */
  readonly root: string;
  /** Hash of the listing; equal hashes imply equal {@link list}s. */
  readonly listingHash: string;
  /** True if the listing is assumed to be unchanged, and with it the files. Default: false. */
  readonly isAssumed?: boolean;
  /**
   * The files to index, sorted by path (UTF-16 code units), without duplicates.
   *
   * @param judged cached decisions of the path filter; default: every path is checked
   */
  list(judged?: JudgedPaths): readonly { readonly path: string; readonly role: FileRole }[];
  /** Status of a file; undefined if the path is not a regular file. */
  stat(path: string): FileStat | undefined;
  /** Content of a file; undefined if reading it is not permitted or fails. */
  read(path: string): Uint8Array | undefined;
}

/** Status of a file. Times are in milliseconds since the epoch. */
export interface FileStat {
  readonly size: number;
  readonly modified: number;
  /** Last change of content or attributes (ctime), which programs cannot set; 0 if unknown. */
  readonly changed: number;
  readonly inode: number;
}

/** Git's hash of a file's content: SHA-1 of `blob <size>\0` and the bytes; 20 bytes. */
export type BlobHash = (bytes: Uint8Array) => Uint8Array;

/** A job shared with a helper thread. */
export interface HelperJob {
  /** Files in reading order. */
  readonly paths: readonly string[];
  /** Sizes of the files, in bytes. */
  readonly sizes: readonly number[];
  /** Shared counter: index of the next free file. A thread takes a file by incrementing it. */
  readonly next: Int32Array<SharedArrayBuffer>;
  /** Time after which no further file is started, as in `Date.now`. */
  readonly deadline: number;
  /** Number of characters after which a segment is written. */
  readonly batchSize: number;
}

/** Result of indexing a file in the helper thread. */
export interface HelperResult {
  /** Index of the file in the job. */
  readonly at: number;
  readonly kind: string;
  readonly language: string;
  /** Number of the stored blob; 0 if there is none. */
  readonly blob: number;
  /** True if the blob was not stored before. */
  readonly isNew: boolean;
}

/**
 * Runs a helper thread's share of a job, in its own transactions. Never rejects: files it did not finish are missing
 * from the result.
 */
export type Helper = (job: HelperJob) => Promise<readonly HelperResult[]>;
