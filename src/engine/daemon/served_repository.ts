import type { RepositoryFacts } from "../../model/ports.ts";
import type { Settings } from "../../model/settings.ts";
import { clock } from "../../platform/clock.ts";
import { realPath } from "../../platform/host_files.ts";
import { SandboxPool } from "../../platform/sandbox_pool.ts";
import { existingState } from "../../platform/state_files.ts";
import type { TreeWatches } from "../../platform/tree_watch.ts";
import { notesOf } from "../../timeline/journal.ts";
import { startIndex } from "../start_index.ts";
import type { AnsweringThread } from "./answering_thread.ts";
import type { Caller } from "./caller.ts";
import { PromptQueue } from "./prompt_queue.ts";
import { refreshIndex } from "./refresh.ts";
import { rehearse } from "./rehearsal.ts";
import type { DaemonService } from "./request.ts";
import { DaemonRequest } from "./request.ts";
import { TreeLooks } from "./tree_looks.ts";

/** Bringing the index up to date between prompts takes at most one part in so many of the time. */
const CATCH_UP_SHARE = 10;

/** A repository that a daemon may serve, see {@link placeToServe}. */
export interface ServedPlace {
  /** Absolute real path. */
  readonly root: string;
  /** Folder of the repository's cache. */
  readonly cache: string;
  readonly facts: RepositoryFacts;
  /** Those of the root. */
  readonly settings: Settings;
}

/** What all repositories of a daemon share. */
export interface Shared {
  readonly answering: AnsweringThread;
  /** Absent where no tree is watched. */
  readonly watches?: TreeWatches | undefined;
  /** Called after each answer. */
  readonly onAnswered: (repository: ServedRepository) => void;
}

/** What a repository keeps its sandboxes with, and looks at its tree with before it is watched; default: a new pool, nothing. */
export type ServedParts = Partial<Pick<DaemonService, "pool" | "looks">>;

/** One of the repositories of a daemon, with a sandbox, a watch and a queue of its own. */
export class ServedRepository {
  readonly #service: DaemonService;
  readonly #queue: PromptQueue;
  /** On the clock: when it was asked or answered last. */
  #last = clock();
  /** On the clock: when its index may be brought up to date again. */
  #nextCatchUp = -Infinity;
  #isWarm = false;
  #isClosed = false;

  constructor(
    private readonly place: ServedPlace,
    private readonly shared: Shared,
    { pool = new SandboxPool(Infinity), looks }: ServedParts = {},
  ) {
    const { root, cache } = place;
    const service = this.#service = { root, cache, pool, looks, answering: shared.answering };
    this.#queue = new PromptQueue({
      start: (link) => new DaemonRequest(service, link),
      notesOf: (request) => notesOf(existingState(root), request),
      onAnswered: () => {
        this.#last = clock();
        shared.onAnswered(this);
        // The prompts that this answers read a few files each.
        startIndex(root, cache);
      },
    });
  }

  /** On the clock: when it was asked or answered last. */
  get last(): number {
    return this.#last;
  }

  /** Whether a prompt is under way. */
  get isBusy(): boolean {
    return !this.#queue.isEmpty;
  }

  /** Whether its root and its cache are where they were. */
  get isThere(): boolean {
    const { root, cache } = this.place;
    return realPath(root) === root && realPath(cache) !== undefined;
  }

  /** Whether no prompt came for as long as its settings say. */
  get isUnused(): boolean {
    return !this.isBusy && clock() - this.#last > this.place.settings["daemon.idle_s"].value * 1000;
  }

  /** Whether {@link warm} was begun. */
  get isWarm(): boolean {
    return this.#isWarm;
  }

  /** It will be asked soon. */
  expect(): void {
    this.#last = clock();
  }

  /** Takes a caller that has asked. */
  add(caller: Caller): void {
    this.expect();
    this.#queue.add(caller);
  }

  /**
   * Watches its tree and answers questions about it to itself, one in each turn of its queue.
   *
   * @param free resolves when no prompt of any repository is under way
   */
  async warm(free: () => Promise<void>): Promise<void> {
    this.#isWarm = true;
    const { root, cache, facts, settings } = this.place;
    const { watches } = this.shared;
    const watch = await watches?.open(root, cache);
    if (watch) this.#service.looks = new TreeLooks(root, watch);
    await rehearse(this.#service, { settings, facts }, async (ask) => {
      await free();
      if (!this.#isClosed) await this.#queue.between(ask);
    });
  }

  /** Brings its index up to date, if it is behind and that was not done a moment ago; whether it was begun. */
  catchUp(): boolean {
    const { looks } = this.#service;
    if (this.isBusy || !looks?.isBehind || clock() < this.#nextCatchUp) return false;
    void this.#catchUp(looks);
    return true;
  }

  /** Has its sandboxes give back memory that they do not need. */
  release(): void {
    this.#service.pool.release();
  }

  /** Ends its sandboxes that answer nothing: the next prompt starts another. */
  restart(): void {
    this.#service.pool.clear();
  }

  /** It is let go: nothing of it stays open. */
  close(): void {
    this.#isClosed = true;
    this.#service.pool.close();
  }

  async #catchUp(looks: TreeLooks): Promise<void> {
    const begun = clock();
    this.#nextCatchUp = Infinity;
    await looks.catchUp(() => this.#queue.between(() => refreshIndex(this.#service)));
    this.#nextCatchUp = clock() + (clock() - begun) * CATCH_UP_SHARE;
  }
}
