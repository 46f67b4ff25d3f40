import { Failure } from "../model/errors.ts";
import type { Findings } from "../model/findings.ts";
import type { FromSandbox, RepositoryView, ToSandbox } from "../model/sandbox.ts";
import type { ToolCall } from "../model/plan.ts";
import type { ToolName } from "../model/tools.ts";
import type { RunCall, ToolHost } from "../model/ports.ts";
import { PendingCalls } from "./pending_calls.ts";
import { startWorker } from "./permissions.ts";

/** Where the sandboxed code lives and what it may touch. */
export interface SandboxOptions {
  /** The worker's module. */
  readonly module: URL;
  /** Folder of the program's own modules and assets, readable besides the root. */
  readonly program: string;
  readonly root: string;
  /** The only folder it may write to; absent: nowhere. */
  readonly cache?: string;
}

/** How long a worker may take to close what it holds open before it is ended. Milliseconds. */
const CLOSE_MS = 2000;

/** Answers for git's objects; they are told to the sandbox in the order of the questions. */
export interface ObjectSource {
  ask(ids: readonly string[]): void;
  /** Called when the worker is ended. */
  close(): void;
}

/**
 * A worker that may read the root and nothing else. It must be started before the main thread gives up its rights,
 * because a worker never has more than its creator.
 */
export class Sandbox implements ToolHost {
  #worker: Worker | undefined;
  readonly #calls: PendingCalls = new PendingCalls((question) => this.#post(question));
  #opened: PromiseWithResolvers<void> = Promise.withResolvers();
  #objects: ObjectSource | undefined;
  /** Told when no call is left, or it is ended. */
  #waiting: (() => void)[] = [];

  constructor(options: SandboxOptions) {
    const { module, root, program, cache } = options;
    const own = cache ? [cache] : [];
    this.#worker = startWorker("sandbox", module, { read: [root, program, ...own], write: own });
    this.#worker.onmessage = (event: MessageEvent<FromSandbox>) => this.#receive(event.data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(new Failure("unknown", `the worker failed: ${event.message}`));
    };
  }

  /** Loads the code of tools while the worker has nothing to look at yet. */
  prepare(tools: readonly ToolName[]): void {
    this.#post({ type: "prepare", tools });
  }

  /** Tells the worker what it will look at, as soon as git has listed. */
  expect(view: RepositoryView): void {
    this.#post({ type: "expect", view });
  }

  /** Tells the worker what it looks at; calls wait until then. */
  open(view: RepositoryView): void {
    this.#post({ type: "open", view }, view.listing ? [view.listing.buffer] : []);
    this.#opened.resolve();
  }

  /** Returns git's objects that the worker asks for. */
  serveObjects(objects: ObjectSource): void {
    this.#objects = objects;
  }

  /** Hands over what no call answers, such as a piece of git's output; `bytes` are given away. */
  tell(message: unknown, bytes: Transferable[] = []): void {
    this.#worker?.postMessage(message, bytes);
  }

  async run(call: ToolCall, options: RunCall): Promise<Findings> {
    await this.#opened.promise;
    if (!this.#worker) throw new Failure("toolUnavailable", `the worker was stopped before: ${call.tool}`);
    return await this.#calls.run(call, options);
  }

  /** False once its thread has failed or was ended. */
  get isUp(): boolean {
    return this.#worker !== undefined;
  }

  /** Whether it is up, runs no call and has answered. */
  get isIdle(): boolean {
    return this.isUp && this.#calls.size === 0;
  }

  /** Waits for the calls that are left, at most so many milliseconds. Whether it is idle then. */
  async idleWithin(limitMs: number): Promise<boolean> {
    if (this.isIdle || !this.isUp) return this.isIdle;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    const timer = setTimeout(resolve, limitMs);
    await promise;
    clearTimeout(timer);
    return this.isIdle;
  }

  /** A request is over, the next one begins with {@link open}. Only where {@link isIdle}. */
  rest(): void {
    this.#post({ type: "rest" });
    this.#opened = Promise.withResolvers();
    this.#objects?.close();
    this.#objects = undefined;
  }

  /** Has the worker give back memory that it does not need. Only where {@link isIdle}. */
  release(): void {
    this.#post({ type: "release" });
  }

  /**
   * Has the worker close its files and end, and gives it a moment for that: the runtime closes no database of a thread that is
   * ended. Only where {@link isIdle}.
   */
  close(): void {
    const worker = this.#worker;
    this.#post({ type: "close" });
    this.#leave();
    Deno.unrefTimer(setTimeout(() => worker?.terminate(), CLOSE_MS));
  }

  abort(): void {
    this.#worker?.terminate();
    this.#leave();
  }

  #leave(): void {
    this.#worker = undefined;
    this.#calls.clear();
    this.#objects?.close();
    this.#tellWaiting();
  }

  #post(message: ToSandbox, transfer: Transferable[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }

  #receive(message: FromSandbox): void {
    if (message.type === "ready") return;
    if (message.type === "broken") {
      return this.#fail(new Failure("unknown", `the worker failed: ${message.message}`));
    }
    if (message.type === "objects") return this.#objects?.ask(message.ids);
    this.#calls.receive(message);
    if (this.#calls.size === 0) this.#tellWaiting();
  }

  #tellWaiting(): void {
    for (const tell of this.#waiting.splice(0)) tell();
  }

  #fail(error: Failure): void {
    this.#calls.fail(error);
    this.abort();
  }
}
