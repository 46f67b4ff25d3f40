import type { FileParser } from "../../syntax/parser.ts";
import { type OpenIndex, openIndex } from "../../index/open_index.ts";
import { IndexStore } from "../../index/index_store.ts";
import type { HelperResult } from "../../index/lexical_index.ts";
import { APPLICATION_ID, FORMAT, SCHEMA } from "../../index/schema.ts";
import type { RefreshOptions } from "../../index/tree_status.ts";
import { buildSymbolFilter, extendSymbolFilter, SYMBOL_FILE } from "../../index/symbol_filter.ts";
import { Failure } from "../../model/errors.ts";
import type { PackedFiles, RepositoryView } from "../../model/sandbox.ts";
import { readAsset } from "../../platform/assets.ts";
import { clock, wallClock } from "../../platform/clock.ts";
import { processorTime } from "../../platform/processor_time.ts";
import { indexHelper } from "../../platform/index_helper.ts";
import {
  MOST_SPACES,
  VECTOR_FORMAT,
  VECTOR_ID,
  VECTOR_SCHEMA,
  VECTORS,
} from "../../index/vectors/vector_files.ts";
import { Store } from "../../platform/store.ts";
import { keepNewest, newest } from "../../platform/store_names.ts";
import { removeOwn, replaceChecked } from "../../platform/cache_files.ts";
import { blobHash, createWorkTree } from "../../platform/work_tree.ts";
import { LEAST_FILES, symbolsIn } from "../symbols_file.ts";
import type { GuardedTree, ListedBefore, StoredBefore } from "./tree.ts";
import { MOST_MISSING } from "../../ports/tool.ts";

/** A writer waits this long for another process; then it answers without storing. Milliseconds. */
const BUSY_MS = 20;

/**
 * Brings the index of the work tree up to date as far as time allows, and opens it.
 *
 * @param options `stored`: what {@link listedBefore} found, whose store is used up; `leavesSymbols`: the gate's filter of names,
 * which takes a second for a million names, is left to the process that builds in the background: in any case, or where there
 * is none of a large repository
 */
export async function openWorkTree(
  view: RepositoryView,
  tree: GuardedTree,
  { stored, leavesSymbols, ...options }: Omit<RefreshOptions, "rules"> & {
    readonly stored?: StoredBefore | undefined;
    readonly leavesSymbols?: "always" | "unmade";
  },
): Promise<OpenIndex> {
  const { root, assets, cache } = view;
  const helper = cache === undefined
    ? undefined
    : indexHelper<HelperResult>(new URL(view.helper), { root, cache, assets });
  const store = stored ? stored.store : cache === undefined ? undefined : openStore(cache, view.fault);
  const opened = await openIndex(store, {
    tree: createWorkTree({ ...tree, root }),
    ...(stored && { peeked: stored }),
    hash: blobHash,
    parser: () => loadParser(assets),
    clock,
    now: wallClock,
    ...(helper && { helper }),
    ...(cache !== undefined && { vectors: (name, create) => openVectors(cache, name, create) }),
  }, { ...options, rules: rulesOf(view) });
  if (cache !== undefined && leavesSymbols !== "always") {
    keepSymbols(cache, opened, leavesSymbols === "unmade");
  }
  return opened;
}

/**
 * Reads the listing of the last update of the work tree's stored index; undefined without one, or under other rules.
 */
export function listedBefore(view: RepositoryView): ListedBefore | undefined {
  const { root, cache } = view;
  const store = cache === undefined
    ? undefined
    : faulty(Store.find({ ...INDEX_SPEC, folder: cache }), view.fault);
  try {
    const version = store?.version() ?? 0;
    const tree = store && new IndexStore(store).tree(root);
    if (tree?.rules === rulesOf(view)) {
      return { paths: tree.snapshot.paths, hash: tree.listing, stored: { store: store!, tree, version } };
    }
  } catch {
    // A damaged index is dealt with where it is opened.
  }
  store?.close();
  return undefined;
}

/** Rules of the listing besides git's. */
export function rulesOf({ rules, exclude }: RepositoryView): string {
  return [rules, ...exclude].join("\n");
}

/** True if an index left open is still valid for the tree, see {@link OpenIndex.resume}; then it may be queried. */
export function isSameTree(
  left: OpenIndex,
  { root }: RepositoryView,
  { tree, defersLook }: { readonly tree: GuardedTree; readonly defersLook: boolean },
): boolean {
  return left.resume(createWorkTree({ ...tree, root }), defersLook);
}

/** True if the files of a tree are as an open index assumed, see {@link OpenIndex.confirm}. */
export function isConfirmed(opened: OpenIndex, { root }: RepositoryView, tree: GuardedTree): boolean {
  return opened.confirm(createWorkTree({ ...tree, root }));
}

/** The gate's filter of names follows the index; without a stored index there is none. */
function keepSymbols(
  cache: string,
  { index, parsed, newNames, pending, problem }: OpenIndex,
  leavesUnmade: boolean,
): void {
  const known = symbolsIn(cache);
  if (leavesUnmade && !known && parsed === 0 && index.files.count >= LEAST_FILES) return;
  const isComplete = pending.length === 0;
  if (!known && pending.length > index.files.count * MOST_MISSING) return;
  if (problem !== undefined || (parsed === 0 && known?.[0] === Number(isComplete))) return;
  const extended = known && newNames !== undefined && extendSymbolFilter(known, newNames, isComplete);
  replaceChecked(
    `${cache}/${SYMBOL_FILE}`,
    extended || buildSymbolFilter(index.nameTables(), isComplete, index.files.paths),
  );
}

/** Checks the index in a cache folder: whether it is as written, and its bytes; 0 if there is none. */
export function verifyStore(folder: string): { readonly whole: boolean; readonly size: number } {
  const store = Store.find({ ...INDEX_SPEC, folder });
  const verified = { whole: !store || new IndexStore(store).isWhole(), size: store?.size() ?? 0 };
  store?.close();
  return verified;
}

/** Spec of the index's store, without its folder. */
export const INDEX_SPEC = {
  name: "index",
  format: FORMAT,
  applicationId: APPLICATION_ID,
  schema: SCHEMA,
  busyMs: BUSY_MS,
};

/** Opens the stored index in a cache folder; `fault` is for tests. */
export function openStore(folder: string, fault: string | undefined): Store | undefined {
  // The filter of names of another format's index.
  if (newest({ ...INDEX_SPEC, folder }) === 0) removeOwn(`${folder}/${SYMBOL_FILE}`);
  return faulty(Store.open({ ...INDEX_SPEC, folder }), fault);
}

/** For tests: a file that may not grow fails as on a full disk. */
function faulty(store: Store | undefined, fault: string | undefined): Store | undefined {
  if (fault === "store:full") store?.all("PRAGMA max_page_count = 1");
  return store;
}

/** The file of a space's vectors; the space in use and the one before have one. */
function openVectors(folder: string, name: string, create: boolean): Store | undefined {
  const format = { format: VECTOR_FORMAT, applicationId: VECTOR_ID, schema: VECTOR_SCHEMA };
  const spec = { folder, name, ...format, busyMs: BUSY_MS };
  if (!create) return Store.find(spec);
  keepNewest(folder, { prefix: VECTORS, kept: name, most: MOST_SPACES });
  return Store.open(spec);
}

let parser: Promise<FileParser> | undefined;

/** True if a file has damaged the parser's memory: only a new thread helps. */
export async function isParserBroken(): Promise<boolean> {
  return (await parser?.catch(() => undefined))?.isBroken ?? false;
}

/** The parser of this thread, which loads a grammar when a file of its language comes first. */
export function loadParser(assets: PackedFiles): Promise<FileParser> {
  return parser ??= startParser(assets);
}

async function startParser(assets: PackedFiles): Promise<FileParser> {
  const core = readAsset(assets, "tree-sitter");
  if (!core) throw new Failure("toolUnavailable", "the parser is missing: the program's file was replaced");
  const { createParser } = await import("../../syntax/parser.ts");
  return await createParser(
    { core, grammar: (language) => readAsset(assets, language) },
    { worked: processorTime },
  );
}
