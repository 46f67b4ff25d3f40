import type { Clock } from "../model/calls.ts";
import { KINDS, ROLES } from "./lexical_index.ts";
import type { BlobHash, Helper, IndexedKind, LexicalIndex } from "./lexical_index.ts";
import type { WorkTree } from "../platform/work_tree.ts";
import type { FileTimes } from "../platform/stat_table.ts";
import { SOURCE_BYTES } from "../platform/limits.ts";
import { newSnapshot, type TreeSnapshot } from "./tree_snapshot.ts";
import type { IndexStore } from "./index_store.ts";
import type { StoredTree } from "./tree_store.ts";
import type { FileParser } from "../syntax/parser.ts";

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

const PENDING = KINDS.indexOf("pending");
const MISSING = KINDS.indexOf("missing");

/** A file that has to be read. */
export interface Todo {
  readonly file: number;
  readonly stat: FileTimes;
  /** True if the file looks unchanged, but was written too shortly before the snapshot to be certain. */
  readonly isSuspect: boolean;
}

/** The files in the order in which they are read: by role, those that look unchanged last. */
export function inOrder(todo: readonly Todo[], { roles }: TreeSnapshot): readonly Todo[] {
  if (todo.length < 2) return todo;
  const rank = ({ file, isSuspect }: Todo): number => (isSuspect ? ROLES.length : 0) + roles[file]!;
  return [...todo].sort((a, b) => rank(a) - rank(b));
}

/** A work tree compared with its last snapshot. */
export interface TreeStatus {
  /** The snapshot to update: unchanged files as before, others `pending` or `missing`. */
  readonly snapshot: TreeSnapshot;
  readonly todo: readonly Todo[];
  /** True if anything already differs from the stored snapshot, apart from the files in `todo`. */
  readonly isChanged: boolean;
  /** Number of files not checked in time; they are assumed to be unchanged. */
  readonly unlooked: number;
}

/**
 * Checks the status of every listed file. A file is unchanged if its size, times and inode are, unless its times are
 * within two seconds before the snapshot: such a file may have been modified again undetected ("racily clean" in git)
 * and is read again. Settled files are skipped. Runs from the last file to the first, because a second thread may run
 * from the other end.
 *
 * @param isTimeUp polled regularly; once true, only files that were never read are checked. Default: never
 */
export function examine(
  tree: WorkTree,
  before: TreeSnapshot,
  isTimeUp: () => boolean = () => false,
): TreeStatus {
  const { paths, signatures, kinds, blobs } = before;
  const todo: Todo[] = [];
  let isChanged = false;
  let isLate = false;
  let unlooked = 0;
  for (let file = paths.length - 1; file >= 0; file--) {
    if (signatures[file * 2] === SETTLED && signatures[file * 2 + 1] === SETTLED) continue;
    isLate ||= file % LOOKS_AT_ONCE === 0 && isTimeUp();
    if (isLate && kinds[file]! < PENDING) {
      unlooked++;
      continue;
    }
    const stat = tree.stat(paths[file]!);
    if (stat === undefined) {
      isChanged ||= kinds[file] !== MISSING;
      kinds[file] = MISSING;
      blobs[file] = signatures[file * 2] = signatures[file * 2 + 1] = 0;
      continue;
    }
    const low = signatures[file * 2]!;
    const isSame = kinds[file]! < PENDING && (low & ~RACY) >>> 0 === lowSignature(stat) &&
      signatures[file * 2 + 1] === highSignature(stat);
    if (!isSame || (low & RACY) !== 0) todo.push({ file, stat, isSuspect: isSame });
  }
  return { snapshot: before, todo: todo.reverse(), isChanged, unlooked };
}

/** Number of files between two checks of the time. */
const LOOKS_AT_ONCE = 512;

/**
 * Aligns the files of `before` with the current listing: listed ones keep their state, new ones are `pending`; both are
 * sorted by path.
 *
 * @param isJudged true if `before` was listed under the same rules
 */
export function align(tree: WorkTree, before: TreeSnapshot | undefined, isJudged = false): TreeSnapshot {
  const role = (at: number) => ROLES[before!.roles[at]!]!;
  const files = tree.list(isJudged && before ? { paths: before.paths, role } : undefined);
  const snapshot = newSnapshot(files, PENDING);
  if (before === undefined) return snapshot;
  let old = 0;
  for (let file = 0; file < files.length; file++) {
    const { path } = files[file]!;
    while (old < before.paths.length && before.paths[old]! < path) old++;
    if (before.paths[old] !== path) continue;
    snapshot.blobs[file] = before.blobs[old]!;
    snapshot.kinds[file] = before.kinds[old]!;
    snapshot.languages[file] = before.languages[old]!;
    snapshot.signatures[file * 2] = before.signatures[old * 2]!;
    snapshot.signatures[file * 2 + 1] = before.signatures[old * 2 + 1]!;
  }
  return { ...snapshot, languageNames: before.languageNames };
}

/** Marks a file as settled: only its path matters, so its status is never checked again. */
export function settle(snapshot: TreeSnapshot, file: number): void {
  snapshot.signatures[file * 2] = snapshot.signatures[file * 2 + 1] = SETTLED;
}

/**
 * Records the signature of a file that was read, and whether it may change again undetected. `now`: as in `Date.now`.
 */
export function sign(snapshot: TreeSnapshot, file: number, stat: FileTimes, now: number): void {
  // Programs cannot set the change time; without one the modification time is used.
  const isRacy = (stat.changed || stat.modified) >= now - RACY_MS ||
    (stat.modified >= now - RACY_MS && stat.modified <= now);
  snapshot.signatures[file * 2] = lowSignature(stat) | (isRacy ? RACY : 0);
  snapshot.signatures[file * 2 + 1] = highSignature(stat);
}

/** True if every file was read long enough after its last change that a further one would be detected. */
export function isSettled({ kinds, signatures }: TreeSnapshot): boolean {
  for (let file = 0; file < kinds.length; file++) {
    const kind = kinds[file]!;
    const low = signatures[file * 2]!;
    if (kind === MISSING || (low === SETTLED && signatures[file * 2 + 1] === SETTLED)) continue;
    if (kind >= PENDING || (low & RACY) !== 0) return false;
  }
  return true;
}

/** Period before a snapshot in which a change may be undetected, in milliseconds. */
const RACY_MS = 2000;
/** Value of both halves of a settled file's signature; a computed signature equals it with probability 2^-64. */
const SETTLED = 0xffffffff;
/** Flag in the lowest bit of a signature: the file may have changed undetected. */
const RACY = 1;

function lowSignature(stat: FileTimes): number {
  return (mix(mix(mix(1, stat.size), stat.modified), stat.inode) & ~RACY) >>> 0;
}

function highSignature(stat: FileTimes): number {
  return mix(mix(mix(mix(2, stat.changed), stat.modified), stat.size), stat.inode);
}

/** Mixes an integer up to 2^53 into a hash; never 0, the signature of files that were never read. */
function mix(hash: number, value: number): number {
  const high = Math.floor(value / 4294967296);
  let mixed = Math.imul(hash ^ (value >>> 0), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13) ^ high, 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) || 1;
}

/** Minimum number of bytes to read for which a helper thread is started. */
const LARGE = 2_000_000;

/** True if enough has to be read to start a helper thread. */
export function isLarge(todo: readonly Todo[]): boolean {
  const sizes = todo.map(({ stat, isSuspect }) => (isSuspect ? 0 : Math.min(stat.size, SOURCE_BYTES)));
  return sizes.reduce((sum, size) => sum + size, 0) > LARGE;
}
