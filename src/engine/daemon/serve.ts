import type { FromDaemon, ToDaemon } from "../../model/daemon.ts";
import { clock } from "../../platform/clock.ts";
import { realPath } from "../../platform/host_files.ts";
import type { Connection } from "../../platform/lines.ts";
import { MessageLink } from "../../platform/message_link.ts";
import { memoryInUse } from "../../platform/memory.ts";
import { programStamp } from "../../platform/program_name.ts";
import type { DaemonPlace } from "../../platform/daemon_place.ts";
import type { DaemonGround } from "./request.ts";
import { DaemonRequest } from "./request.ts";

/** How often it is looked whether this is still of use. Milliseconds. */
const TICK_MS = 3000;
/** A prompt that is still under way by then will not be answered; no budget is longer. Milliseconds. */
const LONGEST_MS = 90_000;
/** What this process may hold between two prompts; then its sandbox is started anew. Bytes. */
const MOST_MEMORY = 700 * 1024 * 1024;
/** How often callers are told that this process is at work. Milliseconds. */
const BEAT_MS = 300;
/** After this time the prompts behind one that is being answered are not told to wait any more. Milliseconds. */
const SLOW_MS = 2000;
/** Prompts that may wait for their turn; one more is turned away and answered by the process that asks. */
const MOST_WAITING = 32;

/** Answers one prompt after the other until none came for `idleMs`, or this is of no use any more. */
export async function serve(place: DaemonPlace, ground: DaemonGround, idleMs: number): Promise<void> {
  const stamp = programStamp();
  let last = clock();
  const isUseful = (): boolean =>
    place.isHeld() && realPath(ground.root) !== undefined && realPath(ground.cache) !== undefined &&
    programStamp() === stamp;
  const queue = new PromptQueue(ground, () => {
    last = clock();
    place.touch();
    if (memoryInUse() > MOST_MEMORY) ground.sandbox.end();
  });
  const timer = setInterval(() => {
    if (queue.isEmpty && (clock() - last > idleMs || !isUseful())) place.leave();
  }, Math.min(TICK_MS, idleMs));
  for (;;) {
    const connection = await place.next();
    if (!connection) break;
    queue.add(connection);
  }
  clearInterval(timer);
}

/** The prompts that were asked: the first is being answered, the others wait in order. */
class PromptQueue {
  readonly #callers: Caller[] = [];
  #beat: number | undefined;

  /** @param onAnswered called after each */
  constructor(private readonly ground: DaemonGround, private readonly onAnswered: () => void) {}

  get isEmpty(): boolean {
    return this.#callers.length === 0;
  }

  add(connection: Connection): void {
    if (this.#callers.length > MOST_WAITING) return connection.close();
    const caller: Caller = new Caller(connection, this.ground, () => this.#remove(caller));
    this.#callers.push(caller);
    if (this.#callers.length === 1) this.#begin();
  }

  #remove(caller: Caller): void {
    const at = this.#callers.indexOf(caller);
    this.#callers.splice(at, 1);
    if (at > 0) return;
    clearInterval(this.#beat);
    this.onAnswered();
    this.#begin();
  }

  /** The first one's turn has come. Those behind it are told to wait as long as it may well be answered soon. */
  #begin(): void {
    const [first] = this.#callers;
    if (!first) return;
    const begun = clock();
    const beat = (): void => {
      const isSlow = clock() - begun > SLOW_MS;
      for (const caller of isSlow ? [first] : this.#callers) caller.tellWaiting();
    };
    this.#beat = setInterval(beat, BEAT_MS);
    beat();
    first.begin();
  }
}

/** One connection, which is one prompt. What it says before its turn is kept. */
class Caller {
  readonly #link: MessageLink<ToDaemon, FromDaemon>;
  readonly #kept: { readonly message: ToDaemon; readonly at: number }[] = [];
  #request: DaemonRequest | undefined;
  #limit: number | undefined;

  constructor(connection: Connection, private readonly ground: DaemonGround, onEnd: () => void) {
    this.#link = new MessageLink<ToDaemon, FromDaemon>(connection, {
      receive: (message) =>
        this.#request ? this.#request.receive(message) : this.#kept.push({ message, at: clock() }),
      end: () => {
        clearTimeout(this.#limit);
        this.#request?.end();
        onEnd();
      },
    });
    this.#link.send({ type: "ready", root: ground.root, key: ground.key });
  }

  begin(): void {
    this.#limit = setTimeout(() => this.#link.close(), LONGEST_MS);
    this.#request = new DaemonRequest(this.ground, this.#link);
    for (const { message, at } of this.#kept.splice(0)) {
      const waitedMs = clock() - at;
      this.#request.receive(
        message.type === "ask" ? { ...message, question: { ...message.question, waitedMs } } : message,
      );
    }
  }

  /** Its prompt or one before it is being answered. */
  tellWaiting(): void {
    this.#link.send({ type: "waiting" });
  }
}
