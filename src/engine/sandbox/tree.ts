import type { StoredTree } from "../../index/tree_store.ts";
import { roleOf } from "../../index/roles.ts";
import { LIMITS } from "../../model/limits.ts";
import type { RepositoryView } from "../../model/sandbox.ts";
import { isSymlink, realFile } from "../../platform/host_files.ts";
import { StatTable } from "../../platform/stat_table.ts";
import type { Store } from "../../platform/store.ts";
import { walk } from "../../platform/walk.ts";
import type { WorkTreeOptions } from "../../platform/work_tree.ts";
import { compileGlobs } from "../../safety/globs.ts";
import { createPathGuard, hasControls } from "../../safety/path_guard.ts";
import { isSensitivePath, isSkippedPath } from "../../safety/sensitive.ts";

/** A work tree as the sandboxed side sees it: what is listed, and what may be read. */
export type GuardedTree = Omit<WorkTreeOptions, "root"> & {
  /** Gap to report if git did not list the files as they are. */
  readonly gap?: string;
};

/** Listing at the last update of the index. */
export interface ListedBefore {
  readonly paths: readonly string[];
  /** The hash of git's listing. */
  readonly hash: string;
  /** Its store; the index is opened with it. */
  readonly stored?: StoredBefore;
}

/** An open store, what it had of a tree, and its version then. */
export interface StoredBefore {
  readonly store: Store;
  readonly tree: StoredTree;
  readonly version: number;
}

/**
 * The files of a view: git's listing, else an earlier one or a walk, without what is sensitive, skipped, excluded by the user,
 * or cannot be named.
 *
 * @param isExpected whether git is still to confirm the earlier listing; default: it could not
 */
export function guardedTree(
  view: RepositoryView,
  before?: ListedBefore,
  isExpected: boolean = false,
): GuardedTree {
  const guard = createPathGuard(view.root, { realPath: realFile, isSymlink });
  const listed = listedUnder(view.exclude);
  const { listing, stats } = view;
  const walked = listing || before ? undefined : walk(view.root, listed);
  const gap = listing || isExpected ? undefined : gapOf(view, before, walked?.isCut === true);
  return {
    ...(listing && stats && { stats: new StatTable(listing, stats) }),
    listing: listing ?? before?.paths ?? walked?.paths ?? [],
    ...(gap && { gap }),
    ...(!listing && before && { hash: before.hash, isAssumed: !isExpected }),
    listed,
    roleOf,
    admit: (path) => guard.admit(path),
  };
}

/** The rule by which a path is listed: it can be named, is not sensitive, skipped or excluded by the user. */
export function listedUnder(exclude: readonly string[]): (path: string) => boolean {
  const excluded = exclude.length > 0 ? compileGlobs(exclude.flatMap(anywhere), 4) : undefined;
  return (path) =>
    !hasControls(path) && !isSensitivePath(path) && !isSkippedPath(path) && excluded?.(path) !== true;
}

/** True if a listing has fewer paths than `count`. */
export function listsFewer(listing: Uint8Array | readonly string[], count: number): boolean {
  if (!(listing instanceof Uint8Array)) return listing.length < count;
  let found = 0;
  for (let at = listing.indexOf(0); at >= 0 && found < count; at = listing.indexOf(0, at + 1)) found++;
  return found < count;
}

function gapOf(
  { facts }: RepositoryView,
  before: ListedBefore | undefined,
  isCut: boolean,
): string | undefined {
  if (facts.isGit) return before ? LIMITS.assumed : LIMITS.unlisted;
  return isCut ? LIMITS.walkedPart : undefined;
}

/** A pattern without a slash means a name anywhere, and everything below a folder of that name. */
function anywhere(pattern: string): { pattern: string }[] {
  const bare = pattern.replace(/^\.?\//, "").replace(/\/$/, "");
  const rooted = bare.includes("/") ? bare : `**/${bare}`;
  return [{ pattern: rooted }, { pattern: `${rooted}/**` }];
}
