import { dayOf } from "./tree_store.ts";
import { VectorStore } from "./vectors/vector_store.ts";
import type { EmbeddingSpace } from "../model/semantic.ts";
import { cutsOf } from "./vectors/passages.ts";
import { vectorsName } from "./vectors/vector_files.ts";
import { compact, forgetTrees, SHRINK_PAGES } from "./compact.ts";
import { IndexStore } from "./index_store.ts";
import type { ContentKeys } from "./lexical_index.ts";
import type { Store } from "../platform/store.ts";
import type { WorkTree } from "../platform/work_tree.ts";
import { refresh } from "./refresh.ts";
import type { Refreshed, RefreshOptions, RefreshTools } from "./tree_status.ts";

/** An open, refreshed index. */
export interface OpenIndex extends Refreshed {
  /**
   * Maintains the store in idle time: merges segments, drops dead blobs, frees unused pages. Ends the view. Takes about
   * one second per 80,000 chunks of `mostChunks` (default: no limit), which is ignored after a large build.
   */
  tidy(mostChunks?: number): void;
  /** Git object ids of the stored blobs by number (`FileTable.blobs`). */
  contentIds(): ReadonlyMap<number, string>;
  /** The keys of the stored blobs; undefined without a store. */
  keys(): ContentKeys | undefined;
  /** The stored vectors of an embedding space; undefined without a store. Throws if their file is damaged. */
  vectors(space: EmbeddingSpace): VectorStore | undefined;
  /**
   * Acquires the exclusive lock for building vectors; returns its release function, or undefined if another process
   * holds it or there is no store.
   */
  lockVectors(): (() => void) | undefined;
  /** Size of the stored index in bytes; 0 without a store. */
  size(): number;
  /** True if the stored index was damaged and replaced by a new one. */
  readonly wasDamaged: boolean;
  /**
   * Parks the index: ends the read transaction, so that other processes can compact the store. No queries until
   * {@link resume}.
   */
  rest(): void;
  /**
   * Resumes a parked index. Returns true if the view still matches `tree`, which must have the same rules, and the
   * store is unchanged; otherwise the index can only be closed. Without `tree`, nothing in it has changed. See
   * {@link Refreshed.isCurrent}.
   */
  resume(tree?: WorkTree, defersLook?: boolean): boolean;
  /** Ends the view. Must be called before another index is opened on the same database. */
  close(): void;
}

/** Dependencies of {@link openIndex}. */
export interface OpenTools extends Omit<RefreshTools, "store"> {
  /** Opens the vector file with a name, or creates it if `create` is true; absent: no vectors. */
  readonly vectors?: (name: string, create: boolean) => Store | undefined;
}

/**
 * Refreshes the index and opens it. A damaged file is replaced by a new one; without a writable store the index is
 * built in memory as far as the deadline allows.
 */
export async function openIndex(
  database: Store | undefined,
  tools: OpenTools,
  options: RefreshOptions,
): Promise<OpenIndex> {
  if (database === undefined) {
    return toOpenIndex(await refresh({ ...tools, store: undefined }, options), undefined, tools, options);
  }
  const store = new IndexStore(database);
  const anew = async (isDamaged: boolean): Promise<OpenIndex> => {
    const fresh = isDamaged ? database.discard() : undefined;
    const { problem } = database;
    const again = fresh && new IndexStore(fresh);
    // Published segments were fetched into the discarded store.
    const { published: _gone, ...others } = options;
    const refreshed = await refresh({ ...tools, store: again }, others);
    return toOpenIndex({ ...refreshed, ...(!again && problem && { problem }) }, again, tools, options);
  };
  if (options.verifies && database.isWritable && !store.isWhole()) {
    return { ...await anew(true), wasDamaged: true };
  }
  try {
    if (database.isWritable && store.segmentCount() > MANY_SEGMENTS) compact(store, FEW_CHUNKS);
    return toOpenIndex(await refresh({ ...tools, store }, options), store, tools, options);
  } catch (error) {
    database.endRead();
    if (database.problem === undefined) throw error;
    const isDamaged = database.problem === "damaged";
    return { ...await anew(isDamaged), wasDamaged: isDamaged };
  }
}

/** Maximum number of segments; above it the smallest are merged before the refresh, which takes a few milliseconds. */
const MANY_SEGMENTS = 10;
/** Maximum number of chunks merged before a refresh. */
const FEW_CHUNKS = 3000;

function toOpenIndex(
  refreshed: Refreshed,
  store: IndexStore | undefined,
  tools: OpenTools,
  options: RefreshOptions,
): OpenIndex {
  const files = new VectorFiles(refreshed, store, tools, options);
  const close = (): void => {
    store?.database.endRead();
    for (const file of [...files.opened, ...(store ? [store.database] : [])]) {
      if (file.problem === "damaged") file.discard()?.close();
      else file.close();
    }
  };
  let restedAt: number | undefined;
  const rest = (): void => {
    refreshed.index.relax();
    restedAt = store?.database.version();
    store?.database.endRead();
  };
  const resume = (tree?: WorkTree, defersLook?: boolean): boolean => {
    if (refreshed.problem !== undefined || !refreshed.isCurrent(tree, defersLook)) return false;
    store?.database.beginRead();
    return store?.database.version() === restedAt;
  };
  return {
    ...refreshed,
    close,
    rest,
    resume,
    tidy: (mostChunks) => store && tidy(store, tools, mostChunks),
    contentIds: () => store?.contentIds() ?? new Map(),
    keys: () => store,
    vectors: (space) => files.storeOf(space),
    lockVectors: () => store?.database.isWritable ? store.database.lock("vectors") : undefined,
    size: () => store?.database.size() ?? 0,
    wasDamaged: false,
  };
}

function tidy(store: IndexStore, { now }: Pick<OpenTools, "now">, mostChunks: number | undefined): void {
  store.database.endRead();
  if (!store.database.isWritable || store.database.problem !== undefined) return;
  forgetTrees(store, dayOf(now()));
  // Every query looks into every segment.
  const isCrowded = store.segmentCount() > MANY_SEGMENTS;
  const isFull = isCrowded || mostChunks === undefined;
  while (compact(store, isFull ? Infinity : mostChunks) && isFull);
  store.database.shrink(isFull ? Infinity : SHRINK_PAGES);
}

/** The vector stores in use, by embedding space. */
class VectorFiles {
  /** Vector files opened so far. */
  readonly opened: Store[] = [];
  readonly #stores = new Map<string, VectorStore>();

  constructor(
    private readonly refreshed: Refreshed,
    private readonly keys: ContentKeys | undefined,
    private readonly tools: OpenTools,
    private readonly options: RefreshOptions,
  ) {}

  storeOf(space: EmbeddingSpace): VectorStore | undefined {
    const name = vectorsName(space);
    const known = this.#stores.get(name);
    if (!this.keys || known?.isCurrent) return known;
    const open = (create: boolean): Store | undefined => this.#open(name, create);
    const store = new VectorStore(this.keys, () => cutsOf(this.refreshed.index), open);
    this.#stores.set(name, store);
    return store;
  }

  #open(name: string, create: boolean): Store | undefined {
    const found = this.tools.vectors?.(name, create);
    const isDamaged = this.options.verifies && found?.isWritable && !found.isWhole();
    const file = isDamaged ? found.discard() : found;
    if (file) this.opened.push(file);
    return file;
  }
}
