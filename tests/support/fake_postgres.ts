import { Buffer } from "node:buffer";
import { startRaw } from "./provider.ts";

/**
 * PostgreSQL with pgvector on loopback, in memory: as much of its protocol as the driver uses, and of its SQL the statements
 * of `src/semantic/network/pgvector.ts`. What it does not know it refuses. For where none is installed.
 */

/** A table of vectors; rows by `content/chunk`. */
interface Table {
  readonly dimension: number;
  readonly rows: Map<string, Row>;
}

interface Row {
  readonly content: string;
  readonly chunk: string;
  readonly vector: readonly number[];
}

/** A server with what it stores. */
export interface FakePostgres extends AsyncDisposable {
  readonly port: number;
  readonly tables: ReadonlyMap<string, Table>;
  /** Statements and their values, in the order of their arrival. */
  readonly seen: readonly (readonly string[])[];
}

/** Starts a server; with a password it refuses a client that has another. */
export function startFakePostgres(password?: string): FakePostgres {
  const tables = new Map<string, Table>();
  const seen: string[][] = [];
  const answer = (sql: string, values: readonly string[]): Rows => {
    seen.push([sql, ...values]);
    return answerTo(tables, sql, values);
  };
  const server = startRaw(async (connection) => {
    const reader = new Reader(connection.readable.getReader());
    const send = async (...messages: readonly Uint8Array[]): Promise<void> => {
      for (const message of messages) await connection.write(message);
    };
    await reader.startup();
    if (password !== undefined) {
      await send(message("R", int(3)));
      if (text((await reader.message()).body) !== password) {
        return await send(message("E", encoder.encode("SFATAL\0C28P01\0Mno\0\0")));
      }
    }
    await send(message("R", int(0)), READY);
    let [statement, values]: [string, string[]] = ["", []];
    for (;;) {
      const { type, body } = await reader.message();
      if (type === "X") return connection.close();
      if (type === "P") statement = text(body.subarray(body.indexOf(0) + 1));
      if (type === "B") values = valuesOf(body);
      if (type === "S") await send(READY);
      try {
        if (type === "Q") {
          for (const sql of text(body).split(";\n")) answer(sql, []);
          await send(message("C", encoder.encode("OK\0")), READY);
        }
        if (type === "E") {
          const rows = answer(statement, values);
          const columns = Array.from({ length: rows[0]?.length ?? 0 }, () => [0, ...COLUMN]).flat();
          const described = message("T", Uint8Array.of(0, rows[0]?.length ?? 0, ...columns));
          const done = message("C", encoder.encode("OK\0"));
          await send(message("1"), message("2"), described, ...rows.map(dataRow), done);
        }
      } catch (error) {
        await send(message("E", encoder.encode(`SERROR\0C${(error as Error).message}\0Mno\0\0`)));
        if (type === "Q") await send(READY);
      }
    }
  });
  return { port: server.port, tables, seen, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

type Rows = readonly (readonly string[])[];

const UNKNOWN_STATEMENT = "42601";
const OTHER_LENGTH = "22000";

function answerTo(tables: Map<string, Table>, sql: string, values: readonly string[]): Rows {
  if (
    /^(?:SELECT pg_advisory_xact_lock|CREATE EXTENSION|CREATE INDEX|SET hnsw\.ef_search = \d+$)/.test(sql)
  ) {
    return [];
  }
  const [, created, dimension] = /^CREATE TABLE IF NOT EXISTS (\w+) \(.*vector\((\d+)\)/.exec(sql) ?? [];
  if (created !== undefined) {
    if (!tables.has(created)) tables.set(created, { dimension: Number(dimension), rows: new Map() });
    return [];
  }
  const [first = "", second = "", third = ""] = values;
  if (sql.startsWith("SELECT atttypmod FROM pg_attribute")) {
    const table = tables.get(first);
    return table ? [[String(table.dimension)]] : [];
  }
  const table = tables.get(/\b(?:FROM|INTO) (auto_tools_\w+)/.exec(sql)?.[1] ?? "");
  if (table && sql.startsWith("SELECT DISTINCT content")) {
    const wanted = new Set(arrayOf(first));
    return [...new Set([...table.rows.values()].map(({ content }) => content))]
      .filter((content) => wanted.has(content)).map((content) => [content]);
  }
  if (table && sql.startsWith("INSERT INTO")) {
    const [contents, chunks, vectors] = [arrayOf(first), arrayOf(second), arrayOf(third).map(vectorOf)];
    if (vectors.some(({ length }) => length !== table.dimension)) throw new Error(OTHER_LENGTH);
    contents.forEach((content, at) => {
      const key = `${content}/${chunks[at]}`;
      if (!table.rows.has(key)) table.rows.set(key, { content, chunk: chunks[at]!, vector: vectors[at]! });
    });
    return [];
  }
  if (table && sql.startsWith("SELECT content, chunk, 1 - (vector <=> $1::vector)")) {
    const query = vectorOf(first);
    const near = [...table.rows.values()].map((row) => ({ ...row, similarity: cosine(query, row.vector) }))
      .sort((a, b) => b.similarity - a.similarity).slice(0, Number(second));
    return near.map(({ content, chunk, similarity }) => [content, chunk, String(similarity)]);
  }
  throw new Error(UNKNOWN_STATEMENT);
}

function arrayOf(literal: string): string[] {
  return JSON.parse(`[${literal.slice(1, -1)}]`).map(String);
}

function vectorOf(literal: string): number[] {
  return JSON.parse(literal);
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, one, at) => sum + one * y[at]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

const encoder = new TextEncoder();

/** A text up to its final zero. */
function text(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

function int(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value);
  return bytes;
}

function message(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 4);
  return Uint8Array.from([type.charCodeAt(0), ...int(length), ...parts.flatMap((part) => [...part])]);
}

const READY = message("Z", encoder.encode("I"));
/** A column of a row's description, after its name: table, attribute, type, size, modifier, format. */
const COLUMN = new Uint8Array(18);

function dataRow(values: readonly string[]): Uint8Array {
  const fields = values.flatMap((value) => {
    const bytes = encoder.encode(value);
    return [int(bytes.length), bytes];
  });
  return message("D", Uint8Array.of(0, values.length), ...fields);
}

/** The values of a statement, which all come as text. */
function valuesOf(body: Uint8Array): string[] {
  const view = new DataView(body.buffer, body.byteOffset);
  // Names of portal and statement, then the formats.
  let at = body.indexOf(0, body.indexOf(0) + 1) + 1;
  at += 2 + 2 * view.getInt16(at);
  const values = Array.from({ length: view.getInt16(at) });
  at += 2;
  return values.map(() => {
    const length = view.getInt32(at);
    const value = new TextDecoder().decode(body.subarray(at + 4, at + 4 + length));
    at += 4 + length;
    return value;
  });
}

/** Reads messages; throws where the connection ends. */
class Reader {
  #rest: Buffer = Buffer.alloc(0);

  constructor(private readonly reader: ReadableStreamDefaultReader<Uint8Array>) {}

  async startup(): Promise<void> {
    await this.#take((await this.#take(4)).readInt32BE() - 4);
  }

  async message(): Promise<{ readonly type: string; readonly body: Uint8Array }> {
    const head = await this.#take(5);
    return { type: String.fromCharCode(head[0]!), body: await this.#take(head.readInt32BE(1) - 4) };
  }

  async #take(length: number): Promise<Buffer> {
    const pieces: Uint8Array[] = [this.#rest];
    for (let missing = length - this.#rest.length; missing > 0;) {
      const { value } = await this.reader.read();
      if (value === undefined) throw new Error("the connection ended");
      pieces.push(value);
      missing -= value.length;
    }
    const all = Buffer.concat(pieces);
    this.#rest = all.subarray(length);
    return all.subarray(0, length);
  }
}
