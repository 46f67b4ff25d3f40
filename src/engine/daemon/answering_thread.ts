import type { DaemonResult, FromAnswering, ToAnswering } from "../../model/daemon.ts";
import { startWorker } from "../../platform/permissions.ts";
import { ANSWERING } from "../../platform/program.ts";

/** The last messages of a request. */
export const RESULTS: readonly string[] = ["idle", "answer", "found"] satisfies DaemonResult["type"][];

/** The thread that answers: started when it is first needed, and anew after one that had to be ended. */
export class AnsweringThread {
  #worker: Worker | undefined;
  #listener: (message: FromAnswering) => void = () => {};
  #isAsked = false;

  /** Receives its messages from now on. */
  listen(listener: (message: FromAnswering) => void): void {
    this.#listener = listener;
  }

  /** Tells it something. */
  say(message: ToAnswering): void {
    if (message.type === "ask") this.#isAsked = true;
    (this.#worker ??= this.#start()).postMessage(message);
  }

  /** A request is over: a thread that has not answered it is ended. */
  rest(): void {
    this.#listener = () => {};
    if (this.#isAsked) this.close();
  }

  /** Has it give back memory that it does not need. Only while no request is under way. */
  release(): void {
    this.#worker?.postMessage({ type: "release" } satisfies ToAnswering);
  }

  /** Ends it, whatever it is doing. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#isAsked = false;
  }

  #start(): Worker {
    const worker = startWorker("daemon pipeline", ANSWERING, {});
    worker.onmessage = ({ data }: MessageEvent<FromAnswering>) => {
      if (data.type === "failed" || RESULTS.includes(data.type)) this.#isAsked = false;
      this.#listener(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      const listener = this.#listener;
      this.close();
      listener({ type: "failed", message: `the thread that answers failed: ${event.message}` });
    };
    return worker;
  }
}
