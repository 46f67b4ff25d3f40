import { within } from "../model/within.ts";
import { callLater } from "./clock.ts";
import type { Delivery, SandboxTask, TaskMessage, TaskResult } from "../model/prompt.ts";
import { Failure } from "../model/errors.ts";
import type { FromSandbox, PackedFiles, RepositoryView, TaskQuestion, ToSandbox } from "../model/sandbox.ts";
import type { ToolName } from "../model/tools.ts";
import { onFailure, startWorker } from "./permissions.ts";

/** Module and permissions of the sandboxed code. */
export interface SandboxOptions {
  /** The worker's module. */
  readonly module: URL;
  /** Folder of the program's own modules and assets, readable besides the root. */
  readonly program: string;
  /** Sent first; absent for a module that is not packed. */
  readonly script?: PackedFiles;
  readonly root: string;
  /** The only folder it may write to; absent: nowhere. */
  readonly cache?: string;
}

/** Time limit of a worker to close its open files before it is ended. Milliseconds. */
const CLOSE_MS = 2000;

/** Answers for git's objects; they are passed to the sandbox in the order of the questions. */
export interface ObjectSource {
  ask(ids: readonly string[]): void;
  /** Called when the worker is ended. */
  close(): void;
}

/** Options of a task. */
export interface TaskRun extends Pick<TaskQuestion, "startedAt" | "endsAt" | "latestAt"> {
  /** Called with each better draft of what could be delivered. */
  readonly onDraft?: ((delivery: Delivery) => void) | undefined;
  /** Called when a tool begins, with its time limit in milliseconds. */
  readonly onRunning?: ((tool: ToolName, limitMs: number) => void) | undefined;
  /** Aborted when the time is over: tools end as they do at their limits. */
  readonly signal?: AbortSignal | undefined;
}

interface PendingTask {
  readonly run: TaskRun;
  readonly resolve: (result: TaskResult) => void;
  readonly reject: (error: Failure) => void;
}

let lastTask = 0;

/**
 * A worker that may read the root and nothing else. It must be started before the main thread gives up its rights,
 * because a worker never has more than its creator.
 */
export class Sandbox {
  #worker: Worker | undefined;
  readonly #tasks = new Map<number, PendingTask>();
  #opened: PromiseWithResolvers<void> = Promise.withResolvers();
  #objects: ObjectSource | undefined;
  /** Called when no task is left, or it is ended. */
  #waiting: (() => void)[] = [];

  constructor(options: SandboxOptions) {
    const { module, root, program, script, cache } = options;
    const own = cache ? [cache] : [];
    this.#worker = startWorker("sandbox", module, { read: [root, program, ...own], write: own });
    if (script) this.tell(script);
    this.#worker.onmessage = (event: MessageEvent<FromSandbox>) => this.#receive(event.data);
    onFailure(this.#worker, (reason) => this.#fail(reason));
  }

  /** Loads the code of tools while the worker has nothing to look at yet. */
  prepare(tools: readonly ToolName[]): void {
    this.#post({ type: "prepare", tools });
  }

  /** Announces what the worker will look at as soon as git has listed. */
  expect(view: RepositoryView): void {
    this.#post({ type: "expect", view });
  }

  /** Shows the worker what it looks at; tasks wait until then. */
  open(view: RepositoryView): void {
    this.#post({ type: "open", view }, view.listing ? [view.listing.buffer] : []);
    this.#opened.resolve();
  }

  /** Returns git's objects that the worker asks for. */
  serveObjects(objects: ObjectSource): void {
    this.#objects = objects;
  }

  /** Hands over what no task answers, such as a piece of git's output; `bytes` are given away. */
  tell(message: unknown, bytes: Transferable[] = []): void {
    this.#worker?.postMessage(message, bytes);
  }

  /**
   * Has a task done.
   *
   * @throws Failure when the worker fails or is ended
   */
  async run(task: SandboxTask, run: TaskRun): Promise<TaskResult> {
    await this.#opened.promise;
    if (!this.#worker) throw new Failure("toolUnavailable", "the worker was stopped before");
    const id = ++lastTask;
    const { promise, resolve, reject } = Promise.withResolvers<TaskResult>();
    this.#tasks.set(id, { run, resolve, reject });
    const { startedAt, endsAt, latestAt, signal } = run;
    const stop = new SharedArrayBuffer(4);
    const end = (): void => void Atomics.store(new Int32Array(stop), 0, 1);
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted) end();
    this.#post({ type: "task", id, task, startedAt, endsAt, latestAt, stop });
    return await promise;
  }

  /** False once its thread has failed or was ended. */
  get isUp(): boolean {
    return this.#worker !== undefined;
  }

  /** True if it is up, works on no task and has answered. */
  get isIdle(): boolean {
    return this.isUp && this.#tasks.size === 0;
  }

  /** Waits up to `limitMs` for the tasks that are left; returns {@link isIdle}. */
  async idleWithin(limitMs: number): Promise<boolean> {
    if (this.isIdle || !this.isUp) return this.isIdle;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    await within(promise, limitMs);
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
   * ended. Only where {@link isIdle}, or broken with this failure, which its tasks get.
   */
  close(failure: Failure = new Failure("toolUnavailable", "the worker was closed")): void {
    const worker = this.#worker;
    this.#post({ type: "close" });
    this.#leave(failure);
    callLater(CLOSE_MS, () => worker?.terminate());
  }

  /** Ends the worker at once, whatever it is doing; its tasks fail. */
  abort(): void {
    this.#worker?.terminate();
    this.#leave(new Failure("toolUnavailable", "the worker was stopped"));
  }

  #leave(failure: Failure): void {
    this.#worker = undefined;
    for (const { reject } of this.#tasks.values()) reject(failure);
    this.#tasks.clear();
    this.#opened.resolve();
    this.#objects?.close();
    this.#notifyWaiting();
  }

  #post(message: ToSandbox, transfer: Transferable[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }

  #receive(message: FromSandbox): void {
    if (message.type === "ready") return;
    if (message.type === "broken") return this.#fail(`the worker failed: ${message.message}`);
    if (message.type === "objects") return this.#objects?.ask(message.ids);
    this.#progress(message);
  }

  #progress(message: TaskMessage): void {
    const task = this.#tasks.get(message.id);
    if (!task) return;
    if (message.type === "running") return task.run.onRunning?.(message.tool, message.limitMs);
    if (message.type === "draft") return task.run.onDraft?.(message.delivery);
    this.#tasks.delete(message.id);
    if (message.type === "result") task.resolve(message.result);
    else task.reject(new Failure("unknown", message.message));
    if (this.#tasks.size === 0) this.#notifyWaiting();
  }

  #notifyWaiting(): void {
    for (const notify of this.#waiting.splice(0)) notify();
  }

  #fail(message: string): void {
    this.close(new Failure("unknown", message));
  }
}
