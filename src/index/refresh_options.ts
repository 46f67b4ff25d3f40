import type { Clock } from "../model/ports.ts";
import type { IndexStore } from "./index_store.ts";
import type { StoredTree } from "./tree_store.ts";
import type { IndexedKind, LexicalIndex } from "./lexical_index.ts";
import type { FileParser } from "../syntax/parser.ts";
import type { BlobHash, Helper } from "./ports.ts";
import type { WorkTree } from "../platform/work_tree.ts";
import type { FileTimes } from "../platform/stat_table.ts";

/** Dependencies of {@link refresh}. */
export interface RefreshTools {
  /** Undefined if no index can be stored; the index then exists only in memory. */
  readonly store: IndexStore | undefined;
  readonly tree: WorkTree;
  readonly hash: BlobHash;
  /** Called only if something has to be parsed. */
  readonly parser: () => Promise<FileParser>;
  /** Second thread for large jobs; default: none. */
  readonly helper?: Helper;
  readonly clock: Clock;
  /** Current time in milliseconds since the epoch. */
  readonly now: () => number;
  /** State of the tree read earlier, and the store's version at that time; default: the state is read now. */
  readonly peeked?: { readonly tree: StoredTree; readonly version: number };
}

/** The files of a published index that are identical here. */
export interface Published {
  /** Returns undefined for a file that does not exist there with the same content, as far as its status shows. */
  find(path: string, stat: FileTimes): PublishedContent | undefined;
}

/** Entry of a file in a published index. */
export interface PublishedContent {
  readonly kind: IndexedKind;
  readonly language: string;
  /** Key of its blob in the store; undefined if the file is only listed. */
  readonly key: Uint8Array | undefined;
}

/** Options of {@link refresh}. */
export interface RefreshOptions {
  /** Program version: changes whenever listing rules, roles or kinds may change. */
  readonly rules: string;
  /** Time on the clock after which no further file is started. Default: none. */
  readonly deadline?: number;
  /**
   * True if the check of a very large tree's files may be deferred to {@link Refreshed.confirm}, after the answer;
   * default false.
   */
  readonly defersLook?: boolean;
  /** True to verify all checksums first; default false. */
  readonly verifies?: boolean;
  /** Published index for files whose content is known without reading them. */
  readonly published?: Published;
  /** Called after each file that had to be read. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Number of characters after which a segment is written; default 6 million. */
  readonly batchSize?: number;
}

/** The index, as fresh as the deadline allowed. */
export interface Refreshed {
  readonly index: LexicalIndex;
  /** New or changed files that could not be read in time. */
  readonly pending: readonly string[];
  /** Number of files whose status could not be checked in time; they are assumed to be unchanged. */
  unlooked(): number;
  /** Number of files read. */
  readonly read: number;
  /** Number of files read whose blob was not stored before. */
  readonly parsed: number;
  /** Names of the definitions in parsed files, one per line; undefined if a helper thread parsed some of them. */
  readonly newNames: string | undefined;
  /**
   * Hash over the state of every file and the rules, equal as long as nothing changes; undefined if files are pending
   * or may have changed undetected.
   */
  state(): string | undefined;
  /**
   * True if a tree under the same rules is unchanged since it was read, with nothing left to read. Without `tree` it is
   * known that no file has changed. With `defersLook` the check of a very large tree is left to {@link confirm}.
   */
  isCurrent(tree?: WorkTree, defersLook?: boolean): boolean;
  /** Checks the files of `tree` if that was deferred. False: some have changed, and the index must be reopened. */
  confirm(tree: WorkTree): boolean;
  /** Reason why changes could not be stored; the index is complete nevertheless. */
  readonly problem?: "busy" | "full" | "readonly" | "damaged" | "failed" | "none";
}
