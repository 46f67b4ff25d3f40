import type { Connection } from "./lines.ts";
import { drop, linesOf, writeLine } from "./lines.ts";

/** Longer messages are not ours. UTF-16 units of JSON. */
const LONGEST_MESSAGE = 16 * 1024 * 1024;

/** What is done with what comes. */
export interface MessageListener<In> {
  receive(message: In): void;
  /** Called once: the other side is gone, or sent something that is not a message. */
  end(): void;
}

/** One end of a connection over which messages go in both directions, a line of JSON each. */
export class MessageLink<In, Out> {
  #isOpen = true;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly connection: Connection, private readonly listener: MessageListener<In>) {
    void this.#read();
  }

  /** In the order of the calls; nothing once the link has ended. */
  send(message: Out): void {
    if (!this.#isOpen) return;
    const line = JSON.stringify(message);
    this.#writing = this.#writing.then(() => writeLine(this.connection, line)).catch(() => this.close());
  }

  /** Drops the connection and notifies the listener. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    drop(this.connection);
    this.listener.end();
  }

  async #read(): Promise<void> {
    try {
      for await (const line of linesOf(this.connection, LONGEST_MESSAGE)) {
        if (!this.#isOpen) return;
        this.listener.receive(JSON.parse(line) as In);
      }
    } catch {
      // A broken connection ends like one that was closed.
    }
    this.close();
  }
}
