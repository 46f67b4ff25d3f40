/** Job of a build's helper thread. */
export interface HelperStart<Job = JobLike> {
  /** Absolute real path. */
  readonly root: string;
  /** Folder of the index. */
  readonly cache: string;
  /** Folder of the grammars, with a trailing slash. */
  readonly assets: string;
  readonly job: Job;
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
  place: Omit<HelperStart, "job">,
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
