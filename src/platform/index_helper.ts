/** The job of a build's second thread. */
export interface HelperStart<Job = JobLike> {
  /** Absolute real path. */
  readonly root: string;
  /** Folder of the index. */
  readonly cache: string;
  /** Folder of the grammars, ends with a slash. */
  readonly assets: string;
  readonly job: Job;
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
