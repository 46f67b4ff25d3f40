import type { FileRole, JudgedPaths } from "../model/ports.ts";

/** What the index needs of the world; `src/platform` has the implementations. */

/** A value of a row. */
export type Value = null | number | string | Uint8Array;

/** A database as `platform/store.ts` opens it. Queries throw when the file is damaged. */
export interface Database {
  readonly isWritable: boolean;
  /** Why nothing can be written at all; undefined for no reason. */
  readonly obstacle: "busy" | "readonly" | undefined;
  readonly problem: "busy" | "full" | "readonly" | "damaged" | "failed" | undefined;
  get(sql: string, ...values: Value[]): Record<string, Value> | undefined;
  all(sql: string, ...values: Value[]): Record<string, Value>[];
  run(sql: string, ...values: Value[]): number;
  /** As `run`, of blobs that have their checksums behind them already. */
  runSealed(sql: string, ...values: Value[]): void;
  beginRead(): void;
  endRead(): void;
  /** Another number whenever another connection has written; of the state that is read. */
  version(): number;
  write<T>(work: () => T): T | undefined;
  /** Whether all that is stored is as it was written; reads all of it. */
  isWhole(): boolean;
  /** The right to do much work of a kind, for one process or thread at a time; undefined while another has it. */
  lock(work?: "index" | "vectors"): (() => void) | undefined;
  /** How long the next writes wait for another writer, in milliseconds. */
  waitAtMost(milliseconds: number): void;
  shrink(pages: number): void;
  size(): number;
  discard(): Database | undefined;
  close(): void;
}

/** The keys of the stored contents: git's hash of the bytes and how they were read. */
export interface ContentKeys {
  /**
   * As JSON: the number of every content by the hexadecimal digits of its key and of the checksum that is stored behind
   * it. To be read by another database.
   */
  numbers(): string;
  /** Empty for a content that is not stored. */
  keyOf(content: number): Uint8Array;
  /** By the hexadecimal digits of the key; 0 for a content that is not stored. */
  numberOf(key: string): number;
}

/** The files of one work tree. */
export interface WorkTree {
  /** Absolute; the name of the work tree in the index. */
  readonly root: string;
  /** A hash over the listing as it came; equal hashes mean equal {@link list}s. */
  readonly listingHash: string;
  /** Listed as it was before; its files are taken to be as they were too. Default: false. */
  readonly isAssumed?: boolean;
  /**
   * Files worth indexing, sorted by path (UTF-16 code units), each once.
   *
   * @param judged default: each path is judged
   */
  list(judged?: JudgedPaths): readonly { readonly path: string; readonly role: FileRole }[];
  /** What the file system says of a path; undefined when it is no regular file. */
  stat(path: string): FileStat | undefined;
  /** The bytes of a file; undefined when it may not or cannot be read. */
  read(path: string): Uint8Array | undefined;
}

/** Times in milliseconds since the epoch. */
export interface FileStat {
  readonly size: number;
  readonly modified: number;
  /** Last change of content or attributes, which programs cannot set; 0 where unknown. */
  readonly changed: number;
  readonly inode: number;
}

/** The hash git gives a file's content: SHA-1 over `blob <size>\0` and the bytes, 20 bytes. */
export type BlobHash = (bytes: Uint8Array) => Uint8Array;

/** A share of the work for another thread. */
export interface HelperJob {
  /** Files in the order they are to be read. */
  readonly paths: readonly string[];
  readonly sizes: readonly number[];
  /** One number: the next file that is not taken. Taking one increments it. */
  readonly next: Int32Array<SharedArrayBuffer>;
  /** As in `Date.now`: no file is begun after it. */
  readonly deadline: number;
  readonly batchSize: number;
}

/** What became of a file another thread took. */
export interface HelperResult {
  /** Index in the job. */
  readonly at: number;
  readonly kind: string;
  readonly language: string;
  /** Number of the stored content, 0 when it has none. */
  readonly blob: number;
  /** Whether the content was not known. */
  readonly isNew: boolean;
}

/** Does a share of a job in another thread, in transactions of its own. Never rejects: what it did not do, it does not return. */
export type Helper = (job: HelperJob) => Promise<readonly HelperResult[]>;
