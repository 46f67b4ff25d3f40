import { Failure } from "../model/errors.ts";
import type { RepositoryView } from "../model/sandbox.ts";
import { packedFiles } from "./assets.ts";
import { onFailure, startWorker } from "./permissions.ts";

/** Messages from the builder, as used here. */
interface BuilderMessage<Built> {
  readonly type: string;
  readonly done?: number;
  readonly total?: number;
  readonly built?: Built;
  readonly message?: string;
}

/** A sandboxed worker that builds an index. This thread must retain its rights until `ready` resolves. */
export class IndexBuild<Built> {
  readonly #worker: Worker;
  /** Resolves after the worker has loaded its modules, which needs this thread's rights. */
  readonly ready: Promise<void>;

  constructor(
    module: URL,
    place: { readonly program: string; readonly root: string; readonly cache?: string },
  ) {
    const { program, root, cache } = place;
    const own = cache ? [cache] : [];
    // Views need them, which are made when this thread has given up its rights.
    packedFiles();
    this.#worker = startWorker("index builder", module, { read: [root, program, ...own], write: own });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.onmessage = () => resolve();
      onFailure(this.#worker, (reason) => reject(new Failure("unknown", reason)));
    });
  }

  /**
   * Builds the index of a view. Large segments are merged only if no prompt waits.
   *
   * @throws Failure if the worker fails
   */
  async run(
    view: RepositoryView,
    { isAwaited, isHurried = false, onProgress }: {
      readonly isAwaited: boolean;
      /** True if a prompt waits: only necessary work is done. Default: false. */
      readonly isHurried?: boolean;
      readonly onProgress: (done: number, total: number) => void;
    },
  ): Promise<Built> {
    const { built } = await this.ask<BuilderMessage<Built>>(
      { type: "build", view, isAwaited, isHurried },
      onProgress,
    );
    if (!built) throw new Failure("unknown", "the index could not be built: no answer");
    return built;
  }

  /**
   * Sends a request to the worker and returns its answer; one at a time.
   *
   * @throws Failure if the worker fails
   */
  ask<Answer extends { readonly type: string }>(
    question: unknown,
    onProgress: (done: number, total: number) => void = () => {},
    transfer: Transferable[] = [],
  ): Promise<Answer> {
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<BuilderMessage<Built> & Answer>) => {
        if (data.type === "indexing") return onProgress(data.done ?? 0, data.total ?? 0);
        if (data.type !== "failed") return resolve(data);
        reject(new Failure("unknown", `the index could not be built: ${data.message}`));
      };
      onFailure(worker, (reason) => reject(new Failure("unknown", reason)));
      worker.postMessage(question, transfer);
    });
  }

  /** Terminates the worker. */
  close(): void {
    this.#worker.terminate();
  }
}
