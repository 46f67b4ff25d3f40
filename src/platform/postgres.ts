import type { EngineService } from "../model/semantic.ts";
import { withoutBrackets } from "./connected_worker.ts";
import { Client, DatabaseError } from "pg";

/** Address and credentials of a database. */
export interface PostgresAddress extends Omit<EngineService, "url"> {
  readonly hostname: string;
  readonly port: number;
  /** Trusted certificate authorities in addition to the system's, PEM. */
  readonly certificates: readonly string[];
  /** True if the password may be sent in clear text at the server's request. */
  readonly isTrusted: boolean;
}

/** The server answered with an error. Its text is dropped, because it may quote the request. */
export class PostgresError extends Error {
  /** @param code SQLSTATE, five letters and digits */
  constructor(readonly code: string) {
    super(`PostgreSQL refused: ${code}`);
  }
}

/** The server asks for a password, and there is none, or it must not be sent this way. */
export class PasswordError extends Error {}

/** The server violated PostgreSQL's protocol, or closed the connection. */
export class ProtocolError extends Error {}

/** Rows of values as text of the server. */
export type Rows = readonly (readonly (string | null)[])[];

/** Value of a parameter such as `$1`; a list becomes an array. */
export type Value = string | number | readonly (string | number)[];

/** Leaves values as text. */
const AS_TEXT = { getTypeParser: () => (value: string) => value } as const;

/** A connection to PostgreSQL; one statement at a time. */
export class PostgresClient {
  private constructor(private readonly client: Client) {}

  /** Connects and authenticates. @throws PostgresError, PasswordError, ProtocolError, system errors */
  static async open(address: PostgresAddress, signal: AbortSignal): Promise<PostgresClient> {
    let isClearText = false;
    const client = new Client({
      host: withoutBrackets(address.hostname),
      port: address.port,
      user: address.user,
      database: address.database,
      password: () => passwordFor(address, isClearText),
      application_name: "auto-tools",
      ssl: address.isEncrypted && { ca: [...address.certificates] },
    });
    // A connection that breaks between two statements is reported by the next one.
    client.on("error", () => {});
    const { connection } = client;
    let isProved = true;
    connection.once("authenticationCleartextPassword", () => isClearText = true);
    connection.once("authenticationSASL", () => isProved = false);
    connection.once("authenticationSASLFinal", () => isProved = true);
    const opened = new PostgresClient(client);
    try {
      await opened.#until(() => client.connect(), signal);
      if (!isProved) throw new ProtocolError("the server did not prove that it knows the password");
      return opened;
    } catch (error) {
      connection.stream.destroy();
      throw error;
    }
  }

  /**
   * Runs one statement with values for `$1`, `$2` and so on. @throws as {@link open}; an aborted signal ends the
   * connection
   */
  async query(text: string, values: readonly Value[], signal: AbortSignal): Promise<Rows> {
    const statement = { text, values: [...values], rowMode: "array" as const, types: AS_TEXT };
    const { rows } = await this.#until(() => this.client.query<(string | null)[]>(statement), signal);
    return rows;
  }

  /** Runs statements without values in one transaction. */
  async script(sql: string, signal: AbortSignal): Promise<void> {
    await this.#until(() => this.client.query(sql), signal);
  }

  /** Ends the connection. */
  close(): void {
    void this.client.end();
  }

  /** @param most maximum answer in bytes; the longest one, 2,000 ids of contents, has 0.2 MB */
  async #until<T>(work: () => Promise<T>, signal: AbortSignal, most: number = 4 * 1024 * 1024): Promise<T> {
    const { stream } = this.client.connection;
    const stop = (): void => void stream.destroy();
    let size = 0;
    const count = (bytes: Uint8Array): void => {
      if ((size += bytes.length) > most) stop();
    };
    signal.throwIfAborted();
    signal.addEventListener("abort", stop, { once: true });
    stream.on("data", count);
    try {
      return await work();
    } catch (error) {
      throw size > most ? new ProtocolError("the answer is too long") : translated(error);
    } finally {
      signal.removeEventListener("abort", stop);
      stream.off("data", count);
    }
  }
}

function passwordFor({ password, isTrusted }: PostgresAddress, isClearText: boolean): string {
  if (isClearText && !isTrusted) throw new PasswordError("the server wants the password unencrypted");
  if (password !== undefined) return password;
  throw new PasswordError("the server wants a password, and PGPASSWORD is not set");
}

/** Converts the driver's errors to those of this module; system and TLS errors are unchanged. */
function translated(error: unknown): unknown {
  if (error instanceof DatabaseError) return new PostgresError(error.code ?? "unknown");
  if (!(error instanceof Error) || error instanceof PasswordError || "code" in error) return error;
  if (error.message.includes("terminated") || error.message.includes("not queryable")) {
    return new ProtocolError("the server closed the connection");
  }
  if (error.message.includes("SSL")) return new ProtocolError("the server does not encrypt");
  if (error.message.startsWith("SASL")) return new ProtocolError("the password exchange failed");
  return error;
}
