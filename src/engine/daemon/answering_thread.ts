import type { DaemonResult, FromAnswering, FromTurn, ToAnswering, ToTurn } from "../../model/daemon.ts";
import { startWorker } from "../../platform/permissions.ts";
import { ANSWERING } from "../../platform/program.ts";

/** The last messages of a request. */
export const RESULTS: readonly string[] = ["idle", "answer", "found"] satisfies DaemonResult["type"][];

/** How often the thread has to show that it goes on, and how often it may fail to in a row. Milliseconds. */
const BEAT_MS = 500;
const MOST_UNHEARD = 4;

/** One request in the thread that answers. */
export interface AnsweringTurn {
  /** Tells the thread something of it. */
  say(message: ToTurn): void;
  /** It is over: nothing more of it is heard. */
  end(): void;
}

/**
 * The thread that answers, for the requests of all repositories: started when it is first needed, and anew after it failed. One
 * that is stuck for two seconds is ended, so that the next requests about other repositories are answered.
 */
export class AnsweringThread {
  #worker: Worker | undefined;
  readonly #turns = new Map<number, (message: FromTurn) => void>();
  #last = 0;
  #beat: ReturnType<typeof setInterval> | undefined;
  /** Questions since it was heard last. */
  #unheard = 0;

  /** Begins a request; what the thread says of it goes to `listener`. */
  begin(listener: (message: FromTurn) => void): AnsweringTurn {
    const turn = ++this.#last;
    this.#turns.set(turn, listener);
    return {
      say: (message) => {
        if (this.#turns.has(turn)) this.#post({ type: "turn", turn, message });
      },
      end: () => {
        if (this.#turns.delete(turn)) {
          this.#worker?.postMessage({ type: "forget", turn } satisfies ToAnswering);
        }
      },
    };
  }

  /** Has it give back memory that it does not need. Only while no request is under way. */
  release(): void {
    this.#worker?.postMessage({ type: "release" } satisfies ToAnswering);
  }

  /** Ends it, whatever it is doing. */
  close(): void {
    clearInterval(this.#beat);
    this.#beat = undefined;
    this.#unheard = 0;
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #post(message: ToAnswering): void {
    (this.#worker ??= this.#start()).postMessage(message);
    this.#beat ??= setInterval(() => this.#askForSign(), BEAT_MS);
  }

  /** As long as requests are under way, and until it has shown that what it did last does not hold it up. */
  #askForSign(): void {
    if (this.#unheard >= MOST_UNHEARD) return this.#fail("it is stuck");
    if (this.#turns.size === 0 && this.#unheard === 0) {
      clearInterval(this.#beat);
      this.#beat = undefined;
      return;
    }
    this.#unheard++;
    this.#worker?.postMessage({ type: "ping" } satisfies ToAnswering);
  }

  #start(): Worker {
    const worker = startWorker("daemon pipeline", ANSWERING, {});
    worker.onmessage = ({ data }: MessageEvent<FromAnswering>) => {
      this.#unheard = 0;
      if (data.type === "turn") this.#turns.get(data.turn)?.(data.message);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(event.message);
    };
    return worker;
  }

  #fail(why: string): void {
    this.close();
    const listeners = [...this.#turns.values()];
    this.#turns.clear();
    for (const listener of listeners) {
      listener({ type: "failed", message: `the thread that answers failed: ${why}` });
    }
  }
}
