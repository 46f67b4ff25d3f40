import type { Clock } from "../model/ports.ts";
import type { IndexStore, StoredTree } from "./index_store.ts";
import type { IndexedKind, LexicalIndex } from "./lexical_index.ts";
import type { FileParser } from "../syntax/parser.ts";
import type { BlobHash, FileStat, Helper, WorkTree } from "./ports.ts";

/** What {@link refresh} needs. */
export interface RefreshTools {
  /** Undefined where no index can be stored: everything stays in memory. */
  readonly store: IndexStore | undefined;
  readonly tree: WorkTree;
  readonly hash: BlobHash;
  /** Asked for only when something has to be parsed. */
  readonly parser: () => Promise<FileParser>;
  /** Another thread for much work; default: none. */
  readonly helper?: Helper;
  readonly clock: Clock;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** What the store had of the tree a moment ago, and its version then; default: it is read now. */
  readonly peeked?: { readonly tree: StoredTree; readonly version: number };
}

/** The files of a published index, for as far as they are the same here. */
export interface Published {
  /** Undefined for a file that is not there with the same content, as far as can be told without reading it. */
  find(path: string, stat: FileStat): PublishedContent | undefined;
}

/** What a published file is. */
export interface PublishedContent {
  readonly kind: IndexedKind;
  readonly language: string;
  /** Of its content in the store; undefined for one that is only listed. */
  readonly key: Uint8Array | undefined;
  /** The number that its content had in the store when nothing was collected of it; absent: it has to be looked up. */
  readonly number?: number;
}

/** How far {@link refresh} goes. */
export interface RefreshOptions {
  /** Changes whenever listing rules, roles or kinds may come out differently: the program's version. */
  readonly rules: string;
  /** On the clock: no file is begun after it. Default: none. */
  readonly deadline?: number;
  /** Whether the files of a very large tree may be looked at by {@link Refreshed.confirm}, after the answer; default false. */
  readonly defersLook?: boolean;
  /** Whether all that is stored is compared with its checksums first; default false. */
  readonly verifies?: boolean;
  /** What a published index says of files whose content is known without reading them. */
  readonly published?: Published;
  /** Called after each file that had to be read. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Characters of text after which a segment is written; default 6 million. */
  readonly batchSize?: number;
}

/** The index as fresh as time allowed. */
export interface Refreshed {
  readonly index: LexicalIndex;
  /** Files that are new or changed and could not be read in time. */
  readonly pending: readonly string[];
  /** Files whose times were not looked at in time: they are taken to be as they were. */
  unlooked(): number;
  /** Files that were read, and those of them whose content was not known. */
  readonly read: number;
  readonly parsed: number;
  /** Names of the definitions in what was parsed, one per line; undefined where another thread parsed some of it. */
  readonly newNames: string | undefined;
  /**
   * A hash over the state of every file and over the rules, the same as long as nothing changed; undefined when files are
   * pending or may have changed without a trace.
   */
  state(): string | undefined;
  /**
   * Whether a tree under the same rules is as it was when it was read, with nothing left to be read. Without one it is known
   * that nothing has changed. With `defersLook` the files of a very large tree are left to {@link confirm}.
   */
  isCurrent(tree?: WorkTree, defersLook?: boolean): boolean;
  /** Looks at the files of `tree` if that was deferred. False: some have changed, and it has to be opened anew. */
  confirm(tree: WorkTree): boolean;
  /** Why what was learned could not be stored; the answer is complete all the same. */
  readonly problem?: "busy" | "full" | "readonly" | "damaged" | "failed" | "none";
}
