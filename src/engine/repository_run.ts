import { Attempt, type RequestResult, type RequestTimes, TimeLimit } from "./attempt.ts";
import type { Plan, RepositoryFacts, ToolCall } from "../model/calls.ts";
import type { QueryEmbedding, QuestionSpace } from "../model/semantic.ts";
import type { ToSandbox, ViewRules } from "../model/sandbox.ts";
import type { Delivery, SandboxTask, TaskResult } from "../model/prompt.ts";
import type { ToolName } from "../model/tools.ts";
import { callLater, clock, wallClock } from "../platform/clock.ts";
import type { GitProcess } from "../platform/git.ts";
import { listFiles } from "../platform/repository.ts";
import type { Sandbox } from "../platform/sandbox.ts";
import { StatTable } from "../platform/stat_table.ts";
import { isUnbuilt } from "./symbols_file.ts";
import { type Listed, outlineOf, show, startSandbox } from "./repository_view.ts";
import type { SandboxPool } from "../platform/sandbox_pool.ts";
import type { TreeLooks } from "./warm/tree_looks.ts";
import { HISTORY_LIMITS } from "../history/requests.ts";
import type { HistoryEvent, HistoryStart } from "../history/session.ts";
import type { BaseMessage } from "./sandbox/base_port.ts";
import type { HistoryMessage } from "./sandbox/history_port.ts";
import { programStamp } from "../platform/program_name.ts";
import { waitedMs } from "./plan_prompt.ts";
import { gitLimit } from "./repository_for.ts";

/** A repository that this process works on: for one request, or from request to request. */
export interface Environment {
  /** Absolute real path. */
  readonly root: string;
  /** Absolute folder of the repository's cache; absent: nothing is stored. */
  readonly cache: string | undefined;
  /** Keeps the sandbox from request to request; absent: it serves one. */
  readonly pool?: SandboxPool | undefined;
  /** Git's last listing and facts about the root; they are likely the same the next time. */
  listing?: Uint8Array<ArrayBuffer> | undefined;
  /** A table of the files' times over that listing. */
  stats?: StatTable | undefined;
  facts?: RepositoryFacts | undefined;
  /** The last request's rules of the view. */
  rules?: ViewRules;
  /** Absent until the tree is watched, and where it cannot be. */
  looks?: TreeLooks | undefined;
}

/** With less time left no sandbox takes the place of one that was ended. Milliseconds. */
const LEAST_MS = 200;
/** Sandboxes that one request may take. */
const MOST_SANDBOXES = 4;
/** This thread looks at the files' times for so long. Milliseconds. */
const LOOK_MS = 300;
/** Share of the time that a person waits after which files are named by their paths if the sandbox has found nothing. */
const EARLY_SHARE = 0.5;

/** A repository as a sandbox is shown it. */
interface Shown {
  readonly listed: Listed | undefined;
  readonly facts: RepositoryFacts;
}

/** Task inputs besides the repository. */
export interface TaskNeeds {
  readonly plan: Plan;
  /** The space of the question's vector; absent: it has none. */
  readonly space?: QuestionSpace | undefined;
  /** Called with each sandbox before it works. */
  readonly prepare?: (sandbox: Sandbox) => void;
}

/**
 * One request about a repository: a sandbox is shown the work tree as git lists it, given what its task needs, and replaced if
 * a tool is stuck in it. Findings are passed on unread.
 */
export class RepositoryRun {
  readonly #rules: ViewRules;
  readonly #facts: PromiseWithResolvers<RepositoryFacts> = Promise.withResolvers();
  /** The listing, once git has answered; undefined if it did not. */
  listed: Promise<Listed | undefined> = Promise.resolve(undefined);
  #shown: Shown | undefined;
  /** Likely state of the repository, once shown. */
  readonly #early: PromiseWithResolvers<Shown> = Promise.withResolvers();
  #sandbox: Sandbox | undefined;
  #git: GitProcess | undefined;
  #query: Extract<ToSandbox, { type: "semantic" }> | undefined;
  /** The tables that this thread fills for the request. */
  readonly #filled: StatTable[] = [];
  #endHistory = (): void => {};
  #isOver = false;

  constructor(private readonly environment: Environment, rules: ViewRules) {
    this.#rules = environment.rules = rules;
  }

  /**
   * Has git list the files, and shows the sandbox the last listing meanwhile.
   *
   * @param gitMs milliseconds that git may take
   * @param tools that are likely to be called
   */
  begin(gitMs: number, tools: readonly ToolName[] = []): void {
    this.listed = this.#find(gitMs);
    if (this.environment.pool) return;
    // A process of its own loads its code meanwhile.
    const sandbox = this.#start();
    sandbox.prepare(tools);
    // Git has not confirmed the root.
    if (!this.#shown && !isUnbuilt(this.environment.cache)) {
      sandbox.expect(this.#outline({ rootSource: "git", isGit: true }));
    }
  }

  /** Takes git's facts of the root. */
  facts(facts: RepositoryFacts): void {
    this.environment.facts = facts;
    this.#facts.resolve(facts);
  }

  /** Passes on the vector of the question. */
  vector(query: QueryEmbedding): void {
    if (this.#isOver) return;
    this.#query = { type: "semantic", query };
    if (this.#shown) this.#sandbox?.tell(this.#query);
  }

  /** Works on a task until its time is over. What is late then ends by itself, or is ended with its sandbox. */
  async work(task: SandboxTask, needs: TaskNeeds, times: RequestTimes): Promise<RequestResult> {
    const stop = new AbortController();
    const end = new TimeLimit(times);
    const onDraft = (draft: Delivery): void => {
      times.onDraft?.(draft);
      end.draft();
    };
    const signal = times.signal ? AbortSignal.any([stop.signal, times.signal]) : stop.signal;
    const attempt = new Attempt(task, { ...times, signal, onDraft });
    const nameFiles = async (): Promise<void> => {
      if (task.kind !== "prompt" || task.isWhole || end.hasDraft) return;
      const { namedDraft } = await import("./name_files.ts");
      const draft = await namedDraft(task, this.environment.root, this.#rules.exclude);
      if (draft && !end.hasDraft) onDraft(draft);
    };
    const after = times.startedAt + waitedMs(task.plan) * EARLY_SHARE - clock();
    const early = times.onDraft && callLater(after, () => void nameFiles().catch(() => {}));
    try {
      const result = await Promise.race([this.#result(attempt, needs, times), end.late]);
      if (result) return result;
      // The sandbox is the next request's as soon as it has ended.
      stop.abort();
      return { type: "late", outcomes: attempt.outcomes() };
    } finally {
      end.clear();
      clearTimeout(early);
    }
  }

  /** The request is over. */
  end(): void {
    this.#isOver = true;
    const { pool, root } = this.environment;
    for (const stats of this.#filled) stats.stop();
    this.#git?.kill();
    this.#endHistory();
    if (!this.#sandbox) return;
    if (pool) pool.put(root, this.#sandbox);
    else this.#sandbox.abort();
  }

  async #result(attempt: Attempt, needs: TaskNeeds, times: RequestTimes): Promise<TaskResult | undefined> {
    for (let sandboxes = 0; sandboxes < MOST_SANDBOXES; sandboxes++) {
      await this.#open(needs);
      if (this.#isOver) return undefined;
      const shown = this.#shown;
      const result = await attempt.run(this.#sandbox!);
      if (result && await this.#isOther(shown)) continue;
      if (result || this.#isOver) return result;
      // A late one is left to the next request, as long as it may still end.
      if (times.deadline - clock() < LEAST_MS) return undefined;
      this.#sandbox!.abort();
    }
    return undefined;
  }

  /** The tree of the request before, if nothing in it has changed, else git's listing. */
  async #find(gitMs: number): Promise<Listed | undefined> {
    const seen = await this.environment.looks?.unchanged();
    if (this.#isOver) return undefined;
    if (seen) this.#showEarly(seen);
    return seen ?? await this.#list(gitMs);
  }

  /** Shows the sandbox what is most likely still so. */
  #showEarly(listed: Listed): void {
    const { facts } = this.environment;
    if (!facts || this.#shown) return;
    const early = { listed, facts };
    this.#show(early);
    this.#early.resolve(early);
  }

  /** Has git list; meanwhile stats the files of its last listing, which count if git lists the same. */
  async #list(limitMs: number): Promise<Listed | undefined> {
    const { environment } = this;
    const last = environment.listing;
    const listedAt = wallClock();
    this.#git = listFiles(environment.root, limitMs);
    const guess = last && this.#look(last, environment.stats?.anew());
    // While the rest is on its way, the sandbox looks at the files too.
    if (guess) this.#showEarly(guess);
    const { ok, stdout } = await this.#git.answer;
    if (!ok || this.#isOver) return undefined;
    const isGuessed = guess !== undefined && isSame(guess.listing, stdout);
    if (!isGuessed) guess?.stats.stop();
    const listed = isGuessed ? guess : this.#look(stdout);
    // Of equal listings the first one is kept: others hold it too.
    environment.listing = listed.listing;
    environment.stats = listed.stats;
    environment.looks?.note(listed, listedAt);
    return listed;
  }

  #look(listing: Uint8Array<ArrayBuffer>, stats: StatTable = new StatTable(listing)): Listed {
    this.#filled.push(stats);
    void stats.fill(this.environment.root, { limitMs: LOOK_MS, from: "front" });
    const look = this.environment.looks?.begin();
    return { listing, stats, ...(look !== undefined && { look }) };
  }

  /** Gives a sandbox all that the task needs. It sees the repository as it is likely to be. */
  async #open({ plan, space, prepare }: TaskNeeds): Promise<void> {
    const { root, cache } = this.environment;
    const truth = this.#shown ?? await Promise.race([this.#early.promise, this.#truth()]);
    if (this.#isOver) return;
    if (!this.#sandbox?.isUp || !this.#shown) this.#show(truth);
    const sandbox = this.#sandbox!;
    sandbox.prepare(plan.calls.map((call) => call.tool));
    prepare?.(sandbox);
    if (space) sandbox.tell({ type: "question", space } satisfies ToSandbox);
    if (this.#query) sandbox.tell(this.#query);
    this.#endHistory();
    this.#endHistory = await streamHistory(sandbox, {
      root,
      cache,
      isGit: truth.facts.isGit === true,
      calls: plan.calls,
      exclude: this.#rules.exclude,
      wallMs: plan.budget.wallMs,
    });
    if (this.#isOver) this.#endHistory();
  }

  #show(shown: Shown): void {
    this.#shown = shown;
    show(this.#start(), this.#outline(shown.facts), shown.listed);
  }

  #start(): Sandbox {
    const { root, cache, pool } = this.environment;
    if (!this.#sandbox?.isUp) this.#sandbox = pool?.take(root) ?? startSandbox(root, cache);
    return this.#sandbox;
  }

  #outline(facts: RepositoryFacts): ReturnType<typeof outlineOf> {
    const { root, cache } = this.environment;
    return outlineOf({ root, facts }, cache, this.#rules);
  }

  /** The repository as confirmed by git. */
  async #truth(): Promise<Shown> {
    const [listed, facts] = await Promise.all([this.listed, this.#facts.promise]);
    return { listed, facts };
  }

  /** True if git's facts differ from the ones a task saw; then the sandbox gets the former. */
  async #isOther(shown: Shown | undefined): Promise<boolean> {
    const truth = await this.#truth();
    if (isAlike(truth, shown) || this.#isOver) return false;
    if (!isAlike(truth, this.#shown)) this.#show(truth);
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

/** Whose past, and for which calls. */
export interface HistoryOptions {
  /** Absolute real path. */
  readonly root: string;
  /** False: git has nothing to say of this root, or is not to be believed there, and is not asked. */
  readonly isGit: boolean;
  /** Folder of the repository's cache; absent: nothing is remembered. */
  readonly cache: string | undefined;
  readonly calls: readonly ToolCall[];
  readonly exclude: readonly string[];
  /** Milliseconds the whole answer may take. */
  readonly wallMs: number;
}

const NO_GIT: HistoryStart = { refusal: HISTORY_LIMITS.noGit, streams: [] };

/** The tools that ask about the past. */
const HISTORY_TOOLS: readonly ToolName[] = ["ci_hotspot", "ci_bug_locate", "ci_impact"];

/**
 * Has git tell a sandbox what its calls need of the past: the history, and what HEAD holds. Settles once git runs. Answers
 * what ends it.
 */
export async function streamHistory(sandbox: Sandbox, options: HistoryOptions): Promise<() => void> {
  const { calls, isGit, root } = options;
  const [asks, hasBase] = [calls.some(asksHistory), calls.some(compares)];
  if (!isGit) {
    if (hasBase) {
      sandbox.tell({ type: "base" } satisfies BaseMessage);
      sandbox.tell({ type: "base", refusal: true } satisfies BaseMessage);
    }
    if (asks) sandbox.tell({ type: "history", begin: { start: NO_GIT, stamp: "" } } satisfies HistoryMessage);
    return () => {};
  }
  if (hasBase) (await import("./start_base.ts")).startBase(root, sandbox);
  return asks ? await startStream(sandbox, options) : () => {};
}

function asksHistory(call: ToolCall): boolean {
  return HISTORY_TOOLS.includes(call.tool) && (call.tool !== "ci_impact" || call.args.owners !== false);
}

/** Impact without a target compares the work tree with HEAD. */
function compares({ tool, args }: ToolCall): boolean {
  return tool === "ci_impact" && args.symbol === undefined && args.file === undefined;
}

async function startStream(
  sandbox: Sandbox,
  { root, cache, exclude, wallMs }: HistoryOptions,
): Promise<() => void> {
  const { startHistory } = await import("./start_history.ts");
  const stamp = JSON.stringify([programStamp(), exclude]);
  let isOver = false;
  const tell = (message: Omit<HistoryMessage, "type">, bytes: ArrayBuffer[] = []): void => {
    // A sandbox that is kept hears of other calls' past by then.
    if (!isOver) sandbox.tell({ type: "history", ...message } satisfies HistoryMessage, bytes);
  };
  const running = await startHistory(root, {
    folder: cache,
    limitMs: gitLimit(wallMs),
    start: (start) => tell({ begin: { start, stamp, ...(cache !== undefined && { cache }) } }),
    receive: (event: HistoryEvent) => tell({ event }, event.chunk ? [event.chunk.buffer] : []),
  });
  return () => {
    isOver = true;
    for (const git of running) git.kill();
  };
}
