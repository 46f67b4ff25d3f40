import { int32, message, viewOf } from "./messages.ts";

/** One message of the server. */
export interface Heard {
  readonly letter: string;
  readonly content: Uint8Array;
}

/** What a server said that is not its protocol; also when it hangs up. */
export class ProtocolError extends Error {}

const TLS_REQUEST = 80877103;
const LARGEST_MESSAGE = 1024 * 1024;
const PIECE = 64 * 1024;

/** A connection that speaks in messages. */
export class PostgresSocket {
  #held = new Uint8Array(0);

  private constructor(private readonly connection: Deno.Conn) {}

  /**
   * Connects, encrypted if that is wanted: a server that cannot is an error.
   *
   * @throws ProtocolError and the system's errors
   */
  static async open(
    place: { readonly hostname: string; readonly port: number },
    options: {
      readonly isEncrypted: boolean;
      readonly certificates: readonly string[];
      readonly signal: AbortSignal;
    },
  ): Promise<PostgresSocket> {
    const hostname = place.hostname.replace(/^\[|\]$/g, "");
    const connection = await Deno.connect({ hostname, port: place.port });
    connection.setNoDelay();
    if (!options.isEncrypted) return new PostgresSocket(connection);
    let open: Deno.Conn = connection;
    const stop = (): void => close(open);
    options.signal.addEventListener("abort", stop, { once: true });
    try {
      await writeAll(connection, message("", int32(TLS_REQUEST)));
      // Not one byte more: what stands behind it unencrypted is not the server's.
      const said = new Uint8Array(1);
      await connection.read(said);
      if (said[0] !== "S".charCodeAt(0)) throw new ProtocolError("the server does not encrypt");
      const caCerts = [...options.certificates];
      const encrypted = await Deno.startTls(connection, { hostname, caCerts });
      open = encrypted;
      await encrypted.handshake();
      return new PostgresSocket(encrypted);
    } catch (error) {
      stop();
      throw error;
    } finally {
      options.signal.removeEventListener("abort", stop);
    }
  }

  /** Sends messages in one go: piece by piece each would wait until the one before it was acknowledged. */
  async send(...messages: readonly Uint8Array[]): Promise<void> {
    const whole = new Uint8Array(messages.reduce((sum, one) => sum + one.length, 0));
    let at = 0;
    for (const one of messages) {
      whole.set(one, at);
      at += one.length;
    }
    await writeAll(this.connection, whole);
  }

  /** The next message. @throws ProtocolError when there is none, or one that is longer than any should be */
  async hear(): Promise<Heard> {
    await this.#fill(5);
    const length = viewOf(this.#held).getInt32(1);
    if (length < 4 || length > LARGEST_MESSAGE) throw new ProtocolError("a message of impossible length");
    await this.#fill(1 + length);
    const letter = String.fromCharCode(this.#held[0]!);
    const content = this.#held.slice(5, 1 + length);
    this.#held = this.#held.subarray(1 + length);
    return { letter, content };
  }

  /** Ends the connection, and whatever waits for it. */
  close(): void {
    close(this.connection);
  }

  async #fill(bytes: number): Promise<void> {
    while (this.#held.length < bytes) {
      const piece = new Uint8Array(PIECE);
      const count = await this.connection.read(piece);
      if (count === null) throw new ProtocolError("the server hung up");
      const whole = new Uint8Array(this.#held.length + count);
      whole.set(this.#held);
      whole.set(piece.subarray(0, count), this.#held.length);
      this.#held = whole;
    }
  }
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // The other side was faster.
  }
}
