import type { Piece } from "./messages.ts";
import { errorCode, int32, message, rowOf, statement, text, viewOf } from "./messages.ts";
import { md5Answer, Scram } from "./password.ts";
import type { Heard } from "./socket.ts";
import { PostgresSocket, ProtocolError } from "./socket.ts";

/** Where a database is and who asks. */
export interface PostgresPlace {
  readonly hostname: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
  readonly isEncrypted: boolean;
  /** Authorities trusted besides, PEM. */
  readonly certificates: readonly string[];
  /** True: a password may be sent as it is. */
  readonly isTrusted: boolean;
}

/** What the server refused, by its code (SQLSTATE). */
export class PostgresError extends Error {
  constructor(readonly code: string) {
    super(`PostgreSQL refused: ${code}`);
  }
}

/** The server wants a password and there is none, or one that may not be sent this way. */
export class PasswordError extends Error {}

/** Rows of text. */
export type Rows = readonly (readonly (string | null)[])[];

const VERSION_3 = 196608;
const MOST_ROWS = 100_000;
/** Authentication's kinds. */
const [OK, CLEAR, MD5, SASL, SASL_GOES_ON, SASL_ENDS] = [0, 3, 5, 10, 11, 12];

/**
 * One connection to PostgreSQL over its own protocol, as much of it as statements with text values need. Client libraries
 * read the environment, which the thread that connects cannot.
 */
export class PostgresClient {
  private constructor(private readonly socket: PostgresSocket) {}

  /** Connects and proves who asks. @throws PostgresError, PasswordError, ProtocolError, the system's errors */
  static async open(place: PostgresPlace, signal: AbortSignal): Promise<PostgresClient> {
    const socket = await PostgresSocket.open(place, { ...place, signal });
    const stop = (): void => socket.close();
    signal.addEventListener("abort", stop, { once: true });
    try {
      await begin(socket, place);
      return new PostgresClient(socket);
    } catch (error) {
      stop();
      throw error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** One statement with values for `$1`, `$2` and so on. @throws as {@link open}; an aborted signal ends the connection */
  query(sql: string, values: readonly string[], signal: AbortSignal): Promise<Rows> {
    return this.#ask(statement(sql, values), signal);
  }

  /** Statements without values, in one transaction. */
  async script(sql: string, signal: AbortSignal): Promise<void> {
    await this.#ask([message("Q", text(sql))], signal);
  }

  /** Ends the connection. */
  close(): void {
    this.socket.close();
  }

  async #ask(messages: readonly Uint8Array[], signal: AbortSignal): Promise<Rows> {
    const stop = (): void => this.socket.close();
    signal.addEventListener("abort", stop, { once: true });
    try {
      await this.socket.send(...messages);
      return await answerOf(this.socket);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }
}

async function begin(socket: PostgresSocket, place: PostgresPlace): Promise<void> {
  const named = { user: place.user, database: place.database, application_name: "auto-tools" };
  const pieces = Object.entries(named).flatMap(([name, value]): Piece[] => [text(name), text(value)]);
  await socket.send(
    message("", int32(VERSION_3), ...pieces, text("client_encoding"), text("UTF8"), text("")),
  );
  await prove(socket, place);
  // What keeps the server from being ready now, for instance that there is no such database, ends the connection.
  while ((await hearReply(socket)).letter !== "Z");
}

/** Answers what the server asks until it believes. */
async function prove(socket: PostgresSocket, place: PostgresPlace): Promise<void> {
  let scram: Scram | undefined;
  let isProved = false;
  for (;;) {
    const { kind, rest } = authentication(await hearReply(socket));
    const said = new TextDecoder().decode(rest);
    if (kind === OK && (!scram || isProved)) return;
    if (kind === CLEAR && place.isTrusted) await socket.send(message("p", text(passwordOf(place))));
    else if (kind === CLEAR) throw new PasswordError("the server wants the password unencrypted");
    else if (kind === MD5) {
      await socket.send(message("p", text(md5Answer(place.user, passwordOf(place), rest.subarray(0, 4)))));
    } else if (kind === SASL && said.split("\0").includes("SCRAM-SHA-256")) {
      scram = new Scram(passwordOf(place));
      const first = new TextEncoder().encode(scram.first());
      await socket.send(message("p", text("SCRAM-SHA-256"), int32(first.length), first));
    } else if (kind === SASL_GOES_ON && scram) {
      const proof = await scram.proof(said);
      if (proof === undefined) throw new ProtocolError("a proof that cannot be given");
      await socket.send(message("p", new TextEncoder().encode(proof)));
    } else if (kind === SASL_ENDS && scram?.isServer(said)) isProved = true;
    else throw new ProtocolError("a way to prove the password that is not known");
  }
}

function authentication({ letter, content }: Heard): { readonly kind: number; readonly rest: Uint8Array } {
  if (letter !== "R" || content.length < 4) throw new ProtocolError("something else than authentication");
  return { kind: viewOf(content).getInt32(0), rest: content.subarray(4) };
}

function passwordOf({ password }: PostgresPlace): string {
  if (password === undefined) {
    throw new PasswordError("the server wants a password, and PGPASSWORD is not set");
  }
  return password;
}

/** The next message that matters: notices and settings do not. */
async function hearReply(socket: PostgresSocket): Promise<Heard> {
  for (;;) {
    const heard = await socket.hear();
    if (heard.letter === "E") throw new PostgresError(errorCode(heard.content));
    if (!"NSA".includes(heard.letter)) return heard;
  }
}

/** Rows until the server is ready for the next question; its error is thrown only then. */
async function answerOf(socket: PostgresSocket): Promise<Rows> {
  const rows: (string | null)[][] = [];
  let refused: PostgresError | undefined;
  for (;;) {
    const { letter, content } = await socket.hear();
    if (letter === "Z") break;
    if (letter === "E") refused ??= new PostgresError(errorCode(content));
    else if (letter === "D") {
      const row = rowOf(content);
      if (!row || rows.length >= MOST_ROWS) throw new ProtocolError("rows that cannot be read");
      rows.push(row);
    } else if (!"NSAKC12TnsI".includes(letter)) throw new ProtocolError("a message that was not asked for");
  }
  if (refused) throw refused;
  return rows;
}
