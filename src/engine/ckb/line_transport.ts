// @ts-types="@modelcontextprotocol/sdk/shared/transport"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import { JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";

/** Characters of one message; a longer one ends the connection. */
const LONGEST_LINE = 8 * 1024 * 1024;

/** The stdio transport where another thread owns the program: lines go out through `say` and come in by `hear`. */
export class LineTransport implements Transport {
  onmessage?: NonNullable<Transport["onmessage"]>;
  onclose?: NonNullable<Transport["onclose"]>;
  readonly #say: (line: string) => void;
  readonly #decoder = new TextDecoder();
  #parts: string[] = [];
  #length = 0;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#say(`${JSON.stringify(message)}\n`);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.onclose?.();
    return Promise.resolve();
  }

  /** Handles a piece of the program's output, cut anywhere. */
  hear(bytes: Uint8Array): void {
    const lines = this.#decoder.decode(bytes, { stream: true }).split("\n");
    for (const [at, part] of lines.entries()) {
      if (at > 0) this.#take();
      this.#parts.push(part);
      this.#length += part.length;
    }
    if (this.#length > LONGEST_LINE) void this.close();
  }

  /** Whatever is no message is left out, as the specification wants of what a server logs by mistake. */
  #take(): void {
    const line = this.#parts.join("");
    this.#parts = [];
    this.#length = 0;
    try {
      this.onmessage?.(JSONRPCMessageSchema.parse(JSON.parse(line)));
    } catch {
      // The answer that is waited for stays out, and its time ends.
    }
  }
}
