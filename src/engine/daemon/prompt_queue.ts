import type { Request } from "../../model/request.ts";
import { clock } from "../../platform/clock.ts";
import { RequestQueue } from "../queue.ts";
import type { Caller, RunningRequest } from "./caller.ts";
import type { DaemonLink } from "./request.ts";

/** How often callers get a sign of life. Milliseconds. */
const BEAT_MS = 300;
/** After this time the prompts behind one that is being answered are not told to wait any more. Milliseconds. */
const SLOW_MS = 2000;
/** Prompts that may wait for their turn; one more is turned away and answered by the process that asks. */
const MOST_WAITING = 32;

/** What a queue works with. */
export interface QueueOptions {
  /** Begins to answer a prompt whose turn has come. */
  readonly start: (link: DaemonLink) => RunningRequest;
  /** What the session of a prompt was given before. */
  readonly notesOf: (request: Request) => string;
  /** Called after each. */
  readonly onAnswered: () => void;
}

/** One whose request is in the queue. */
interface Queued {
  readonly caller: Caller;
  /** Aborted when it has its answer without a turn, or is gone. */
  readonly withdrawn: AbortController;
}

/**
 * The prompts about one repository: the first is being answered, the others wait in order. One that waited from before the
 * first one's turn and asks the same has the same answer: the files were looked at after both.
 */
export class PromptQueue {
  /** In the order they came. */
  readonly #queued: Queued[] = [];
  readonly #turns = new RequestQueue();

  constructor(private readonly options: QueueOptions) {}

  /** Whether no prompt is under way. */
  get isEmpty(): boolean {
    return this.#queued.length === 0;
  }

  /** Takes a caller that has asked, unless too many wait. */
  add(caller: Caller): void {
    if (caller.isOver) return;
    if (this.#queued.length > MOST_WAITING) return caller.close();
    const one: Queued = { caller, withdrawn: new AbortController() };
    this.#queued.push(one);
    caller.onResult = () => this.#share(caller);
    void caller.ended.promise.then(() => this.#withdraw(one));
    const { signal } = one.withdrawn;
    // One that is withdrawn while it waits has no turn.
    this.#turns.run({ atATime: () => 1, signal }, () => this.#answer(caller)).catch(() => {});
  }

  /** Does something else in a turn of its own; prompts that come meanwhile are told to wait. */
  async between(work: () => Promise<void>): Promise<void> {
    await this.#turns.run({ atATime: () => 1 }, async () => {
      const timer = setInterval(() => this.#tellWaiting(), BEAT_MS);
      await work().finally(() => clearInterval(timer));
    });
  }

  #tellWaiting(): void {
    for (const { caller } of this.#queued) caller.tellWaiting();
  }

  #share(first: Caller): void {
    const { notesOf } = this.options;
    const same = this.#queued.length > 1 ? first.sameness(notesOf) : undefined;
    if (same === undefined) return;
    for (const one of this.#queued.slice(1)) {
      const { caller } = one;
      if (caller.askedAt > first.begunAt || caller.sameness(notesOf) !== same) continue;
      this.#withdraw(one);
      caller.repeat(first);
    }
  }

  #withdraw(one: Queued): void {
    const at = this.#queued.indexOf(one);
    if (at >= 0) this.#queued.splice(at, 1);
    one.withdrawn.abort();
  }

  /** Its turn has come. Those behind it are told to wait as long as it may well be answered soon. */
  async #answer(first: Caller): Promise<void> {
    const begun = clock();
    const beat = (): void => {
      if (clock() - begun > SLOW_MS) first.tellWaiting();
      else this.#tellWaiting();
    };
    const timer = setInterval(beat, BEAT_MS);
    beat();
    first.begin(this.options.start);
    await first.ended.promise;
    clearInterval(timer);
    this.options.onAnswered();
  }
}
