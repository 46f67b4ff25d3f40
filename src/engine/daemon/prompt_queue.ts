import type { DaemonTask, FromDaemon, ToDaemon } from "../../model/daemon.ts";
import type { Request } from "../../model/request.ts";
import { clock } from "../../platform/clock.ts";
import type { Connection } from "../../platform/lines.ts";
import { MessageLink } from "../../platform/message_link.ts";
import { RequestQueue } from "../queue.ts";
import { RESULTS } from "./answering_thread.ts";
import type { DaemonLink } from "./request.ts";

/** A prompt that is still under way by then will not be answered; no budget is longer. Milliseconds. */
const LONGEST_MS = 90_000;
/** How often callers get a sign of life. Milliseconds. */
const BEAT_MS = 300;
/** After this time the prompts behind one that is being answered are not told to wait any more. Milliseconds. */
const SLOW_MS = 2000;
/** Prompts that may wait for their turn; one more is turned away and answered by the process that asks. */
const MOST_WAITING = 32;

/** One prompt being answered. */
export interface RunningPrompt {
  /** Handles a message of the caller. */
  receive(message: ToDaemon): void;
  /** It is answered, or the caller is gone. */
  end(): void;
}

/** What a queue works with. */
export interface QueueOptions {
  /** The first message to every caller. */
  readonly greeting: FromDaemon;
  /** Begins to answer a prompt whose turn has come. */
  readonly start: (link: DaemonLink) => RunningPrompt;
  /** What the session of a prompt was given before. */
  readonly notesOf: (request: Request) => string;
  /** Called after each. */
  readonly onAnswered: () => void;
}

/**
 * The prompts that were asked: the first is being answered, the others wait in order. One that waited from before the first
 * one's turn and asks the same has the same answer: the files were looked at after both.
 */
export class PromptQueue {
  /** In the order they came. */
  readonly #callers: Caller[] = [];
  readonly #turns = new RequestQueue();

  constructor(private readonly options: QueueOptions) {}

  /** Whether no prompt is under way. */
  get isEmpty(): boolean {
    return this.#callers.length === 0;
  }

  /** Takes a caller, unless too many wait. */
  add(connection: Connection): void {
    if (this.#callers.length > MOST_WAITING) return connection.close();
    const caller: Caller = new Caller(connection, this.options, {
      onAnswer: () => this.#share(caller),
      onEnd: () => this.#withdraw(caller),
    });
    this.#callers.push(caller);
    const { signal } = caller.withdrawn;
    // One that is withdrawn while it waits has no turn.
    this.#turns.run({ atATime: () => 1, signal }, () => this.#answer(caller)).catch(() => {});
  }

  /** Does something else in a turn of its own; prompts that come meanwhile are told to wait. */
  async between(work: () => Promise<void>): Promise<void> {
    await this.#turns.run({ atATime: () => 1 }, async () => {
      const timer = setInterval(() => this.#tellWaiting(this.#callers), BEAT_MS);
      await work().finally(() => clearInterval(timer));
    });
  }

  #tellWaiting(callers: readonly Caller[]): void {
    for (const caller of callers) caller.tellWaiting();
  }

  #share(first: Caller): void {
    const same = this.#callers.length > 1 ? first.sameness() : undefined;
    if (same === undefined) return;
    for (const caller of this.#callers.slice(1)) {
      if (caller.askedAt > first.begunAt || caller.sameness() !== same) continue;
      this.#withdraw(caller);
      caller.repeat(first);
    }
  }

  #withdraw(caller: Caller): void {
    const at = this.#callers.indexOf(caller);
    if (at >= 0) this.#callers.splice(at, 1);
    caller.withdrawn.abort();
  }

  /** Its turn has come. Those behind it are told to wait as long as it may well be answered soon. */
  async #answer(first: Caller): Promise<void> {
    const begun = clock();
    const beat = (): void => {
      const isSlow = clock() - begun > SLOW_MS;
      this.#tellWaiting(isSlow ? [first] : this.#callers);
    };
    const timer = setInterval(beat, BEAT_MS);
    beat();
    first.begin();
    await first.ended.promise;
    clearInterval(timer);
    this.options.onAnswered();
  }
}

/** What a caller reports. */
interface CallerEvents {
  readonly onAnswer: () => void;
  readonly onEnd: () => void;
}

/** One connection, which is one prompt. Its messages before its turn are kept. */
class Caller {
  readonly #link: MessageLink<ToDaemon, FromDaemon>;
  readonly #heard: { readonly message: ToDaemon; readonly at: number }[] = [];
  readonly #said: FromDaemon[] = [];
  #running: RunningPrompt | undefined;
  #limit: ReturnType<typeof setTimeout> | undefined;
  /** Aborted when it has its answer without a turn, or is gone. */
  readonly withdrawn: AbortController = new AbortController();
  /** Resolves when its connection has ended. */
  readonly ended: PromiseWithResolvers<void> = Promise.withResolvers();
  /** On the clock: when its question came and when its turn did; infinite before. */
  askedAt: number = Infinity;
  begunAt: number = Infinity;

  constructor(
    connection: Connection,
    private readonly options: QueueOptions,
    private readonly events: CallerEvents,
  ) {
    this.#link = new MessageLink<ToDaemon, FromDaemon>(connection, {
      receive: (message) => this.#hear(message),
      end: () => {
        clearTimeout(this.#limit);
        this.#running?.end();
        this.ended.resolve();
        events.onEnd();
      },
    });
    this.#link.send(options.greeting);
  }

  begin(): void {
    this.#limitTime();
    this.begunAt = clock();
    this.#running = this.options.start({
      send: (message) => this.#say(message),
      close: () => this.#link.close(),
    });
    for (const { message, at } of this.#heard) {
      const waitedMs = clock() - at;
      this.#running.receive(
        message.type === "ask" ? { ...message, question: { ...message.question, waitedMs } } : message,
      );
    }
  }

  /** Its prompt or one before it is being answered. */
  tellWaiting(): void {
    this.#link.send({ type: "waiting" });
  }

  /** What its answer depends on; undefined while that is not known, and where the question's vector takes part. */
  sameness(): string | undefined {
    const ask = this.#find("ask");
    const root = this.#find("root");
    const meaning = this.#find("meaning");
    if (!ask || !root || !meaning || meaning.meaning?.space) return undefined;
    const { elapsedMs: _, waitedMs: __, task, ...limits } = ask.question;
    return JSON.stringify([this.#taskOf(task), limits, root.facts, meaning.meaning]);
  }

  /** A session is known by its notes. */
  #taskOf(task: DaemonTask): unknown {
    if (!("prompt" in task)) return task;
    const { request: { sessionId: _, ...request }, ...rest } = task.prompt;
    return [request, rest, rest.isTurn ? this.options.notesOf(task.prompt.request) : ""];
  }

  /** Answers what another caller was answered. */
  repeat(other: Caller): void {
    this.#limitTime();
    for (const message of other.#said) this.#link.send(message);
  }

  #find<Type extends ToDaemon["type"]>(type: Type): Extract<ToDaemon, { type: Type }> | undefined {
    return this.#heard.find(({ message }) => message.type === type)?.message as
      | Extract<ToDaemon, { type: Type }>
      | undefined;
  }

  #hear(message: ToDaemon): void {
    if (message.type === "ask") this.askedAt = clock();
    this.#heard.push({ message, at: clock() });
    this.#running?.receive(message);
  }

  #say(message: FromDaemon): void {
    this.#said.push(message);
    this.#link.send(message);
    if (RESULTS.includes(message.type)) this.events.onAnswer();
  }

  #limitTime(): void {
    this.#limit = setTimeout(() => this.#link.close(), LONGEST_MS);
  }
}
