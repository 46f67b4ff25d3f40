import { remember } from "../model/memo.ts";
import { viewOf } from "./present_view.ts";
import { type Batch, ContentIndexer, type FileResult, isOnlyListed } from "./content_indexer.ts";
import { dayOf, type StoredTree, type TreeAddition } from "./tree_store.ts";
import { type Helper, type HelperResult, type IndexedKind, KINDS, WAIT_FOR_HELPER } from "./lexical_index.ts";
import { type SegmentReader, segmentReader } from "./segment.ts";
import type { WorkTree } from "../platform/work_tree.ts";
import type { FileTimes } from "../platform/stat_table.ts";
import { align, examine, inOrder, isLarge, isSettled, settle, sign } from "./tree_status.ts";
import type { Refreshed, RefreshOptions, RefreshTools, Todo, TreeStatus } from "./tree_status.ts";
import { encodeState, type TreeSnapshot } from "./tree_snapshot.ts";

/** Default number of characters per segment. */
const BATCH = 6_000_000;
/** Minimum time left for starting a helper thread, in milliseconds. */
const THREAD_MIN_MS = 1000;
/** Files read per millisecond at best. */
const BEST_PACE = 3;
/** Maximum number of interrupted runs that may add up to a first build. */
const MOST_TURNS = 20;
/**
 * Minimum number of files of a very large tree: checking them may take longer than a prompt allows on a busy machine.
 */
const VERY_LARGE = 20_000;
/** Minimum time for checking the files of a very large tree, in milliseconds. */
const LOOK_MS = 400;
/** Minimum time for reading the changed files of a very large tree, in milliseconds. */
const LEAST_READ_MS = 60;
const NOT_EXAMINED = { todo: [], isChanged: false, unlooked: 0 };

/** One refresh of one work tree. */
export class Session {
  readonly #stored: StoredTree | undefined;
  readonly #collected: number;
  readonly #snapshot: TreeSnapshot;
  #isListingNew: boolean;
  /** True if the stored paths equal the listing from the start. */
  readonly #isListingStored: boolean;
  readonly #languages: Map<string, number>;
  readonly #started: number;
  /** Batches that could not be stored, and the files that wait for their blob numbers. */
  readonly #unsaved: { readonly batch: Batch; readonly waiting: readonly Waiting[] }[] = [];
  #waiting: Waiting[] = [];
  #isDirty: boolean;
  readonly #todo: readonly Todo[];
  /**
   * True if a first build would take more than {@link MOST_TURNS} runs of this length, so that starting it would only
   * delay the answer.
   */
  readonly #isHopeless: boolean;
  /** Number of files whose status could not be checked. */
  #unlooked: number;
  /** True if the status of all files is still to be checked. */
  #isUnconfirmed: boolean;
  /** Time on the clock after which no further file is started. */
  #readUntil: number;
  #read = 0;
  #parsed = 0;
  /** See {@link Refreshed.newNames}. */
  #newNames: string[] | undefined = [];

  constructor(private readonly tools: RefreshTools, private readonly options: RefreshOptions) {
    const { store, tree, peeked } = tools;
    store?.database.beginRead();
    this.#started = tools.now();
    this.#readUntil = options.deadline ?? Infinity;
    const isFresh = peeked !== undefined && peeked.version === store?.database.version();
    this.#stored = isFresh ? peeked.tree : store?.tree(tree.root);
    this.#collected = store?.collected() ?? 0;
    const known = this.#stored;
    const isOld = known?.day !== dayOf(this.#started);
    this.#isListingNew = isOld || known?.listing !== tree.listingHash || known.rules !== options.rules;
    this.#isListingStored = !this.#isListingNew;
    this.#snapshot = this.#isListingNew || !known
      ? align(tree, known?.snapshot, known?.rules === options.rules)
      : known.snapshot;
    this.#languages = new Map(this.#snapshot.languageNames.map((name, number) => [name, number]));
    this.#isHopeless = known === undefined &&
      this.#snapshot.paths.length > this.#timeLeft() * BEST_PACE * MOST_TURNS;
    const isAssumed = tree.isAssumed && !this.#isListingNew;
    this.#isUnconfirmed = options.defersLook === true && !this.#isListingNew && this.#isVeryLarge;
    const isLeft = this.#isHopeless || isAssumed || this.#isUnconfirmed;
    const status = isLeft ? NOT_EXAMINED : this.#examine();
    this.#unlooked = status.unlooked;
    this.#todo = inOrder(status.todo, this.#snapshot);
    this.#isDirty = !this.#isHopeless && (this.#isListingNew || status.isChanged);
  }

  get #isVeryLarge(): boolean {
    return this.#snapshot.paths.length >= VERY_LARGE;
  }

  /** True if enough files have to be read to start a helper thread. */
  get isLarge(): boolean {
    return isLarge(this.#todo);
  }

  async run(): Promise<Refreshed> {
    if (this.#isHopeless) return this.#open(this.#snapshot.paths);
    const todo = this.#todo.filter((one) => !this.#usePublished(one));
    const left = todo.length === 0 ? [] : await this.#readAll(todo);
    this.#save(undefined);
    return this.#open(
      left.filter(({ isSuspect }) => !isSuspect).map(({ file }) => this.#snapshot.paths[file]!),
    );
  }

  async #readAll(todo: readonly Todo[]): Promise<readonly Todo[]> {
    const isDone = new Uint8Array(todo.length);
    const next = new Int32Array(new SharedArrayBuffer(4));
    const helped = this.#askForHelp(todo, next);
    // An incomplete list of names is useless.
    if (helped) this.#newNames = undefined;
    const parser = await this.tools.parser();
    const indexer = new ContentIndexer(this.tools.store, { ...this.tools, parser });
    this.#readShare(todo, indexer, { next, isDone });
    // Done before waiting for the helper thread, which is still at its last batch.
    if (indexer.count > 0) this.#save(indexer.finish());
    if (helped) {
      for (const result of await helped) this.#noteRemote(todo, result, isDone);
      // Files that the helper thread took and could not store.
      this.#readShare(todo, indexer, { isDone });
      if (indexer.count > 0) this.#save(indexer.finish());
    }
    this.#parsed += indexer.parsed;
    const left = todo.filter((_, at) => isDone[at] === 0);
    for (const { file, isSuspect } of left) if (!isSuspect) this.#forget(file);
    this.#read = todo.length - left.length;
    return left;
  }

  /** Checks the files; for a very large tree at most as long as the search itself takes. */
  #examine(): Omit<TreeStatus, "snapshot"> {
    const { tools: { tree, clock }, options: { deadline = Infinity } } = this;
    const status = this.#lookAt(tree);
    if (!this.#isVeryLarge) return status;
    // Some changed files are read even if the check took long.
    this.#readUntil = Math.max(deadline, clock() + LEAST_READ_MS);
    return status;
  }

  #lookAt(tree: WorkTree): TreeStatus {
    const { tools: { clock }, options: { deadline = Infinity } } = this;
    const lookUntil = this.#isVeryLarge ? Math.max(deadline, clock() + LOOK_MS) : Infinity;
    return examine(tree, this.#snapshot, () => clock() > lookUntil);
  }

  /** Takes a file's entry from a published index if its blob is stored; returns true if it did. */
  #usePublished(todo: Todo): boolean {
    const { store } = this.tools;
    const found = this.options.published?.find(this.#snapshot.paths[todo.file]!, todo.stat);
    const blob = found?.key ? store?.blobOf(found.key) ?? 0 : 0;
    if (!found || (found.key && blob === 0)) return false;
    this.#note(todo, { kind: found.kind, language: found.language, blob, place: -1 });
    return true;
  }

  /** Reads files one after the other: those taken from the counter `next`, or all that are not done. */
  #readShare(
    todo: readonly Todo[],
    indexer: ContentIndexer,
    share: { readonly next?: Int32Array<SharedArrayBuffer>; readonly isDone: Uint8Array },
  ): void {
    const { batchSize = BATCH, onProgress } = this.options;
    const { next, isDone } = share;
    let own = 0;
    while (this.tools.clock() < this.#readUntil) {
      const at = next ? Atomics.add(next, 0, 1) : own++;
      if (at >= todo.length) return;
      if (isDone[at]) continue;
      const { file, stat } = todo[at]!;
      this.#note(todo[at]!, indexer.take(this.#snapshot.paths[file]!, stat.size));
      isDone[at] = 1;
      if (indexer.characters >= batchSize) this.#save(indexer.finish());
      onProgress?.(at + 1, todo.length);
    }
  }

  #askForHelp(todo: readonly Todo[], next: Int32Array<SharedArrayBuffer>): ReturnType<Helper> | undefined {
    const { helper, store, now, clock } = this.tools;
    if (!helper || !store?.database.isWritable || !isLarge(todo)) return undefined;
    if (this.#timeLeft() < THREAD_MIN_MS) return undefined;
    store.database.waitAtMost(WAIT_FOR_HELPER);
    const { deadline = Infinity, batchSize = BATCH } = this.options;
    return helper({
      paths: todo.map(({ file }) => this.#snapshot.paths[file]!),
      sizes: todo.map(({ stat }) => stat.size),
      next,
      deadline: deadline === Infinity ? Infinity : now() + deadline - clock(),
      batchSize,
    });
  }

  #timeLeft(): number {
    return (this.options.deadline ?? Infinity) - this.tools.clock();
  }

  #noteRemote(todo: readonly Todo[], result: HelperResult, isDone: Uint8Array): void {
    const { at, kind, language, blob, isNew } = result;
    this.#note(todo[at]!, { kind: kind as IndexedKind, language, blob, place: -1 });
    if (isNew) this.#parsed++;
    isDone[at] = 1;
  }

  #note({ file, stat }: Todo, taken: FileResult): void {
    const snapshot = this.#snapshot;
    const [blob, kind, signature] = [
      snapshot.blobs[file],
      snapshot.kinds[file],
      snapshot.signatures[file * 2],
    ];
    snapshot.kinds[file] = KINDS.indexOf(taken.kind);
    const language = remember(this.#languages, taken.language, () => this.#languages.size);
    snapshot.languages[file] = Math.min(language, 255);
    snapshot.blobs[file] = taken.blob;
    if (taken.place >= 0) this.#waiting.push({ file, stat, place: taken.place });
    else if (taken.blob === 0 && isOnlyListed(snapshot.paths[file]!)) settle(snapshot, file);
    else sign(snapshot, file, stat, this.#started);
    this.#isDirty ||= taken.place >= 0 || blob !== taken.blob || kind !== snapshot.kinds[file] ||
      signature !== snapshot.signatures[file * 2];
  }

  /** Drops the entry of a file that has changed and was not read. */
  #forget(file: number): void {
    const snapshot = this.#snapshot;
    if (snapshot.kinds[file] === KINDS.indexOf("pending")) return;
    snapshot.kinds[file] = KINDS.indexOf("pending");
    snapshot.blobs[file] = 0;
    snapshot.signatures[file * 2] = snapshot.signatures[file * 2 + 1] = 0;
    this.#isDirty = true;
  }

  /** Stores a batch and the tree's state, or keeps the batch in memory. */
  #save(batch: Batch | undefined): void {
    const { store } = this.tools;
    if (!this.#isDirty || (batch === undefined && this.#unsaved.length > 0)) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (batch) this.#newNames?.push(batch.segment.names);
    const tree = (numbers: readonly number[]): TreeAddition => {
      this.#settle(waiting, (place) => numbers[place]!);
      return this.#treeAddition();
    };
    const numbers = store?.database.isWritable && this.#unsaved.length === 0
      ? store.add(batch ? { segment: batch, tree } : { tree }, this.#collected)
      : undefined;
    if (numbers === undefined) {
      if (batch) this.#unsaved.push({ batch, waiting });
    } else this.#isDirty = this.#isListingNew = false;
  }

  #settle(waiting: readonly Waiting[], numberOf: (place: number) => number): void {
    for (const { file, stat, place } of waiting) {
      this.#snapshot.blobs[file] = numberOf(place);
      sign(this.#snapshot, file, stat, this.#started);
    }
  }

  /** Readers of the batches that could not be stored; their blobs get numbers unused in the store. */
  #unsavedReaders(stored: readonly SegmentReader[]): SegmentReader[] {
    let next = 1;
    for (const { columns } of stored) for (const blob of columns.blobs) next = Math.max(next, blob + 1);
    return this.#unsaved.map(({ batch, waiting }) => {
      const first = next;
      const blobs = batch.segment.columns.blobs.map((_, place) => first + place);
      next += blobs.length;
      this.#settle(waiting, (place) => first + place);
      return segmentReader({ ...batch.segment, columns: { ...batch.segment.columns, blobs } });
    });
  }

  #treeAddition(): TreeAddition {
    return {
      root: this.tools.tree.root,
      rules: this.options.rules,
      listing: this.tools.tree.listingHash,
      snapshot: this.#named(),
      day: dayOf(this.#started),
      pathsChanged: this.#isListingNew,
    };
  }

  #named(): TreeSnapshot {
    return { ...this.#snapshot, languageNames: [...this.#languages.keys()].slice(0, 256) };
  }

  #open(pending: readonly string[]): Refreshed {
    const { store } = this.tools;
    store?.database.beginRead();
    const stored = store?.segments() ?? [];
    const problem = this.#isDirty ? this.#problem() : undefined;
    let state: { readonly name: string | undefined } | undefined;
    return {
      index: viewOf(this.#named(), [...stored, ...this.#unsavedReaders(stored)], {
        store,
        tree: this.tools.tree,
        stored: this.#isListingStored ? this.#stored : undefined,
        isStored: () => !this.#isListingNew,
      }),
      state: () => this.#unlooked > 0 ? undefined : (state ??= { name: this.#state(pending) }).name,
      isCurrent: (tree, defersLook) => this.#isCurrent(tree, defersLook),
      confirm: (tree) => this.#confirm(tree),
      pending,
      unlooked: () => this.#unlooked,
      read: this.#read,
      parsed: this.#parsed,
      newNames: this.#newNames?.join("\n"),
      ...(problem && { problem }),
    };
  }

  #state(pending: readonly string[]): string | undefined {
    const isSure = pending.length === 0 && this.#unlooked === 0 && !this.tools.tree.isAssumed;
    if (!isSure || !isSettled(this.#snapshot)) return undefined;
    const { tree: { root, listingHash }, hash } = this.tools;
    const names = new TextEncoder().encode([root, listingHash, this.options.rules].join("\0"));
    return [names, encodeState(this.#named())].map((bytes) => hash(bytes).join(".")).join(" ");
  }

  /**
   * Implements {@link Refreshed.isCurrent}. False on a new day: a refresh then records the day in the store, so that
   * trees in use are not deleted.
   */
  #isCurrent(tree: WorkTree | undefined, defersLook = false): boolean {
    const sameDay = dayOf(this.tools.now()) === dayOf(this.#started);
    if (!sameDay || this.#isDirty) return false;
    if (tree === undefined) return !this.#isUnconfirmed && this.#unlooked === 0 && isSettled(this.#snapshot);
    if (tree.listingHash !== this.tools.tree.listingHash) return false;
    if (tree.isAssumed) return true;
    this.#isUnconfirmed = defersLook && this.#isVeryLarge;
    return this.#isUnconfirmed || this.#holds(tree);
  }

  #confirm(tree: WorkTree): boolean {
    if (!this.#isUnconfirmed) return true;
    this.#isUnconfirmed = false;
    return this.#holds(tree);
  }

  #holds(tree: WorkTree): boolean {
    const { todo, isChanged, unlooked } = this.#lookAt(tree);
    this.#unlooked = unlooked;
    return todo.length === 0 && !isChanged;
  }

  #problem(): NonNullable<Refreshed["problem"]> {
    const { store } = this.tools;
    if (store === undefined) return "none";
    // The store has no problem itself: another process changed the state that this refresh started from.
    return store.database.obstacle ?? store.database.problem ?? "busy";
  }
}

/** A file whose blob is at a position of a batch not yet stored. */
interface Waiting {
  readonly file: number;
  readonly stat: FileTimes;
  readonly place: number;
}
