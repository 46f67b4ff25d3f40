import type { DaemonLink } from "./request.ts";
import type { DaemonOpening, DaemonTask, FromDaemon, ToDaemon } from "../../model/daemon.ts";
import type { Request } from "../../model/request.ts";
import { clock } from "../../platform/clock.ts";
import type { Connection } from "../../platform/lines.ts";
import { MessageLink } from "../../platform/message_link.ts";
import { RESULTS } from "./answering_thread.ts";

/** A request that is still under way by then will not be answered; no budget is longer. Milliseconds. */
const LONGEST_MS = 90_000;
/** A connection over which nothing was asked by then is closed. Milliseconds. */
const SILENT_MS = 10_000;

/** One request being answered. */
export interface RunningRequest {
  /** Handles a message of the caller. */
  receive(message: ToDaemon): void;
  /** It is answered, or the caller is gone. */
  end(): void;
}

/** One connection, which is one request. Its messages before its turn are kept. */
export class Caller {
  readonly #link: MessageLink<ToDaemon, FromDaemon>;
  readonly #heard: { readonly message: ToDaemon; readonly at: number }[] = [];
  readonly #said: FromDaemon[] = [];
  #running: RunningRequest | undefined;
  #limit: ReturnType<typeof setTimeout>;
  #isOver = false;
  /** Called when it has its result. */
  onResult: () => void = () => {};
  /** Resolves when its connection has ended. */
  readonly ended: PromiseWithResolvers<void> = Promise.withResolvers();
  /** On the clock: when its question came and when its turn did; infinite before. */
  askedAt: number = Infinity;
  begunAt: number = Infinity;

  /**
   * @param greeting the first message to it
   * @param onOpening called with the first message of it; what begins otherwise is closed
   */
  constructor(
    connection: Connection,
    { greeting, onOpening }: {
      readonly greeting: FromDaemon;
      readonly onOpening: (opening: DaemonOpening) => void;
    },
  ) {
    this.#limit = setTimeout(() => this.close(), SILENT_MS);
    this.#link = new MessageLink<ToDaemon, FromDaemon>(connection, {
      receive: (message) => {
        this.#heard.push({ message, at: clock() });
        if (this.#heard.length === 1) this.#open(message, onOpening);
        else this.#running?.receive(message);
      },
      end: () => {
        clearTimeout(this.#limit);
        this.#isOver = true;
        this.#running?.end();
        this.ended.resolve();
      },
    });
    this.#link.send(greeting);
  }

  /** Whether its connection has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Its turn has come: what it said so far is told to what `start` begins. */
  begin(start: (link: DaemonLink) => RunningRequest): void {
    this.#limitTime();
    this.begunAt = clock();
    this.#running = start({ send: (message) => this.#say(message), close: () => this.close() });
    for (const { message, at } of this.#heard) {
      const waitedMs = clock() - at;
      this.#running.receive(
        message.type === "ask" ? { ...message, question: { ...message.question, waitedMs } } : message,
      );
    }
  }

  /** Its request or one before it is being answered. */
  tellWaiting(): void {
    this.#link.send({ type: "waiting" });
  }

  /**
   * What its answer depends on; undefined while that is not known, and where the question's vector takes part.
   *
   * @param notesOf what the session of a prompt was given before, by which it is known
   */
  sameness(notesOf: (request: Request) => string): string | undefined {
    const ask = this.#find("ask");
    const root = this.#find("root");
    const meaning = this.#find("meaning");
    if (!ask || !root || !meaning || meaning.meaning?.space) return undefined;
    const { elapsedMs: _, waitedMs: __, task, ...limits } = ask.question;
    return JSON.stringify([withNotes(task, notesOf), limits, root.facts, meaning.meaning]);
  }

  /** Answers what another caller was answered. */
  repeat(other: Caller): void {
    this.#limitTime();
    for (const message of other.#said) this.#link.send(message);
  }

  /** There is no answer, or it has it. */
  close(): void {
    this.#link.close();
  }

  #open(message: ToDaemon, onOpening: (opening: DaemonOpening) => void): void {
    clearTimeout(this.#limit);
    if (message.type !== "ask" && message.type !== "serve") return this.close();
    this.askedAt = clock();
    onOpening(message);
  }

  #find<Type extends ToDaemon["type"]>(type: Type): Extract<ToDaemon, { type: Type }> | undefined {
    return this.#heard.find(({ message }) => message.type === type)?.message as
      | Extract<ToDaemon, { type: Type }>
      | undefined;
  }

  #say(message: FromDaemon): void {
    this.#said.push(message);
    this.#link.send(message);
    if (RESULTS.includes(message.type)) this.onResult();
  }

  #limitTime(): void {
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => this.close(), LONGEST_MS);
  }
}

/** A task whose session is known by its notes. */
function withNotes(task: DaemonTask, notesOf: (request: Request) => string): unknown {
  if (!("prompt" in task)) return task;
  const { request: { sessionId: _, ...request }, ...rest } = task.prompt;
  return [request, rest, rest.isTurn ? notesOf(task.prompt.request) : ""];
}
