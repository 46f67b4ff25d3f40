import type { ToolName } from "./tools.ts";
import type { RepositoryFacts } from "./calls.ts";
import type { SandboxTask, TaskMessage } from "./prompt.ts";
import type { QueryEmbedding, QuestionSpace } from "./semantic.ts";

/** Messages between the main thread and the sandboxed worker. Everything is structured-cloneable. */

/**
 * Main thread to worker. `prepare` may come first, to load the tools' code before there is anything to read. `expect`
 * comes while git lists: the index is opened as it was listed before, and serves if git lists the same. `question`,
 * before the task, announces that the question is being embedded; `semantic` brings the result, also an empty one.
 * `rest` ends a request in a daemon: the next one begins with `open`. `release` comes after a while without a
 * request: the worker gives back memory that it does not need. `close` is the last: the worker closes its files and
 * ends.
 */
export type ToSandbox =
  | { readonly type: "prepare"; readonly tools: readonly ToolName[] }
  | { readonly type: "expect"; readonly view: RepositoryView }
  | { readonly type: "open"; readonly view: RepositoryView }
  | { readonly type: "question"; readonly space: QuestionSpace }
  | { readonly type: "semantic"; readonly query: QueryEmbedding }
  | TaskQuestion
  | { readonly type: "rest" }
  | { readonly type: "release" }
  | { readonly type: "close" };

/** Worker to main thread. `objects` asks for contents that git has under these ids. */
export type FromSandbox =
  | { readonly type: "ready" }
  | { readonly type: "broken"; readonly message: string }
  | { readonly type: "objects"; readonly ids: readonly string[] }
  | TaskMessage;

/** Asks for a task. Times are milliseconds since the epoch, which all threads agree on. */
export interface TaskQuestion {
  readonly type: "task";
  /** Never used twice for a worker. */
  readonly id: number;
  readonly task: SandboxTask;
  /** When the request's time began, when the task should have ended, and when at the latest, if nothing was found. */
  readonly startedAt: number;
  readonly endsAt: number;
  readonly latestAt: number;
  /** One number of 32 bits: once it is not 0 the time is over. */
  readonly stop: SharedArrayBuffer;
}

/** Settings that determine the view of a repository. */
export interface ViewRules {
  /** The user's own exclusions, glob patterns. */
  readonly exclude: readonly string[];
  /** Milliseconds an answer may be reused; 0: never. */
  readonly ttlMs: number;
}

/** Files of the program for sandboxed workers: their folder with a trailing slash, or all of them in shared memory. */
export type PackedFiles = string | {
  readonly bytes: Uint8Array;
  /** Start and end of each file by its name. */
  readonly places: Readonly<Record<string, readonly [start: number, end: number]>>;
};

/** Facts about the root that the main thread collected before the sandbox closed. */
export interface RepositoryView {
  /** Absolute real path of the root. */
  readonly root: string;
  readonly facts: RepositoryFacts;
  /** NUL-separated paths relative to the root as git lists them; absent: the worker walks the folders. */
  readonly listing?: Uint8Array<ArrayBuffer>;
  /** Sizes and times of the listing's files, filled by the main thread while the worker comes up. */
  readonly stats?: SharedArrayBuffer;
  /** Two views of one worker with the same number show the same tree; absent: the files have to be looked at. */
  readonly look?: number;
  /** Absolute folder for the index; absent: nothing is stored. */
  readonly cache?: string;
  /** Module of the index's second thread. */
  readonly helper: string;
  /** Holds the grammars. */
  readonly assets: PackedFiles;
  /** Changes whenever the same tree may be listed or read differently. */
  readonly rules: string;
  /** The user's own exclusions, glob patterns. */
  readonly exclude: readonly string[];
  /** Absent: no answer is kept for later calls. */
  readonly answers?: {
    /** Milliseconds an answer may be reused; more than 0. */
    readonly ttlMs: number;
    /** The program that answers. */
    readonly program: string;
  };
  /** For tests: what breaks on purpose; absent outside of them. */
  readonly fault?: string;
}
