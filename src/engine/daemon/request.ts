import type {
  DaemonQuestion,
  FromAnswering,
  FromDaemon,
  MeaningOutset,
  ToAnswering,
  ToDaemon,
} from "../../model/daemon.ts";
import type { CallAnswer, CallQuestion } from "../../model/calls.ts";
import { asFailure } from "../../model/errors.ts";
import type { RepositoryFacts } from "../../model/ports.ts";
import type { QueryEmbedding } from "../../model/semantic.ts";
import type { ToSandbox } from "../../model/sandbox.ts";
import type { Findings } from "../../model/findings.ts";
import type { GitProcess } from "../../platform/git.ts";
import type { Sandbox } from "../../platform/sandbox.ts";
import { listFiles } from "../../platform/repository.ts";
import { StatTable } from "../../platform/stat_table.ts";
import { existingState } from "../../platform/state_files.ts";
import { notesOf, symbolsIn } from "../informed_intent.ts";
import type { Listed } from "../repository_view.ts";
import { outlineOf, rulesOf } from "../repository_view.ts";
import { gitLimit } from "../repository_for.ts";
import { tellPast } from "../stream_history.ts";
import type { AnsweringThread } from "./answering_thread.ts";
import type { KeptSandbox } from "./kept_sandbox.ts";

/** How long this thread looks at the files' times. Milliseconds. */
const LOOK_MS = 300;

/** What a daemon has of its repository. */
export interface DaemonGround {
  /** Absolute real path. */
  readonly root: string;
  /** Folder of the repository's cache. */
  readonly cache: string;
  readonly sandbox: KeptSandbox;
  readonly answering: AnsweringThread;
  /** The user's secret, which callers are told. */
  readonly key: string;
  /** What git listed and said of the root last; that is likely so the next time. */
  listing?: Uint8Array<ArrayBuffer> | undefined;
  facts?: RepositoryFacts | undefined;
}

/** The connection to the caller. */
export interface DaemonLink {
  send(message: FromDaemon): void;
  /** There is no answer. */
  close(): void;
}

/** A repository as a sandbox is shown it. */
interface Shown {
  readonly listed: Listed | undefined;
  readonly facts: RepositoryFacts;
}

type Planned = Extract<FromAnswering, { type: "plan" }>;

/**
 * One prompt in a daemon. This thread, which has rights, starts git and looks at the files' times; what the
 * sandbox finds goes to the thread that answers as it is, and so does its answer to the caller.
 */
export class DaemonRequest {
  readonly #question: PromiseWithResolvers<DaemonQuestion> = Promise.withResolvers();
  readonly #facts: PromiseWithResolvers<RepositoryFacts> = Promise.withResolvers();
  readonly #meaning: PromiseWithResolvers<MeaningOutset | undefined> = Promise.withResolvers();
  #listed: Promise<Listed | undefined> = Promise.resolve(undefined);
  /** What the sandbox was shown. */
  #shown: Shown | undefined;
  #sandbox: Sandbox | undefined;
  #opened: Promise<void> = Promise.resolve();
  /** What the sandbox was told, for one that takes its place. */
  #planned: Planned | undefined;
  #query: Extract<ToSandbox, { type: "semantic" }> | undefined;
  #git: GitProcess | undefined;
  /** What git listed last, with the times the files have now. */
  #guess: Listed | undefined;
  #endPast = (): void => {};
  #isOver = false;

  constructor(private readonly ground: DaemonGround, private readonly link: DaemonLink) {
    ground.answering.listen((message) => this.#hear(message));
  }

  /** Handles a message of the caller. */
  receive(message: ToDaemon): void {
    if (message.type === "ask") this.#ask(message.question);
    else if (message.type === "root") this.#facts.resolve(message.facts);
    else if (message.type === "meaning") {
      this.#meaning.resolve(message.meaning);
      this.#say(message);
    } else void this.#tell(message);
  }

  /** The prompt is answered, or the caller is gone. */
  end(): void {
    this.#isOver = true;
    this.#guess?.stats.stop();
    this.#shown?.listed?.stats.stop();
    this.#git?.kill();
    this.#endPast();
    this.ground.sandbox.rest();
    this.ground.answering.rest();
  }

  /** While git lists, the files it listed last time are looked at. What is answered is that if git says the same. */
  async #list(limitMs: number): Promise<Listed | undefined> {
    const { root, listing: last } = this.ground;
    this.#git = listFiles(root, limitMs);
    const guess = this.#guess = last && this.#look(last);
    const { ok, stdout } = await this.#git.answer;
    if (!ok || this.#isOver) return undefined;
    this.ground.listing = stdout;
    if (guess && isSame(guess.listing, stdout)) return guess;
    guess?.stats.stop();
    return this.#look(stdout);
  }

  #look(listing: Uint8Array<ArrayBuffer>): Listed {
    const stats = new StatTable(listing);
    void stats.fill(this.ground.root, { limitMs: LOOK_MS, from: "front" });
    return { listing, stats };
  }

  #ask(question: DaemonQuestion): void {
    const { root, cache } = this.ground;
    this.#question.resolve(question);
    const notes = question.isTurn ? notesOf(existingState(root), question.request) : "";
    const known = { notes, symbols: symbolsIn(cache) };
    this.#say({ type: "ask", root, question, known });
    // Afterwards: to start git takes this thread some milliseconds.
    this.#listed = this.#list(gitLimit(question.resolved.settings["budget.wall_ms"].value));
    const { facts } = this.ground;
    // While the rest is to be heard, the sandbox looks at the files too.
    if (this.#guess && facts) this.#show({ listed: this.#guess, facts }, question);
  }

  #say(message: ToAnswering): void {
    if (!this.#isOver) this.ground.answering.say(message);
  }

  #hear(message: FromAnswering): void {
    if (this.#isOver) return;
    if (message.type === "plan") {
      this.#planned = message;
      this.#opened = this.#open(message);
      // Its calls say so.
      this.#opened.catch(() => {});
    } else if (message.type === "call") void this.#call(message);
    else if (message.type === "end") this.#restart();
    else if (message.type === "failed") this.link.close();
    else this.link.send(message);
  }

  /** Another sandbox takes the place of one that was ended, for the calls that are left and for the next prompt. */
  #restart(): void {
    this.ground.sandbox.end();
    const planned = this.#planned;
    if (!planned) return;
    this.#opened = this.#opened.then(() => this.#open(planned));
    this.#opened.catch(() => {});
  }

  /** The sandbox is told what the calls need. It sees the repository as it is likely to be. */
  async #open({ calls, wallMs }: Planned): Promise<void> {
    const [question, meaning] = await Promise.all([this.#question.promise, this.#meaning.promise]);
    const truth = this.#shown ?? await this.#truth();
    // The sandbox may serve the next prompt by then.
    if (this.#isOver) return;
    if (!this.#sandbox?.isUp) this.#show(truth, question);
    const sandbox = this.#sandbox!;
    sandbox.prepare(calls.map((call) => call.tool));
    const space = meaning?.space;
    if (space) sandbox.tell({ type: "question", space });
    if (this.#query) sandbox.tell(this.#query);
    const { root, cache } = this.ground;
    const { exclude } = rulesOf(question.resolved.settings);
    this.#endPast();
    this.#endPast = await tellPast([sandbox], { root, isGit: true, cache, lanes: [calls], exclude, wallMs });
    if (this.#isOver) this.#endPast();
  }

  #show(shown: Shown, { resolved }: DaemonQuestion): void {
    const { root, cache, sandbox } = this.ground;
    this.#shown = shown;
    const { facts, listed } = shown;
    this.#sandbox = sandbox.open(outlineOf({ root, facts }, cache, rulesOf(resolved.settings)), listed);
  }

  /** The repository as git says it is. */
  async #truth(): Promise<Shown> {
    const [listed, facts] = await Promise.all([this.#listed, this.#facts.promise]);
    this.ground.facts = facts;
    return { listed, facts };
  }

  async #call({ id, call, endsAt }: CallQuestion): Promise<void> {
    const answer = (message: CallAnswer): void => this.#say(message);
    try {
      await this.#opened;
      if (this.#isOver) return;
      const run = (): Promise<Findings> =>
        this.ground.sandbox.run(call, {
          endsAt,
          onStart: () => answer({ type: "started", id }),
          onPartial: (findings) => answer({ type: "partial", id, findings }),
        });
      const shown = this.#shown;
      let findings = await run();
      if (await this.#isOther(shown)) findings = await run();
      answer({ type: "done", id, findings });
    } catch (error) {
      const { kind, message } = asFailure(error);
      answer({ type: "failed", id, kind, message });
    }
  }

  /** Whether git says something else than what a call was made under; then the sandbox is shown that. */
  async #isOther(shown: Shown | undefined): Promise<boolean> {
    const [truth, question] = await Promise.all([this.#truth(), this.#question.promise]);
    if (isAlike(truth, shown) || this.#isOver) return false;
    if (!isAlike(truth, this.#shown)) this.#show(truth, question);
    return true;
  }

  async #tell({ query, said }: Extract<ToDaemon, { type: "semantic" }>): Promise<void> {
    this.#say({ type: "said", said });
    await this.#opened;
    if (this.#isOver) return;
    this.#query = { type: "semantic", query: revived(query) };
    this.#sandbox?.tell(this.#query);
  }
}

/** JSON has no arrays of 32-bit numbers. */
function revived({ outcome, ...query }: QueryEmbedding): QueryEmbedding {
  if (!("vectors" in outcome)) return { ...query, outcome };
  return { ...query, outcome: { ...outcome, vectors: outcome.vectors.map((one) => Float32Array.from(one)) } };
}

function isAlike(one: Shown, other: Shown | undefined): boolean {
  return one.listed === other?.listed && JSON.stringify(one.facts) === JSON.stringify(other?.facts);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
