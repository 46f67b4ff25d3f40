import { remember } from "../model/memo.ts";
import { onceEach } from "../model/once.ts";
import { concat } from "../model/concat.ts";
import { folderOf } from "./path_names.ts";
import type { PathChanges } from "./path_changes.ts";
import { isTestFolder, isTestName } from "./test_paths.ts";

/**
 * Traits derived from the paths of a listing, one entry per file. Stored with the listing, because they are slow to
 * compute.
 */
export interface PathTraits {
  /** 1 for tests and their support files. */
  readonly test: Uint8Array;
  /** 1 for documentation, examples, benchmarks and tools: code outside the product. */
  readonly aside: Uint8Array;
}

const ASIDE_FOLDER =
  /(?:^|\/)(?:docs?|examples?|samples?|demos?|bench(?:marks?|es)?|asv_bench(?:marks)?|website|tutorials?|galleries|vendor|third_party|node_modules|dist|doc_src|release|bin|tools|scripts|ci)\//i;

/** Computes the traits of a listing. */
export function traitsOf(paths: readonly string[]): PathTraits {
  return traitsBy(sourceFolders(paths), paths);
}

/**
 * Updates the traits of an earlier listing: only new paths are matched against the expressions (a tenth of a second for
 * 86,000 paths).
 */
export function changedTraits(
  before: { readonly paths: readonly string[]; readonly traits: PathTraits },
  changes: PathChanges,
  paths: readonly string[],
): PathTraits {
  const sources = sourceFolders(paths);
  const isAsBefore = sources.symmetricDifference(sourceFolders(before.paths)).size === 0;
  if (!isAsBefore) return traitsOf(paths);
  const own = traitsBy(sources, changes.added.map((file) => paths[file]!));
  return {
    test: changes.column(before.traits.test, own.test),
    aside: changes.column(before.traits.aside, own.aside),
  };
}

function traitsBy(sources: ReadonlySet<string>, paths: readonly string[]): PathTraits {
  const folders = paths.map(folderOf);
  const flags = (holds: (path: string, folder: string) => boolean): Uint8Array =>
    Uint8Array.from(paths, (path, file) => holds(path, folders[file]!) ? 1 : 0);
  // A repository has far fewer folders than files.
  const inTests = onceEach((folder: string) => isTestFolder(folder) && !sources.has(folder));
  const isAside = onceEach((folder: string) => ASIDE_FOLDER.test(folder));
  return {
    test: flags((path, folder) => inTests(folder) || isTestName(path)),
    aside: flags((path, folder) => isAside(folder) || path.endsWith(".min.js")),
  };
}

/** Encodes the columns one after the other. */
export function encodeTraits({ test, aside }: PathTraits): Uint8Array {
  return concat([test, aside]);
}

/** Inverse of {@link encodeTraits}; undefined if the size does not fit `count` files. */
export function decodeTraits(stored: Uint8Array, count: number): PathTraits | undefined {
  if (stored.length !== count * 2) return undefined;
  return { test: stored.slice(0, count), aside: stored.slice(count) };
}

/**
 * Python packages named `test` or `testing` that contain test tools instead of tests: they are subpackages with an
 * `__init__.py` and without a file named like a test.
 */
function sourceFolders(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    if (!path.endsWith(".py")) continue;
    const folder = folderOf(path);
    if (!/(?:^|\/)(?:test|testing)\/$/.test(folder)) continue;
    remember(folders, folder, (): string[] => []).push(path);
  }
  const all = new Set(paths);
  const found = new Set<string>();
  for (const [folder, members] of folders) {
    const outer = folder.replace(/[^/]+\/$/, "");
    const isPackage = all.has(`${folder}__init__.py`) && all.has(`${outer}__init__.py`);
    if (isPackage && !members.some((path) => isTestName(path))) found.add(folder);
  }
  return found;
}
