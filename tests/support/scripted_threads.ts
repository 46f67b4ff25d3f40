import type { FromSandbox, ToSandbox } from "../../src/model/sandbox.ts";
import type { SandboxTask, TaskProgress, TaskResult } from "../../src/model/prompt.ts";
import { foundBy } from "./engine_kit.ts";

/** A task in a scripted thread. */
export interface ScriptedTask {
  readonly task: SandboxTask;
  /** Of the repository that the thread was shown. */
  readonly root: string;
  readonly say: (progress: TaskProgress) => void;
  /** Whether its time is over. */
  readonly isStopped: () => boolean;
  /** Settles when its time is over. */
  readonly stopped: Promise<void>;
}

/** How threads work on tasks; default: every tool of the plan finds nothing, at once. */
export type WorkScripted = (task: ScriptedTask) => Promise<TaskResult>;

/** One thread. */
export interface ScriptedThread {
  readonly heard: ToSandbox[];
  isEnded: boolean;
}

/** The threads of sandboxes, which are played here until the scope ends. */
export interface ScriptedThreads extends Disposable {
  readonly all: readonly ScriptedThread[];
  /** Replaces how tasks are worked on from now on. */
  work: WorkScripted;
}

const STOP_MS = 2;

/** Has every thread that is started in this scope played here: no code of tools is loaded, no right is asked for. */
export function scriptThreads(
  work: WorkScripted = ({ task }) => Promise.resolve(foundBy(task)),
): ScriptedThreads {
  const { Worker: real } = globalThis;
  const all: ScriptedThread[] = [];
  const threads: ScriptedThreads = {
    all,
    work,
    [Symbol.dispose]: () => {
      globalThis.Worker = real;
    },
  };
  globalThis.Worker = class {
    onmessage: ((event: { data: FromSandbox }) => void) | undefined;
    readonly #thread: ScriptedThread = { heard: [], isEnded: false };

    constructor() {
      all.push(this.#thread);
    }

    postMessage(message: ToSandbox): void {
      if (this.#thread.isEnded) return;
      this.#thread.heard.push(message);
      if (message.type === "task") void this.#work(message);
      if (message.type === "close") this.terminate();
    }

    terminate(): void {
      this.#thread.isEnded = true;
    }

    async #work({ id, task, stop }: Extract<ToSandbox, { type: "task" }>): Promise<void> {
      const say = (progress: TaskProgress): void => {
        if (!this.#thread.isEnded) setTimeout(() => this.onmessage?.({ data: { id, ...progress } }));
      };
      const isStopped = (): boolean => new Int32Array(stop)[0] !== 0;
      const stopped = async (): Promise<void> => {
        while (!isStopped() && !this.#thread.isEnded) {
          await new Promise((resolve) => setTimeout(resolve, STOP_MS));
        }
      };
      const { root } = viewsOf(this.#thread).at(-1)!;
      const result = await threads.work({ task, root, say, isStopped, stopped: stopped() });
      say({ type: "result", result });
    }
  } as unknown as typeof Worker;
  return threads;
}

/** The tasks that a thread was given, in order. */
export function tasksOf({ heard }: ScriptedThread): readonly Extract<ToSandbox, { type: "task" }>[] {
  return heard.filter((message) => message.type === "task");
}

/** The views that a thread was shown, in order. */
export function viewsOf({ heard }: ScriptedThread) {
  return heard.flatMap((message) => message.type === "open" ? message.view : []);
}
