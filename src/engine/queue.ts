import { Failure } from "../model/errors.ts";

/** Bounds of a queue. */
export interface QueueBounds {
  /** Requests that may wait; one more is refused. Default: any number. */
  readonly waiting?: number;
  /** Maximum wait before it is refused. Milliseconds; default: unlimited. */
  readonly waitMs?: number;
}

/** Conditions of a request's run. */
export interface Turn {
  /** Maximum of concurrent requests, including this one; read at every start. */
  readonly atATime: () => number;
  /** Gives the request up while it waits. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly atATime: () => number;
  readonly begin: () => void;
}

/** Runs a few requests at a time; the others wait in the order they came, within bounds. */
export class RequestQueue {
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #isWarm = false;

  constructor(private readonly bounds: QueueBounds = {}) {}

  /** True once a request has ended: its loaded code serves the next ones. */
  get isWarm(): boolean {
    return this.#isWarm;
  }

  /**
   * Runs the work when it is its turn.
   *
   * @throws Failure when it is refused: `busy` beyond the bounds, `timeout` when its signal gave it up
   */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    await this.#turn(turn);
    try {
      return await work();
    } finally {
      this.#running--;
      this.#isWarm = true;
      this.#next();
    }
  }

  async #turn({ atATime, signal }: Turn): Promise<void> {
    const { waiting = Infinity, waitMs } = this.bounds;
    if (this.#waiting.length >= waiting) {
      throw new Failure("busy", `too many requests at once, waiting already: ${waiting}`);
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one: Waiting = { atATime, begin: resolve };
    const refuse = (failure: Failure): void => {
      const at = this.#waiting.indexOf(one);
      if (at < 0) return;
      this.#waiting.splice(at, 1);
      reject(failure);
    };
    const cancel = (): void => refuse(new Failure("timeout", "cancelled by the client"));
    const expire = (): void => refuse(new Failure("busy", `no turn within: ${waitMs} ms`));
    const timer = waitMs === undefined ? undefined : setTimeout(expire, waitMs);
    signal?.addEventListener("abort", cancel);
    this.#waiting.push(one);
    if (signal?.aborted) cancel();
    this.#next();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    }
  }

  #next(): void {
    const first = this.#waiting[0];
    if (!first || this.#running > 0 && this.#running >= first.atATime()) return;
    this.#waiting.shift();
    this.#running++;
    first.begin();
    this.#next();
  }
}
