import { attempt } from "../model/attempt.ts";
import { remember } from "../model/memo.ts";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { closeQuietly, openFile, problemOf } from "./store_file.ts";
import type { Obstacle, StoreFile, StoreProblem, StoreSpec } from "./store_file.ts";
import { isPlainOrFree, makeFolder } from "./cache_files.ts";
import { unchecked, withChecksum, withoutChecksum } from "./checksum.ts";
import { newest } from "./store_names.ts";

/**
 * A cache in a SQLite file, which may be lost at any time. A damaged or foreign file, or one of another format, is
 * replaced by a new file; nothing is repaired. Files are named `<name>-<format>-<generation>.sqlite`. The highest
 * generation is current, and names are never reused, so that a process with a discarded file open does no harm. Every
 * blob is stored with a trailing checksum, which {@link Store.isWhole} verifies and queries remove.
 */

/** A column value. */
export type StoreValue = null | number | string | Uint8Array;

/** Values by column. */
export type StoreRow = Record<string, StoreValue>;

/** Minimum number of free pages (4 KB each) for {@link Store.shrink}. */
const MANY_FREE_PAGES = 1000;

/** An open store. */
export class Store {
  /** Reason why the last {@link write} or query failed. */
  problem: StoreProblem | undefined;
  readonly #statements = new Map<string, StatementSync>();
  #walked: StatementSync | undefined;
  #isReading = false;

  private constructor(
    private readonly database: DatabaseSync,
    private readonly file: StoreFile,
    /** Reason why the file cannot be written; undefined if it can. */
    readonly obstacle: Obstacle,
  ) {}

  /** False if the folder or the file cannot be written. */
  get isWritable(): boolean {
    return this.obstacle === undefined;
  }

  /** Opens the store, or creates it. Undefined if neither is possible. */
  static open(spec: StoreSpec): Store | undefined {
    makeFolder(spec.folder);
    let generation = Math.max(1, newest(spec));
    for (let attempt = 0; attempt < 3; attempt++) {
      const file = { spec, generation };
      const opened = openFile(file);
      if (opened === "unusable") return undefined;
      if (opened !== "damaged") return new Store(opened.database, file, opened.obstacle);
      generation++;
    }
    return undefined;
  }

  /** Opens the store if it exists. */
  static find(spec: StoreSpec): Store | undefined {
    return newest(spec) > 0 ? Store.open(spec) : undefined;
  }

  /** The first row of a query. */
  get(sql: string, ...values: StoreValue[]): StoreRow | undefined {
    return this.#noting(() => {
      const row = this.#statement(sql).get(...values.map(stored)) as StoreRow | undefined;
      return row && read(row);
    });
  }

  /** All rows of a query. */
  all(sql: string, ...values: StoreValue[]): StoreRow[] {
    return this.#noting(() => (this.#statement(sql).all(...values.map(stored)) as StoreRow[]).map(read));
  }

  /** Runs a statement; returns the id of the last inserted row. */
  run(sql: string, ...values: StoreValue[]): number {
    return Number(this.#statement(sql).run(...values.map(stored)).lastInsertRowid);
  }

  /** Starts a snapshot: until {@link endRead} all queries see the same state, whatever other processes write. */
  beginRead(): void {
    if (this.#isReading) return;
    this.database.exec("BEGIN");
    this.#isReading = true;
  }

  endRead(): void {
    if (!this.#isReading) return;
    this.#isReading = false;
    this.#rollBack();
  }

  /** Number that changes whenever another connection writes; refers to the state being read. */
  version(): number {
    return Number(this.get("PRAGMA data_version")?.["data_version"] ?? 0);
  }

  /** Runs `work` in a transaction. Undefined if the transaction failed: see {@link problem}. */
  write<T>(work: () => T): T | undefined {
    this.endRead();
    try {
      this.database.exec("BEGIN IMMEDIATE");
      const result = work();
      this.database.exec("COMMIT");
      this.problem = undefined;
      return result;
    } catch (error) {
      this.problem = problemOf(error);
      this.#rollBack();
      if (this.problem === "failed") throw error;
      return undefined;
    }
  }

  /**
   * True if the file's structure and all checksums are intact; reads the whole file. Also true if that cannot be
   * determined.
   */
  isWhole(): boolean {
    try {
      const result = this.database.prepare("PRAGMA integrity_check(1)").get() ?? {};
      return Object.values(result)[0] === "ok" &&
        this.file.spec.schema.every((table) => this.#isTableWhole(table));
    } catch (error) {
      return problemOf(error) !== "damaged";
    }
  }

  /** Sets the timeout of the next writes for another writer, in milliseconds. */
  waitAtMost(milliseconds: number): void {
    this.database.exec(`PRAGMA busy_timeout = ${Math.floor(milliseconds)}`);
  }

  /** Returns free pages to the file system, at most `pages`, if there are many; truncates the log. */
  shrink(pages: number): void {
    try {
      const { freelist_count: free = 0 } = this.get("PRAGMA freelist_count") ?? {};
      if (Number(free) < MANY_FREE_PAGES) return;
      // Returns a row per page: `exec` would stop after the first.
      this.database.prepare(`PRAGMA incremental_vacuum(${Math.min(pages, 2 ** 31 - 1)})`).all();
      this.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // Retried next time.
    }
  }

  /** Size of the file in bytes, without its log. */
  size(): number {
    const row = this.get("SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size");
    return Number(row?.["size"] ?? 0);
  }

  /**
   * Acquires the lock for expensive work on this folder's stores; it ends with the process at the latest. Undefined if
   * another process or thread holds it. Returns the release function. If no lock can be created, as in a removed
   * folder, the call succeeds without one.
   */
  lock(work: "index" | "vectors" = "index"): (() => void) | undefined {
    let database: DatabaseSync | undefined;
    try {
      // A separate empty file: a lock on the store itself would block other writers.
      const name = work === "index" ? "claim" : `claim-${work}`;
      const path = `${this.file.spec.folder}/${this.file.spec.name}-${name}.sqlite`;
      if (!isPlainOrFree(path)) return () => {};
      database = new DatabaseSync(path);
      database.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
      return () => closeQuietly(database);
    } catch (error) {
      closeQuietly(database);
      return problemOf(error) === "busy" ? undefined : () => {};
    }
  }

  /** Closes a store with invalid content and creates its next generation. */
  discard(): Store | undefined {
    const { spec, generation } = this.file;
    this.close();
    const file = { spec, generation: generation + 1 };
    const opened = openFile(file);
    return typeof opened === "string" ? undefined : new Store(opened.database, file, opened.obstacle);
  }

  close(): void {
    this.#statements.clear();
    this.#walked = undefined;
    // It may be closed already.
    attempt(() => this.database.close());
  }

  #statement(sql: string): StatementSync {
    return remember(this.#statements, sql, () => this.database.prepare(sql));
  }

  #isTableWhole(schema: string): boolean {
    const name = /^CREATE TABLE (\w+)/.exec(schema)?.[1];
    if (name === undefined) return true;
    // Referenced beyond the loop: collecting a statement while it is iterated crashes the process. Always a new
    // statement: a second iteration of the same one returns no rows.
    this.#walked = this.database.prepare(`SELECT * FROM ${name}`);
    // A changed byte of a row's header turns a blob into a number or a text.
    const blobs = schema.split(" BLOB").length - 1;
    for (const row of this.#walked.iterate()) {
      const values = Object.values(row as StoreRow).filter((value) => value instanceof Uint8Array);
      if (values.length !== blobs || values.some((one) => withoutChecksum(one) === undefined)) return false;
    }
    return true;
  }

  #noting<T>(query: () => T): T {
    try {
      return query();
    } catch (error) {
      this.problem = problemOf(error);
      throw error;
    }
  }

  #rollBack(): void {
    // SQLite may have done it already.
    attempt(() => this.database.exec("ROLLBACK"));
  }
}

function stored(value: StoreValue): StoreValue {
  return value instanceof Uint8Array ? withChecksum(value) : value;
}

/** The row without its blobs' checksums. */
function read(row: StoreRow): StoreRow {
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Uint8Array) row[name] = unchecked(value);
  }
  return row;
}
