import { VectorStore } from "./vectors/vector_store.ts";
import type { EmbeddingSpace } from "../model/embedding_space.ts";
import { cutsOf } from "./vectors/passages.ts";
import { vectorsName } from "./vectors/vector_files.ts";
import { compact, forgetTrees } from "./compact.ts";
import { StoredKeys } from "./content_keys.ts";
import { IndexStore } from "./index_store.ts";
import type { MergeHelper } from "./merge_shares.ts";
import type { ContentKeys, Database, WorkTree } from "./ports.ts";
import { refresh } from "./refresh.ts";
import { type Refreshed, type RefreshOptions, type RefreshTools } from "./refresh_options.ts";

/** An open, refreshed index. */
export interface OpenIndex extends Refreshed {
  /**
   * Keeps the store in shape when there is time: few segments, no dead contents, no room wasted. Ends the view. Takes
   * about a second per 80,000 of `mostChunks` (default: no limit), which does not count after a large build.
   */
  tidy(mostChunks?: number): void;
  /** Git's ids of the stored contents by their numbers (`FileTable.blobs`); one that is not stored is missing. */
  contentIds(): ReadonlyMap<number, string>;
  /** The keys of the stored contents; undefined where nothing is stored. */
  keys(): ContentKeys | undefined;
  /** The stored vectors of a space; undefined where nothing is stored. Throws when their file is damaged. */
  vectors(space: EmbeddingSpace): VectorStore | undefined;
  /** The right to build vectors, for one process at a time; undefined while another has it, or without a store. */
  lockVectors(): (() => void) | undefined;
  /** Bytes of the stored index, 0 without one. */
  size(): number;
  /** Whether the stored index was damaged and a new one begun. */
  readonly wasDamaged: boolean;
  /** Lets go of the store, so that others can tidy it; nothing may be asked until {@link resume}. */
  rest(): void;
  /**
   * Whether the view still holds for `tree`, which has to be under the same rules, and the store is as it was; then it can
   * be asked on. Otherwise it can only be closed. Without a tree nothing of it has changed. See {@link Refreshed.isCurrent}.
   */
  resume(tree?: WorkTree, defersLook?: boolean): boolean;
  /** Ends the view. Must be called before another one is opened over the same database. */
  close(): void;
}

/** What opening an index takes. */
export interface OpenTools extends Omit<RefreshTools, "store"> {
  /** Opens the file of vectors with a name, or begins it when `create` says so; absent: there are none. */
  readonly vectors?: (name: string, create: boolean) => Database | undefined;
  /** Another thread for large merges; default: none. */
  readonly merger?: MergeHelper;
}

/**
 * Brings the index up to date and opens it. A damaged file is left behind and a new one begun; where nothing can be
 * stored, the index lives in memory as far as the deadline allows.
 */
export async function openIndex(
  database: Database | undefined,
  tools: OpenTools,
  options: RefreshOptions,
): Promise<OpenIndex> {
  if (database === undefined) {
    return opened(await refresh({ ...tools, store: undefined }, options), undefined, tools, options);
  }
  const store = new IndexStore(database);
  const anew = async (isDamaged: boolean): Promise<OpenIndex> => {
    const fresh = isDamaged ? database.discard() : undefined;
    const { problem } = database;
    const again = fresh && new IndexStore(fresh);
    // What was fetched lay in the store that is given up.
    const { published: _gone, ...others } = options;
    const refreshed = await refresh({ ...tools, store: again }, others);
    return opened({ ...refreshed, ...(!again && problem && { problem }) }, again, tools, options);
  };
  if (options.verifies && database.isWritable && !store.isWhole()) {
    return { ...await anew(true), wasDamaged: true };
  }
  try {
    if (database.isWritable && store.segmentCount() > MANY_SEGMENTS) {
      compact(store, { mostChunks: FEW_CHUNKS });
    }
    return opened(await refresh({ ...tools, store }, options), store, tools, options);
  } catch (error) {
    database.endRead();
    if (database.problem === undefined) throw error;
    const isDamaged = database.problem === "damaged";
    return { ...await anew(isDamaged), wasDamaged: isDamaged };
  }
}

/** With more segments than this, the smallest are merged before anything else: a few milliseconds. */
const MANY_SEGMENTS = 10;
const FEW_CHUNKS = 3000;
/** Pages of 4 KB given back to the file system in one go: about a tenth of a second. */
const SHRINK_PAGES = 4000;
const DAY_MS = 86_400_000;

function opened(
  refreshed: Refreshed,
  store: IndexStore | undefined,
  tools: OpenTools,
  options: RefreshOptions,
): OpenIndex {
  const keys = store && new StoredKeys(store.database);
  const files = new VectorFiles(refreshed, keys, tools, options);
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
    keys: () => keys,
    vectors: (space) => files.storeOf(space),
    lockVectors: () => store?.database.isWritable ? store.database.lock("vectors") : undefined,
    size: () => store?.database.size() ?? 0,
    wasDamaged: false,
  };
}

function tidy(
  store: IndexStore,
  { now, merger }: Pick<OpenTools, "now" | "merger">,
  mostChunks: number | undefined,
): void {
  store.database.endRead();
  if (!store.database.isWritable || store.database.problem !== undefined) return;
  forgetTrees(store, Math.floor(now() / DAY_MS));
  // Every segment costs every question a look.
  const isCrowded = store.segmentCount() > MANY_SEGMENTS;
  const options = mostChunks === undefined || isCrowded ? { helper: merger } : { mostChunks };
  while (compact(store, options) && !("mostChunks" in options));
  store.database.shrink(isCrowded || mostChunks === undefined ? Infinity : SHRINK_PAGES);
}

/** The stored vectors that are in use, by their space. */
class VectorFiles {
  /** The files that were opened so far. */
  readonly opened: Database[] = [];
  readonly #stores = new Map<string, VectorStore>();

  constructor(
    private readonly refreshed: Refreshed,
    private readonly keys: StoredKeys | undefined,
    private readonly tools: OpenTools,
    private readonly options: RefreshOptions,
  ) {}

  storeOf(space: EmbeddingSpace): VectorStore | undefined {
    const name = vectorsName(space);
    const known = this.#stores.get(name);
    if (!this.keys || known?.isCurrent) return known;
    const open = (create: boolean): Database | undefined => this.#open(name, create);
    const store = new VectorStore(this.keys, () => cutsOf(this.refreshed.index), open);
    this.#stores.set(name, store);
    return store;
  }

  #open(name: string, create: boolean): Database | undefined {
    const found = this.tools.vectors?.(name, create);
    const isDamaged = this.options.verifies && found?.isWritable && !found.isWhole();
    const file = isDamaged ? found.discard() : found;
    if (file) this.opened.push(file);
    return file;
  }
}
