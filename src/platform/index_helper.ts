/** Job of a build's helper thread: files to read, or keys to merge. */
export interface HelperStart<Job = JobLike, Merge = unknown> {
  /** Absolute real path. */
  readonly root: string;
  /** Folder of the index. */
  readonly cache: string;
  /** Folder of the grammars, with a trailing slash. */
  readonly assets: string;
  readonly job?: Job;
  readonly merge?: Merge;
}

type HelperPlace = Omit<HelperStart, "job" | "merge">;

/**
 * Returns a function that starts a worker for a merge and returns a function to terminate it. Results are in shared
 * memory.
 */
export function mergeHelper<Merge>(module: URL, place: HelperPlace): (merge: Merge) => () => void {
  return (merge) => {
    const worker = new Worker(module, { type: "module", name: "merge helper" });
    worker.onerror = (event) => event.preventDefault();
    worker.postMessage({ ...place, merge } satisfies HelperStart);
    return () => worker.terminate();
  };
}

/** The job as passed between threads; see `src/index/ports.ts`. */
export interface JobLike {
  readonly paths: readonly string[];
  readonly sizes: readonly number[];
  readonly next: Int32Array<SharedArrayBuffer>;
  readonly deadline: number;
  readonly batchSize: number;
}

/**
 * Returns a function that runs a job in a new worker; the result is empty if the worker fails. The worker has the
 * rights of the starting thread.
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
