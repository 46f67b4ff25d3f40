import type { RepositoryFacts } from "../../model/calls.ts";
import type { ViewRules } from "../../model/sandbox.ts";
import type { Settings } from "../../model/settings.ts";
import { modified } from "../../platform/cache_files.ts";
import { callLater, clock } from "../../platform/clock.ts";
import { headIn, mainWorkTree, ownGitFolder } from "../../platform/git_folder.ts";
import { realFolder, realPath } from "../../platform/host_files.ts";
import { SandboxPool } from "../../platform/sandbox_pool.ts";
import type { TreeWatches } from "../../platform/tree_watch.ts";
import { SYMBOL_FILE } from "../../index/symbol_filter.ts";
import { type Environment, RepositoryRun } from "../repository_run.ts";
import { RequestQueue } from "../queue.ts";
import { repositoryFor } from "../repository_for.ts";
import { startIndex } from "../background.ts";
import { isWhole, symbolsIn } from "../symbols_file.ts";
import { TreeLooks } from "./tree_looks.ts";
import { type Aside, LIMIT_MS, refreshIndex, rehearse } from "./warm_up.ts";
import { existingCacheFolder } from "../../platform/state_files.ts";
import { loadSettings } from "../load_settings.ts";

/** Requests that may wait for their turn; one more is answered by the process that asks. */
const MOST_WAITING = 32;
/** Minimum time of a request, at any queue length. Milliseconds. */
const LEAST_SHARE_MS = 250;
/** Behind an answer, when it has been recorded. Milliseconds. */
const LOOK_AFTER_MS = 150;
/** Updates of the index between prompts take at most one part in this many of the time. */
const CATCH_UP_SHARE = 10;

/** A repository that may be served, see {@link placeToServe}. */
export interface ServedPlace {
  /** Absolute real path. */
  readonly root: string;
  /** Folder of the repository's cache. */
  readonly cache: string;
  readonly facts: RepositoryFacts;
  /** Those of the root. */
  readonly settings: Settings;
}

/** Resources shared by all repositories. */
export interface Shared {
  /** Absent where no tree is watched. */
  readonly watches?: TreeWatches | undefined;
  /** Called after each answer. */
  readonly onAnswered: (repository: ServedRepository) => void;
}

/** Limits of one turn. */
interface TurnLimits {
  readonly signal: AbortSignal;
  /** Time for git. Milliseconds. */
  readonly gitMs: number;
}

/** A repository that is kept warm: its sandbox, a watch of its tree, and a queue of its own. */
export class ServedRepository {
  readonly #environment: Environment;
  readonly #queue = new RequestQueue({ waiting: MOST_WAITING });
  /** Ends the warming that is under way, for a request. */
  #pause = new AbortController();
  #symbols: { readonly at: number; readonly bytes: Uint8Array | undefined } | undefined;
  /** On the clock: when it was asked or answered last. */
  #last = clock();
  /** On the clock: when its index may be brought up to date again. */
  #nextCatchUp = -Infinity;
  /** Called when a request comes, until the one under way, which sets it, has ended. */
  onOther = (): void => {};
  /** Requests that have come and are not answered. */
  #requests = 0;
  #look: ReturnType<typeof setTimeout> | undefined;
  #isWarm = false;
  #isClosed = false;

  constructor(readonly place: ServedPlace, private readonly shared: Shared) {
    const { root, cache, facts } = place;
    this.#environment = { root, cache, facts, pool: new SandboxPool(Infinity) };
  }

  /** On the clock: when it was asked or answered last. */
  get last(): number {
    return this.#last;
  }

  /** True if a request is under way. */
  get isBusy(): boolean {
    return this.#requests > 0;
  }

  /** True if its root and its cache still exist. */
  get isThere(): boolean {
    const { root, cache } = this.place;
    return realPath(root) === root && realPath(cache) !== undefined;
  }

  /** True if no request came within the settings' idle time. */
  get isUnused(): boolean {
    return !this.isBusy && clock() - this.#last > this.place.settings["daemon.idle_s"].value * 1000;
  }

  /** True once {@link warm} was started. */
  get isWarm(): boolean {
    return this.#isWarm;
  }

  /** Names of its definitions as a filter; absent: there is none. */
  get symbols(): Uint8Array | undefined {
    const { cache } = this.place;
    const at = modified(`${cache}/${SYMBOL_FILE}`) ?? 0;
    if (this.#symbols?.at !== at) this.#symbols = { at, bytes: at === 0 ? undefined : symbolsIn(cache) };
    return this.#symbols.bytes;
  }

  /**
   * The end of a request's own share of the time until its deadline (on the clock), which those that wait behind it share.
   */
  shareOf(deadline: number): number {
    const now = clock();
    return now + Math.max(LEAST_SHARE_MS, (deadline - now) / Math.max(1, this.#requests));
  }

  /** It will be asked soon. */
  expect(): void {
    this.#last = clock();
  }

  /**
   * Works on a request in its turn; one that is warming it up makes way at once.
   *
   * @throws Failure when too many wait, or the signal gave the request up
   */
  async request<T>(
    rules: ViewRules,
    limits: TurnLimits,
    work: (run: RepositoryRun) => Promise<T>,
  ): Promise<T> {
    this.expect();
    this.#requests++;
    this.onOther();
    this.#pause.abort();
    try {
      return await this.#turn(rules, limits, work);
    } finally {
      this.#requests--;
      this.#last = clock();
      this.shared.onAnswered(this);
      this.#lookLater();
      // Prompts that this answers read a few files each.
      startIndex(this.place.root, this.place.cache);
    }
  }

  /** Looks at the tree once no request is under way any more, so that the next one need not. */
  #lookLater(): void {
    clearTimeout(this.#look);
    this.#look = callLater(LOOK_AFTER_MS, () => {
      if (!this.isBusy && !this.#isClosed) void this.#environment.looks?.rest();
    });
  }

  /**
   * Watches its tree and answers questions about it to itself, while no request is under way.
   *
   * @param free resolves when no request about any repository is under way
   */
  async warm(free: () => Promise<void>): Promise<void> {
    this.#isWarm = true;
    const { root, cache, settings } = this.place;
    const watch = await this.shared.watches?.open(root, cache);
    if (watch) this.#environment.looks = new TreeLooks(root, watch);
    await rehearse(root, settings, async (rules, ask) => {
      do {
        await free();
      } while (!this.#isClosed && !await this.#aside(rules, ask));
    });
  }

  /** Updates its index, if it is behind and that was not done a moment ago; returns true if started. */
  catchUp(): boolean {
    const { looks, rules } = this.#environment;
    if (this.isBusy || !rules || !looks?.isBehind || clock() < this.#nextCatchUp) return false;
    void this.#catchUp(looks, rules);
    return true;
  }

  /** Has its sandboxes give back memory that they do not need. */
  release(): void {
    this.#environment.pool!.release();
  }

  /** Ends its sandboxes that answer nothing: the next request starts another. */
  restart(): void {
    this.#environment.pool!.clear();
  }

  /** It is let go: nothing of it stays open. */
  close(): void {
    this.#isClosed = true;
    this.#pause.abort();
    this.#environment.pool!.close();
  }

  /** The facts about the root, with the commit that is at HEAD now. */
  async facts(): Promise<RepositoryFacts> {
    const { root, facts, settings } = this.place;
    const folder = ownGitFolder(root);
    const head = folder && headIn(folder);
    if (head !== undefined) return { ...facts, head };
    const asked = await repositoryFor(root, settings);
    return asked.root === root ? { ...asked.facts, rootSource: facts.rootSource } : facts;
  }

  async #turn<T>(
    rules: ViewRules,
    { signal, gitMs }: TurnLimits,
    work: (run: RepositoryRun) => Promise<T>,
  ): Promise<T> {
    return await this.#queue.run({ atATime: () => 1, signal }, async () => {
      await this.#environment.pool!.settled();
      const run = new RepositoryRun(this.#environment, rules);
      try {
        run.begin(gitMs);
        run.facts(await this.facts());
        return await work(run);
      } finally {
        this.onOther = () => {};
        run.end();
      }
    });
  }

  /** Works beside requests: not while there is one, and when one comes, this ends. Returns false if it was ended. */
  async #aside(rules: ViewRules, work: Aside): Promise<boolean> {
    const { signal } = this.#pause = new AbortController();
    if (this.isBusy) return true;
    await this.#turn(rules, { signal, gitMs: LIMIT_MS }, (run) => work(run, signal)).catch(() => {});
    return !signal.aborted;
  }

  async #catchUp(looks: TreeLooks, rules: ViewRules): Promise<void> {
    const startedAt = clock();
    this.#nextCatchUp = Infinity;
    await looks.catchUp(async () => void await this.#aside(rules, refreshIndex));
    this.#nextCatchUp = clock() + (clock() - startedAt) * CATCH_UP_SHARE;
  }
}

/**
 * Checks a folder that a daemon is asked to serve; undefined if it must not: the path is not the folder's real one,
 * git does not answer for it or reports another owner, it is as broad as a home folder, its index is not whole, or
 * its settings disable the daemon.
 */
export async function placeToServe(root: string): Promise<ServedPlace | undefined> {
  if (realFolder(root) !== root) return undefined;
  // What costs most comes last.
  const expected = existingCacheFolder(mainWorkTree(root));
  if (expected === undefined || !isWhole(expected)) return undefined;
  const { settings } = await loadSettings(root);
  if (settings["daemon.idle_s"].value === 0) return undefined;
  // The root configured for the process that started this one applies to no other folder.
  const repository = await repositoryFor(root, {
    ...settings,
    repo_root: { value: undefined, source: "default" },
  });
  if (repository.root !== root || !repository.facts.isGit) return undefined;
  const cache = existingCacheFolder(repository.main);
  return cache === expected ? { root, cache, facts: repository.facts, settings } : undefined;
}
