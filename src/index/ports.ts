import type { HelperJob } from "../platform/index_helper.ts";

/** Ports of the index; `src/engine/sandbox` implements them. */

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

/** Length of git's object id, in bytes. */
export const ID_BYTES = 20;

/** Git's hash of a file's content: SHA-1 of `blob <size>\0` and the bytes; {@link ID_BYTES} long. */
export type BlobHash = (bytes: Uint8Array) => Uint8Array;

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

/** Both threads write: timeout of one for the other's transaction, in milliseconds. */
export const WAIT_FOR_HELPER = 3000;
