import type { JudgedPaths } from "../model/ports.ts";
import { KINDS, ROLES } from "./lexical_index.ts";
import type { FileStat, WorkTree } from "./ports.ts";
import { PresentFiles } from "./present_files.ts";
import { HUGE_LIMIT } from "../syntax/classify.ts";
import { newSnapshot, type TreeSnapshot } from "./tree_snapshot.ts";

const PENDING = KINDS.indexOf("pending");
const MISSING = KINDS.indexOf("missing");

/** A file to be read. */
export interface Todo {
  readonly file: number;
  readonly stat: FileStat;
  /** It looks unchanged, but was written so short before the snapshot that it may not be. */
  readonly isSuspect: boolean;
}

/** A work tree against its last snapshot. */
export interface TreeStatus {
  /** The snapshot to be brought up to date: unchanged files as they were, the others `pending` or `missing`. */
  readonly snapshot: TreeSnapshot;
  readonly todo: readonly Todo[];
  /** Whether anything differs from the stored snapshot already, files to be read left aside. */
  readonly isChanged: boolean;
  /** Files that were not looked at in time: they are taken to be as they were. */
  readonly unlooked: number;
}

/**
 * Looks at every listed file. Unchanged is what has the size, times and inode of last time, unless its times lay within
 * two seconds before the snapshot: such a file may have been written once more without a trace (git calls these racily
 * clean), so it is read again. Files of which only the path counts are not looked at. Goes from the last file to the first: another thread may come from the other end.
 *
 * @param isTimeUp asked now and then; from then on only files that were never read are looked at. Default: never
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

/** Files between two looks at the clock. */
const LOOKS_AT_ONCE = 512;

/**
 * The files of `before` that are still listed, as they were, and the new ones as `pending`; both are sorted by path.
 *
 * @param isJudged whether `before` was listed under the same rules
 */
export function align(tree: WorkTree, before: TreeSnapshot | undefined, isJudged = false): TreeSnapshot {
  const files = tree.list(isJudged ? judged(before) : undefined);
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

function judged(before: TreeSnapshot | undefined): JudgedPaths | undefined {
  return before && { paths: before.paths, role: (at) => ROLES[before.roles[at]!]! };
}

/** Notes that a file need not be looked at again: nothing but its path counts. */
export function settle(snapshot: TreeSnapshot, file: number): void {
  snapshot.signatures[file * 2] = snapshot.signatures[file * 2 + 1] = SETTLED;
}

/** Notes the signature of a file that was read, and whether it may change again unnoticed. `now`: as in `Date.now`. */
export function sign(snapshot: TreeSnapshot, file: number, stat: FileStat, now: number): void {
  // The time of the last change cannot be set by hand; where there is none, the other has to do.
  const isRacy = (stat.changed || stat.modified) >= now - RACY_MS ||
    (stat.modified >= now - RACY_MS && stat.modified <= now);
  snapshot.signatures[file * 2] = lowSignature(stat) | (isRacy ? RACY : 0);
  snapshot.signatures[file * 2 + 1] = highSignature(stat);
}

/** Whether every file was read long enough after its last change that a further one would be noticed. */
export function isSettled({ kinds, signatures }: TreeSnapshot): boolean {
  for (let file = 0; file < kinds.length; file++) {
    const kind = kinds[file]!;
    const low = signatures[file * 2]!;
    if (kind === MISSING || (low === SETTLED && signatures[file * 2 + 1] === SETTLED)) continue;
    if (kind >= PENDING || (low & RACY) !== 0) return false;
  }
  return true;
}

/** The files that are there; undefined when all are. */
export function presentFiles({ kinds }: TreeSnapshot): PresentFiles | undefined {
  const missing: number[] = [];
  for (let file = kinds.indexOf(MISSING); file >= 0; file = kinds.indexOf(MISSING, file + 1)) {
    missing.push(file);
  }
  return missing.length === 0 ? undefined : new PresentFiles(missing, kinds.length);
}

const RACY_MS = 2000;
/** Both halves; the low one of a signature is never this with this high one but by a chance of 2^-64. */
const SETTLED = 0xffffffff;
/** The lowest bit of a signature. */
const RACY = 1;

function lowSignature(stat: FileStat): number {
  return (mix(mix(mix(1, stat.size), stat.modified), stat.inode) & ~RACY) >>> 0;
}

function highSignature(stat: FileStat): number {
  return mix(mix(mix(mix(2, stat.changed), stat.modified), stat.size), stat.inode);
}

/** Mixes a whole number up to 2^53 into a hash; never 0, so that no file has the signature of one that was never read. */
function mix(hash: number, value: number): number {
  const high = Math.floor(value / 4294967296);
  let mixed = Math.imul(hash ^ (value >>> 0), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13) ^ high, 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) || 1;
}

/** Bytes that are worth the start of another thread. */
const LARGE = 2_000_000;

/** Whether so much is to be read that another thread is worth its start. */
export function isLarge(todo: readonly Todo[]): boolean {
  const sizes = todo.map(({ stat, isSuspect }) => (isSuspect ? 0 : Math.min(stat.size, HUGE_LIMIT)));
  return sizes.reduce((sum, size) => sum + size, 0) > LARGE;
}
