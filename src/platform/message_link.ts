import { MESSAGE_BYTES } from "./limits.ts";
import { type Connection, drop, linesOf, writeLine } from "./lines.ts";

/** Handler of a message link. */
export interface MessageListener<In> {
  receive(message: In): void;
  /** Called once, after the other side disconnected or sent an invalid message. */
  end(): void;
}

/** One end of a bidirectional message connection, with one line of JSON per message. */
export class MessageLink<In, Out> {
  #isOpen = true;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly connection: Connection, private readonly listener: MessageListener<In>) {
    void this.#read();
  }

  /** Sends a message, in call order; no effect after the link has ended. */
  send(message: Out): void {
    if (!this.#isOpen) return;
    const line = JSON.stringify(message);
    this.#writing = this.#writing.then(() => writeLine(this.connection, line)).catch(() => this.close());
  }

  /** Closes the connection and notifies the listener. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    drop(this.connection);
    this.listener.end();
  }

  async #read(): Promise<void> {
    try {
      for await (const line of linesOf(this.connection, MESSAGE_BYTES)) {
        if (!this.#isOpen) return;
        this.listener.receive(JSON.parse(line) as In);
      }
    } catch {
      // A broken connection is treated like a closed one.
    }
    this.close();
  }
}
