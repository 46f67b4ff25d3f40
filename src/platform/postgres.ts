import { Client, DatabaseError } from "pg";

/** Address of a database and the credentials for it. */
export interface PostgresAddress {
  readonly hostname: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
  /** True: TLS with a verified certificate, or no connection. */
  readonly isEncrypted: boolean;
  /** Certificate authorities trusted besides the system's, PEM. */
  readonly certificates: readonly string[];
  /** True: the password may be sent in clear text if the server asks for it. */
  readonly isTrusted: boolean;
}

/** The server answered with an error. Its text is not kept, because it may quote what was sent. */
export class PostgresError extends Error {
  /** @param code SQLSTATE, five letters and digits */
  constructor(readonly code: string) {
    super(`PostgreSQL refused: ${code}`);
  }
}

/** The server asks for a password and there is none, or one that may not be sent this way. */
export class PasswordError extends Error {}

/** The other side does not follow PostgreSQL's protocol, or closed the connection. */
export class ProtocolError extends Error {}

/** Rows of values as the server's text. */
export type Rows = readonly (readonly (string | null)[])[];

/** A value for a `$1` of a statement; a list becomes an array. */
export type Value = string | number | readonly (string | number)[];

/** Values stay the text that the server sent. */
const AS_TEXT = { getTypeParser: () => (value: string) => value } as const;

/** One connection to PostgreSQL. One statement at a time. */
export class PostgresClient {
  private constructor(private readonly client: Client) {}

  /** Connects and authenticates. @throws PostgresError, PasswordError, ProtocolError, the system's errors */
  static async open(address: PostgresAddress, signal: AbortSignal): Promise<PostgresClient> {
    let isClearText = false;
    const client = new Client({
      host: address.hostname.replace(/^\[|\]$/g, ""),
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

  /** One statement with values for `$1`, `$2` and so on. @throws as {@link open}; an aborted signal ends the connection */
  async query(text: string, values: readonly Value[], signal: AbortSignal): Promise<Rows> {
    const statement = { text, values: [...values], rowMode: "array" as const, types: AS_TEXT };
    const { rows } = await this.#until(() => this.client.query<(string | null)[]>(statement), signal);
    return rows;
  }

  /** Statements without values, in one transaction. */
  async script(sql: string, signal: AbortSignal): Promise<void> {
    await this.#until(() => this.client.query(sql), signal);
  }

  /** Ends the connection. */
  close(): void {
    void this.client.end();
  }

  async #until<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const stop = (): void => void this.client.connection.stream.destroy();
    signal.throwIfAborted();
    signal.addEventListener("abort", stop, { once: true });
    try {
      return await work();
    } catch (error) {
      throw translated(error);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }
}

function passwordFor({ password, isTrusted }: PostgresAddress, isClearText: boolean): string {
  if (isClearText && !isTrusted) throw new PasswordError("the server wants the password unencrypted");
  if (password !== undefined) return password;
  throw new PasswordError("the server wants a password, and PGPASSWORD is not set");
}

/** The driver's errors as this module's; those of the system and of TLS stay as they are. */
function translated(error: unknown): unknown {
  if (error instanceof DatabaseError) return new PostgresError(error.code ?? "unknown");
  if (!(error instanceof Error) || error instanceof PasswordError || "code" in error) return error;
  if (/terminated|not queryable/.test(error.message)) {
    return new ProtocolError("the server closed the connection");
  }
  if (/SSL/.test(error.message)) return new ProtocolError("the server does not encrypt");
  if (/^SASL/.test(error.message)) return new ProtocolError("the password exchange failed");
  return error;
}
