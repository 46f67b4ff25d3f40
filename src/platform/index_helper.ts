import type { PackedFiles } from "../model/sandbox.ts";
import { haveFolder, onFailure } from "./permissions.ts";

/** Job of a build's helper thread. */
export interface HelperStart {
  /** Absolute real path. */
  readonly root: string;
  /** Folder of the index. */
  readonly cache: string;
  /** Holds the grammars. */
  readonly assets: PackedFiles;
  readonly job: HelperJob;
}

/** A job shared with a helper thread. */
export interface HelperJob {
  /** Files in reading order. */
  readonly paths: readonly string[];
  /** Sizes of the files, in bytes. */
  readonly sizes: readonly number[];
  /** Shared counter: index of the next free file. A thread takes a file by incrementing it. */
  readonly next: Int32Array<SharedArrayBuffer>;
  /** Time after which no further file is started, as in `Date.now`. */
  readonly deadline: number;
  /** Number of characters after which a segment is written. */
  readonly batchSize: number;
}

/**
 * Returns a function that runs a job in a new worker; the result is empty if the worker fails. The worker has the
 * rights of the starting thread.
 */
export function indexHelper<Result>(
  module: URL,
  place: Omit<HelperStart, "job">,
): (job: HelperJob) => Promise<readonly Result[]> {
  return (job) =>
    new Promise((resolve) => {
      haveFolder();
      const worker = new Worker(module, { type: "module", name: "index helper" });
      const finish = (results: readonly Result[]): void => {
        worker.terminate();
        resolve(results);
      };
      worker.onmessage = (event: MessageEvent<readonly Result[]>) => finish(event.data);
      onFailure(worker, () => finish([]));
      worker.postMessage({ ...place, job } satisfies HelperStart);
    });
}
