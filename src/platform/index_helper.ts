/** The job of a build's second thread: files to read, or keys to merge. */
export interface HelperStart<Job = JobLike, Merge = unknown> {
  /** Absolute real path. */
  readonly root: string;
  /** Folder of the index. */
  readonly cache: string;
  /** Folder of the grammars, ends with a slash. */
  readonly assets: string;
  readonly job?: Job;
  readonly merge?: Merge;
}

type HelperPlace = Omit<HelperStart, "job" | "merge">;

/**
 * A function that gives a merge to a new worker and returns what ends it. What the worker did stands in the memory that they
 * share.
 */
export function mergeHelper<Merge>(module: URL, place: HelperPlace): (merge: Merge) => () => void {
  return (merge) => {
    const worker = new Worker(module, { type: "module", name: "merge helper" });
    worker.onerror = (event) => event.preventDefault();
    worker.postMessage({ ...place, merge } satisfies HelperStart);
    return () => worker.terminate();
  };
}

/** The job as it crosses threads; see `src/index/ports.ts`. */
export interface JobLike {
  readonly paths: readonly string[];
  readonly sizes: readonly number[];
  readonly next: Int32Array<SharedArrayBuffer>;
  readonly deadline: number;
  readonly batchSize: number;
}

/**
 * A function that gives a job to a new worker and returns what it did; nothing when the worker fails. The worker has the
 * rights of the thread that starts it.
 */
export function indexHelper<Result>(
  module: URL,
  place: HelperPlace,
): (job: JobLike) => Promise<readonly Result[]> {
  return (job) =>
    new Promise((resolve) => {
      const worker = new Worker(module, { type: "module", name: "index helper" });
      const finish = (results: readonly Result[]): void => {
        worker.terminate();
        resolve(results);
      };
      worker.onmessage = (event: MessageEvent<readonly Result[]>) => finish(event.data);
      worker.onerror = (event) => {
        event.preventDefault();
        finish([]);
      };
      worker.postMessage({ ...place, job } satisfies HelperStart);
    });
}
