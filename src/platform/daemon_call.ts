import type { ToDaemon } from "../model/daemon.ts";
import { SMALL_BYTES } from "./limits.ts";
import { within } from "../model/within.ts";
import { type Connection, drop, linesOf, writeLine } from "./lines.ts";

/** A call of a daemon: lines of JSON out, lines in, which are not looked at here. */
export class DaemonCall {
  readonly #lines: AsyncGenerator<string, void>;
  /** The line that is waited for; later calls wait for the same one. */
  #next: Promise<string | undefined> | undefined;
  #writing: Promise<void> = Promise.resolve();

  /**
   * @param longest UTF-16 units of a line; a longer one is no answer: the block for the model has at most some 10,000 characters,
   * the session's notes as much
   */
  constructor(private readonly connection: Connection, longest: number = SMALL_BYTES) {
    this.#lines = linesOf(connection, longest);
  }

  /** In the order of the calls; what cannot be sent is noticed when no answer comes. */
  send(message: ToDaemon): void {
    const line = JSON.stringify(message);
    this.#writing = this.#writing.then(() => writeLine(this.connection, line)).catch(() => {});
  }

  /** Settles when all that was sent is written. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  /** The next line; undefined when none came within `limitMs`, and when none will. */
  async line(limitMs: number): Promise<string | undefined> {
    this.#next ??= this.#lines.next().then(({ value }) => value ?? undefined, () => undefined);
    const line = await within(this.#next, limitMs);
    if (line !== undefined) this.#next = undefined;
    return line;
  }

  /** Drops the connection. */
  close(): void {
    drop(this.connection);
  }
}
