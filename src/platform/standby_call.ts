import type { Connection } from "./message_link.ts";

/** Longer answers are not ours. Bytes. */
const LONGEST_ANSWER = 4 * 1024 * 1024;
const CHUNK = 64 * 1024;

/** A call of a process that stands by: lines of JSON out, lines in, which are not looked at here. */
export class StandbyCall {
  readonly #lines: string[] = [];
  #rest = "";
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly connection: Connection) {}

  /** In the order of the calls; what cannot be sent is noticed when no answer comes. */
  send(message: unknown): void {
    const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
    this.#writing = this.#writing.then(() => this.#write(bytes)).catch(() => {});
  }

  /** The next line; undefined when none came within `limitMs`. */
  async line(limitMs: number): Promise<string | undefined> {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), limitMs);
    const line = await Promise.race([this.#next().catch(() => undefined), late.promise]);
    clearTimeout(timer);
    return line;
  }

  /** Drops the connection. */
  close(): void {
    try {
      this.connection.close();
    } catch {
      // The other side did.
    }
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) at += await this.connection.write(bytes.subarray(at));
  }

  async #next(): Promise<string | undefined> {
    const chunk = new Uint8Array(CHUNK);
    const decoder = new TextDecoder();
    while (this.#lines.length === 0) {
      const size = await this.connection.read(chunk);
      if (size === null || this.#rest.length > LONGEST_ANSWER) return undefined;
      const lines = (this.#rest + decoder.decode(chunk.subarray(0, size), { stream: true })).split("\n");
      this.#rest = lines.pop()!;
      this.#lines.push(...lines);
    }
    return this.#lines.shift();
  }
}
