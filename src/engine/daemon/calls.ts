import type { CallAnswer, CallQuestion } from "../../model/calls.ts";
import type { FromTurn, MeaningOutset } from "../../model/daemon.ts";
import { asFailure } from "../../model/errors.ts";
import type { Findings } from "../../model/findings.ts";
import type { RepositoryFacts } from "../../model/ports.ts";
import type { ToSandbox, ViewRules } from "../../model/sandbox.ts";
import type { QueryEmbedding } from "../../model/semantic.ts";
import type { GitProcess } from "../../platform/git.ts";
import { listFiles } from "../../platform/repository.ts";
import type { Sandbox } from "../../platform/sandbox.ts";
import type { SandboxPool } from "../../platform/sandbox_pool.ts";
import { wallClock } from "../../platform/clock.ts";
import { StatTable } from "../../platform/stat_table.ts";
import type { Listed } from "../repository_view.ts";
import { outlineOf, show, startSandbox } from "../repository_view.ts";
import { streamHistory } from "../stream_history.ts";
import type { TreeLooks } from "./tree_looks.ts";

/** A sandbox whose call overran serves on if the call ends by then: another would begin cold. Milliseconds. */
const OVERRUN_MS = 1000;

/** How long this thread looks at the files' times. Milliseconds. */
const LOOK_MS = 300;

/** What a daemon has of a repository. */
export interface WarmRepository {
  /** Absolute real path. */
  readonly root: string;
  /** Folder of the repository's cache. */
  readonly cache: string;
  /** Keeps the sandbox from request to request. */
  readonly pool: SandboxPool;
  /** What git listed and said of the root last; that is likely so the next time. */
  listing?: Uint8Array<ArrayBuffer> | undefined;
  /** A table of the files' times over that listing. */
  stats?: StatTable | undefined;
  facts?: RepositoryFacts | undefined;
  /** What the settings said about the view the last time. */
  rules?: ViewRules;
  /** Absent until the tree is watched, and where it cannot be. */
  looks?: TreeLooks | undefined;
}

/** A repository as a sandbox is shown it. */
interface Shown {
  readonly listed: Listed | undefined;
  readonly facts: RepositoryFacts;
}

/** The tools that will be called, and the milliseconds that all may take. */
export type PlannedCalls = Omit<Extract<FromTurn, { type: "plan" }>, "type">;

/**
 * The calls of one request in a daemon: the sandbox is shown the repository as git lists it, and told what its tools need.
 * What it finds is passed on as it is.
 */
export class DaemonCalls {
  readonly #rules: PromiseWithResolvers<ViewRules> = Promise.withResolvers();
  readonly #facts: PromiseWithResolvers<RepositoryFacts> = Promise.withResolvers();
  readonly #meaning: PromiseWithResolvers<MeaningOutset | undefined> = Promise.withResolvers();
  #listed: Promise<Listed | undefined> = Promise.resolve(undefined);
  /** What the sandbox was shown. */
  #shown: Shown | undefined;
  #sandbox: Sandbox | undefined;
  #opened: Promise<void> = Promise.resolve();
  /** What the sandbox was told, for one that takes its place. */
  #planned: PlannedCalls | undefined;
  #query: Extract<ToSandbox, { type: "semantic" }> | undefined;
  #git: GitProcess | undefined;
  /** The tables that this thread fills for the request. */
  readonly #filled: StatTable[] = [];
  #endHistory = (): void => {};
  #isOver = false;
  /** Calls that were given up. */
  #overruns = 0;

  constructor(
    private readonly repository: WarmRepository,
    private readonly answer: (answer: CallAnswer) => void,
  ) {}

  /**
   * Has git list the files and shows the sandbox what it listed last.
   *
   * @param gitMs milliseconds that git may take
   */
  begin(rules: ViewRules, gitMs: number): void {
    this.repository.rules = rules;
    this.#rules.resolve(rules);
    this.#listed = this.#find(rules, gitMs);
  }

  /** What git says of the root. */
  facts(facts: RepositoryFacts): void {
    this.#facts.resolve(facts);
  }

  /** How the question's vector stands; the tools wait for that. */
  meaning(meaning: MeaningOutset | undefined): void {
    this.#meaning.resolve(meaning);
  }

  /** What came of the question's vector. */
  async vector(query: QueryEmbedding): Promise<void> {
    await this.#opened;
    if (this.#isOver) return;
    this.#query = { type: "semantic", query };
    this.#sandbox?.tell(this.#query);
  }

  /** Opens the sandbox for these calls. */
  plan(planned: PlannedCalls): void {
    this.#planned = planned;
    this.#opened = this.#open(planned);
    // Its calls say so.
    this.#opened.catch(() => {});
  }

  /** A call overran: what is left goes to another sandbox, unless that call ends soon. */
  restart(): void {
    const late = this.#sandbox;
    const planned = this.#planned;
    this.#overruns++;
    this.#opened = this.#opened.then(async () => {
      const isDone = await late?.idleWithin(OVERRUN_MS);
      // Once this is over, the pool waits for it.
      if (isDone || this.#isOver) return;
      late?.abort();
      if (planned) await this.#open(planned);
    });
    this.#opened.catch(() => {});
  }

  /** Makes a call; every end of it is answered. */
  async call({ id, call, endsAt }: CallQuestion): Promise<void> {
    const answer = (message: CallAnswer): void => void (this.#isOver || this.answer(message));
    try {
      await this.#opened;
      if (this.#isOver) return;
      const run = (): Promise<Findings> =>
        this.#sandbox!.run(call, {
          endsAt,
          onStart: () => answer({ type: "started", id }),
          onPartial: (findings) => answer({ type: "partial", id, findings }),
        });
      const { shown, overruns } = { shown: this.#shown, overruns: this.#overruns };
      let findings = await run();
      if (overruns === this.#overruns && await this.#isOther(shown)) findings = await run();
      answer({ type: "done", id, findings });
    } catch (error) {
      const { kind, message } = asFailure(error);
      answer({ type: "failed", id, kind, message });
    }
  }

  /** The request is answered, or its caller is gone. */
  end(): void {
    this.#isOver = true;
    void this.repository.looks?.rest();
    for (const stats of this.#filled) stats.stop();
    this.#git?.kill();
    this.#endHistory();
    if (this.#sandbox) this.repository.pool.put(this.repository.root, this.#sandbox);
  }

  /** The tree of the request before, if nothing in it has changed, else what git lists. */
  async #find(rules: ViewRules, gitMs: number): Promise<Listed | undefined> {
    const seen = await this.repository.looks?.unchanged();
    if (this.#isOver) return undefined;
    if (seen) this.#showEarly(seen, rules);
    return seen ?? await this.#list(rules, gitMs);
  }

  /** Before the caller has said what the root is: most likely what it was. */
  #showEarly(listed: Listed, rules: ViewRules): void {
    const { facts } = this.repository;
    if (facts && !this.#shown) this.#show({ listed, facts }, rules);
  }

  /** While git lists, the files it listed last time are looked at. What is answered is that if git says the same. */
  async #list(rules: ViewRules, limitMs: number): Promise<Listed | undefined> {
    const { root, listing: last } = this.repository;
    const listedAt = wallClock();
    this.#git = listFiles(root, limitMs);
    const guess = last && this.#look(last, this.repository.stats?.anew());
    // While the rest is to be heard, the sandbox looks at the files too.
    if (guess) this.#showEarly(guess, rules);
    const { ok, stdout } = await this.#git.answer;
    if (!ok || this.#isOver) return undefined;
    const isGuessed = guess !== undefined && isSame(guess.listing, stdout);
    if (!isGuessed) guess?.stats.stop();
    const listed = isGuessed ? guess : this.#look(stdout);
    // Of equal listings the first one is kept: others hold it too.
    this.repository.listing = listed.listing;
    this.repository.stats = listed.stats;
    this.repository.looks?.note(listed, listedAt);
    return listed;
  }

  #look(listing: Uint8Array<ArrayBuffer>, stats: StatTable = new StatTable(listing)): Listed {
    this.#filled.push(stats);
    void stats.fill(this.repository.root, { limitMs: LOOK_MS, from: "front" });
    const look = this.repository.looks?.begin();
    return { listing, stats, ...(look !== undefined && { look }) };
  }

  /** The sandbox is told what the calls need. It sees the repository as it is likely to be. */
  async #open({ calls, wallMs }: PlannedCalls): Promise<void> {
    const [rules, meaning] = await Promise.all([this.#rules.promise, this.#meaning.promise]);
    const truth = this.#shown ?? await this.#truth();
    // The sandbox may serve the next prompt by then.
    if (this.#isOver) return;
    if (!this.#sandbox?.isUp) this.#show(truth, rules);
    const sandbox = this.#sandbox!;
    sandbox.prepare(calls.map((call) => call.tool));
    const space = meaning?.space;
    if (space) sandbox.tell({ type: "question", space });
    if (this.#query) sandbox.tell(this.#query);
    const { root, cache } = this.repository;
    const { exclude } = rules;
    this.#endHistory();
    this.#endHistory = await streamHistory([sandbox], {
      root,
      isGit: true,
      cache,
      lanes: [calls],
      exclude,
      wallMs,
    });
    if (this.#isOver) this.#endHistory();
  }

  #show(shown: Shown, rules: ViewRules): void {
    const { root, cache, pool } = this.repository;
    this.#shown = shown;
    const { facts, listed } = shown;
    if (!this.#sandbox?.isUp) this.#sandbox = pool.take(root) ?? startSandbox(root, cache);
    show(this.#sandbox, outlineOf({ root, facts }, cache, rules), listed);
  }

  /** The repository as git says it is. */
  async #truth(): Promise<Shown> {
    const [listed, facts] = await Promise.all([this.#listed, this.#facts.promise]);
    this.repository.facts = facts;
    return { listed, facts };
  }

  /** Whether git says something else than what a call was made under; then the sandbox is shown that. */
  async #isOther(shown: Shown | undefined): Promise<boolean> {
    const [truth, rules] = await Promise.all([this.#truth(), this.#rules.promise]);
    if (isAlike(truth, shown) || this.#isOver) return false;
    if (!isAlike(truth, this.#shown)) this.#show(truth, rules);
    return true;
  }
}

function isAlike(one: Shown, other: Shown | undefined): boolean {
  return one.listed === other?.listed && JSON.stringify(one.facts) === JSON.stringify(other?.facts);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
