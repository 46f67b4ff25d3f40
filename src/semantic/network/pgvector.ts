import { connectionFailure } from "../../platform/connection_failure.ts";
import { lookUp } from "../../model/json.ts";
import type {
  EngineAdded,
  EngineContent,
  EngineKnown,
  EngineNear,
  EngineOutcome,
  EnginePoint,
  EngineService,
  EngineSpace,
  SemanticFailure,
  SemanticGap,
  VectorEngine,
} from "../../model/semantic.ts";
import { sha256 } from "../../platform/sha256.ts";
import type { EngineQuestion } from "../../model/network.ts";
import { isLoopback } from "../../platform/connected_worker.ts";
import { slices } from "./slices.ts";
import type { Rows, Value } from "../../platform/postgres.ts";
import { PasswordError, PostgresClient, PostgresError, ProtocolError } from "../../platform/postgres.ts";

/** For one exchange. Milliseconds. */
const PATIENCE_MS = 30_000;
/** Contents of one question. */
const CONTENTS_AT_ONCE = 2000;
/** Numbers of one statement. */
const NUMBERS_AT_ONCE = 1_000_000;
/** The longest vector that pgvector's index takes; longer ones are compared one by one. */
const LONGEST_INDEXED = 2000;
/** "AuTo": for those who create the table at the same time. */
const LOCK = 0x4175546f;

/** Digits of a space's digest, which is in the table's name. */
const SPACE_DIGITS = 16;

/** Service and space of an engine. */
export interface EngineOpening {
  readonly service: EngineService;
  readonly space: EngineSpace;
  /** Authorities trusted beside the usual ones, PEM. */
  readonly certificates: readonly string[];
}

/** The engine of a space; connects only when it is asked. */
export function openEngine({ service, space, certificates }: EngineOpening): Pgvector {
  const { provider, model, dimensions = 0, format } = space;
  const digest = sha256(JSON.stringify([provider, model, dimensions, format]));
  return new Pgvector(service, digest.slice(0, SPACE_DIGITS), certificates);
}

/**
 * PostgreSQL with pgvector: one table per space, one row per chunk. A content's rows are stored by one statement, so it is
 * there as a whole or not at all.
 */
export class Pgvector implements VectorEngine {
  #client: PostgresClient | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #isPrepared = false;
  readonly #table: string;

  /** @param space a digest of the space: hexadecimal digits */
  constructor(
    private readonly service: EngineService,
    space: string,
    private readonly certificates: readonly string[],
  ) {
    this.#table = `auto_tools_${space}`;
  }

  /** Answers a question that came as a message. */
  ask(question: EngineQuestion, signal: AbortSignal): Promise<EngineOutcome> {
    switch (question.type) {
      case "known":
        return this.known(question.contents, signal);
      case "add":
        return this.add(question.contents, { dimension: question.dimension, signal });
      case "nearest":
        return this.nearest(question.query, { most: question.most, signal });
    }
  }

  known(contents: readonly string[], signal: AbortSignal): Promise<EngineKnown | SemanticGap> {
    return this.#try(signal, async (query) => {
      const dimension = await this.#dimension(query);
      if (dimension === undefined) return { ok: true, known: [] };
      const known: string[] = [];
      const sql = `SELECT DISTINCT content FROM ${this.#table} WHERE content = ANY($1::text[])`;
      for (const slice of slices(contents, () => 1, (count) => count > CONTENTS_AT_ONCE)) {
        for (const [content] of await query(sql, [slice])) if (content) known.push(content);
      }
      return { ok: true, known, dimension };
    });
  }

  add(
    contents: readonly EngineContent[],
    { dimension, signal }: { readonly dimension: number; readonly signal: AbortSignal },
  ): Promise<EngineAdded | SemanticGap> {
    return this.#try(signal, async (query, client) => {
      if (!this.#isPrepared) await client.script(this.#creation(dimension), signal);
      this.#isPrepared = true;
      const found = await this.#dimension(query);
      if (found !== dimension) return otherLength(found ?? 0, dimension);
      const sql = `INSERT INTO ${this.#table} (content, chunk, vector) ` +
        "SELECT * FROM unnest($1::text[], $2::int[], $3::vector[]) ON CONFLICT DO NOTHING";
      for (
        const slice of slices(contents, ({ values }) => values.length, (_, sum) => sum > NUMBERS_AT_ONCE)
      ) {
        await query(sql, rowsOf(slice, dimension));
      }
      return { ok: true, added: contents.length };
    });
  }

  nearest(
    vector: Float32Array,
    { most, signal }: { readonly most: number; readonly signal: AbortSignal },
  ): Promise<EngineNear | SemanticGap> {
    return this.#try(signal, async (query, client) => {
      const found = await this.#dimension(query);
      if (found === undefined) return { ok: true, near: [] };
      if (found !== vector.length) return otherLength(found, vector.length);
      // The index looks no further than this, whatever the limit.
      await client.script(`SET hnsw.ef_search = ${Math.min(1000, most)}`, signal);
      const sql = `SELECT content, chunk, 1 - (vector <=> $1::vector) FROM ${this.#table} ` +
        "ORDER BY vector <=> $1::vector LIMIT $2::int";
      const rows = await query(sql, [`[${vector.join(",")}]`, most]);
      return { ok: true, near: rows.map(nearOf) };
    });
  }

  /** Length of the table's vectors; undefined where there is no table. */
  async #dimension(query: Query): Promise<number | undefined> {
    const sql = "SELECT atttypmod FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = 'vector'";
    const [row] = await query(sql, [this.#table]);
    return row && Number(row[0]);
  }

  #creation(dimension: number): string {
    const table = this.#table;
    const columns =
      `content text, chunk int, vector vector(${dimension}) NOT NULL, PRIMARY KEY (content, chunk)`;
    const index =
      `CREATE INDEX IF NOT EXISTS ${table}_near ON ${table} USING hnsw (vector vector_cosine_ops)`;
    return [
      `SELECT pg_advisory_xact_lock(${LOCK})`,
      "CREATE EXTENSION IF NOT EXISTS vector",
      `CREATE TABLE IF NOT EXISTS ${table} (${columns})`,
      ...(dimension <= LONGEST_INDEXED ? [index] : []),
    ].join(";\n");
  }

  /** One after the other on one connection; a connection that broke between requests is opened again, once. */
  #try<T>(signal: AbortSignal, work: Work<T>): Promise<T | SemanticGap> {
    const done = this.#turn.then(async () => {
      const isFresh = this.#client === undefined;
      try {
        return await this.#work(signal, work).catch((error) => {
          if (isFresh || signal.aborted || !isBroken(error)) throw error;
          return this.#work(signal, work);
        });
      } catch (error) {
        return gapOf(error, signal.aborted);
      }
    });
    this.#turn = done;
    return done;
  }

  async #work<T>(outer: AbortSignal, work: Work<T>): Promise<T | SemanticGap> {
    const signal = AbortSignal.any([outer, AbortSignal.timeout(PATIENCE_MS)]);
    try {
      const client = this.#client ??= await this.#open(signal);
      return await work((sql, values) => client.query(sql, values, signal), client);
    } catch (error) {
      if (signal.aborted || isBroken(error)) {
        this.#client?.close();
        this.#client = undefined;
      }
      if (signal.aborted) throw signal.reason;
      throw error;
    }
  }

  #open(signal: AbortSignal): Promise<PostgresClient> {
    const { url, user, database, password, isEncrypted } = this.service;
    const { hostname, port } = new URL(url);
    return PostgresClient.open({
      hostname,
      port: Number(port),
      user,
      database,
      isEncrypted,
      certificates: this.certificates,
      isTrusted: isEncrypted || isLoopback(hostname),
      ...(password !== undefined && { password }),
    }, signal);
  }
}

type Query = (sql: string, values: readonly Value[]) => Promise<Rows>;
type Work<T> = (query: Query, client: PostgresClient) => Promise<T | SemanticGap>;

/** True if the connection cannot be used any more. */
function isBroken(error: unknown): boolean {
  return !(error instanceof PostgresError);
}

function rowsOf(contents: readonly EngineContent[], dimension: number): Value[] {
  const vectors = contents.flatMap(({ chunks, values }) =>
    chunks.map((_, at) => `[${values.subarray(at * dimension, (at + 1) * dimension).join(",")}]`)
  );
  return [
    contents.flatMap(({ content, chunks }) => chunks.map(() => content)),
    contents.flatMap(({ chunks }) => chunks),
    vectors,
  ];
}

function nearOf([content, chunk, similarity]: Rows[number]): EnginePoint {
  return { content: content ?? "", chunk: Number(chunk), similarity: Number(similarity) };
}

/** Reason why the engine did not answer. */
function engineGap(reason: SemanticFailure, detail: string): SemanticGap {
  return { ok: false, reason, detail: `vector engine: ${detail}` };
}

/** Vectors of two lengths cannot be in one place. */
function otherLength(found: number, expected: number): SemanticGap {
  return engineGap(
    "dimension_mismatch",
    `it holds vectors of length ${found}, the model's are of: ${expected}; name another place in vectors.url`,
  );
}

/** Codes of SQL's errors and what they mean here. */
const CODES: Readonly<Record<string, readonly [SemanticGap["reason"], string]>> = {
  "28P01": ["no_api_key", "the password was refused; see PGPASSWORD"],
  "28000": ["no_api_key", "the user was refused"],
  "3D000": ["provider_unreachable", "there is no such database"],
  "42501": ["provider_unreachable", "the user may not create or read the table"],
  "0A000": ["provider_unreachable", "the server has no pgvector"],
  "58P01": ["provider_unreachable", "the server has no pgvector"],
  "53300": ["rate_limited", "the server has too many connections"],
  "57014": ["timeout", "the server ended the question"],
};

function gapOf(error: unknown, isAborted: boolean): SemanticGap {
  if (isAborted || (error instanceof DOMException && error.name === "TimeoutError")) {
    return engineGap("timeout", "it did not answer in time");
  }
  if (error instanceof PasswordError) return engineGap("no_api_key", error.message);
  if (error instanceof PostgresError) {
    const [reason, detail] = lookUp(CODES, error.code) ?? ["bad_response", "it refused the statement"];
    return engineGap(reason, `${detail}: ${error.code}`);
  }
  if (error instanceof ProtocolError) return engineGap("bad_response", error.message);
  return engineGap("provider_unreachable", `it cannot be reached: ${connectionFailure(error)}`);
}
