/** Messages in both directions over one connection between two processes of this program: a line of JSON each. */

/** Longer lines are not ours. UTF-16 units. */
const LONGEST_LINE = 16 * 1024 * 1024;
const CHUNK = 64 * 1024;

/** An open connection to another process. */
export type Connection = Deno.Conn;

/** What is done with what comes. */
export interface MessageListener<In> {
  receive(message: In): void;
  /** Called once: the other side is gone, or said what is no message. */
  end(): void;
}

/** One end of a connection. */
export class MessageLink<In, Out> {
  #isOpen = true;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly connection: Connection, private readonly listener: MessageListener<In>) {
    void this.#read();
  }

  /** In the order of the calls; nothing once the link has ended. */
  send(message: Out): void {
    if (!this.#isOpen) return;
    const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
    this.#writing = this.#writing.then(() => this.#write(bytes)).catch(() => this.close());
  }

  /** Drops the connection; the listener is told. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    try {
      this.connection.close();
    } catch {
      // The other side did.
    }
    this.listener.end();
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length && this.#isOpen;) {
      at += await this.connection.write(bytes.subarray(at));
    }
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    const chunk = new Uint8Array(CHUNK);
    let text = "";
    try {
      while (this.#isOpen) {
        const size = await this.connection.read(chunk);
        if (size === null) break;
        const lines = decoder.decode(chunk.subarray(0, size), { stream: true }).split("\n");
        lines[0] = text + lines[0];
        text = lines.pop()!;
        if (text.length > LONGEST_LINE) break;
        for (const line of lines) if (this.#isOpen) this.listener.receive(JSON.parse(line) as In);
      }
    } catch {
      // A broken connection ends like one that was closed.
    }
    this.close();
  }
}
