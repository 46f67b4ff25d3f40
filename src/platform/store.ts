import { attempt } from "../model/attempt.ts";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import {
  closeDraft,
  closeQuietly,
  type Obstacle,
  openDraft,
  openFile,
  problemOf,
  type StoreFile,
  type StoreProblem,
  type StoreSpec,
} from "./store_file.ts";
import { isPlainOrFree, makeFolder } from "./cache_files.ts";
import { unchecked, withChecksum, withoutChecksum } from "./checksum.ts";
import { newest } from "./store_names.ts";

/**
 * A SQLite file that may be lost at any time: a cache. What is damaged, foreign or of another format is left behind and
 * a new file is created; nothing is repaired. Files are named `<name>-<format>-<generation>.sqlite`. The
 * highest generation counts, and a name is never used twice, so that a process which still has a discarded file open
 * can harm no other. Every blob is stored with a checksum at its end, which {@link Store.isWhole} compares and queries leave
 * out.
 */

/** A value of a row, as SQLite knows them. */
export type StoreValue = null | number | string | Uint8Array;

/** Values by column. */
export type StoreRow = Record<string, StoreValue>;

/** Pages of 4 KB. */
const MANY_FREE_PAGES = 1000;

/** An open store. */
export class Store {
  /** Why the last {@link write} did not happen, or the last query failed. */
  problem: StoreProblem | undefined;
  readonly #statements = new Map<string, StatementSync>();
  #walked: StatementSync | undefined;
  #isReading = false;

  private constructor(
    private readonly database: DatabaseSync,
    private readonly file: StoreFile,
    /** Why the file cannot be written at all. */
    readonly obstacle: Obstacle,
  ) {}

  /** False where the folder or the file cannot be written. */
  get isWritable(): boolean {
    return this.obstacle === undefined;
  }

  /** Opens the store, or begins one. Undefined where neither is possible. */
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

  /** Opens the store if there is one, and begins none. */
  static find(spec: StoreSpec): Store | undefined {
    return newest(spec) > 0 ? Store.open(spec) : undefined;
  }

  /**
   * Begins the store's next generation beside this one, for much to be written at once, several times as fast: it is not seen
   * before {@link keepDraft}, and what is written to it is lost where that is not called or a {@link write} fails. For the
   * holder of the {@link lock}. Undefined where none can be begun.
   */
  draft(): Store | undefined {
    const { spec, generation } = this.file;
    const database = openDraft(spec);
    return database && new Store(database, { spec, generation: generation + 1 }, undefined);
  }

  /** Closes a {@link draft}: from now on it is the store. False where that could not be done, and it is lost. */
  keepDraft(): boolean {
    this.#statements.clear();
    return closeDraft(this.database, this.file, true);
  }

  /** Closes a {@link draft} and removes it. */
  dropDraft(): void {
    this.#statements.clear();
    closeDraft(this.database, this.file, false);
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

  /** Runs a statement; returns the number of the row it inserted last. */
  run(sql: string, ...values: StoreValue[]): number {
    return Number(this.#statement(sql).run(...values.map(stored)).lastInsertRowid);
  }

  /** {@link run} of blobs that have their checksums behind them already. */
  runSealed(sql: string, ...values: StoreValue[]): void {
    this.#statement(sql).run(...values);
  }

  /** From here to {@link endRead} all queries see the same state, whatever other processes write. */
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

  /** Another number whenever another connection has written; of the state that is read. */
  version(): number {
    return Number(this.get("PRAGMA data_version")?.["data_version"] ?? 0);
  }

  /** Runs `work` in a transaction, all or nothing. Undefined when it did not happen: see {@link problem}. */
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
   * Whether the file's structure is sound and every blob is as it was written; reads all of it. True also while that cannot
   * be found out.
   */
  isWhole(): boolean {
    try {
      const said = this.database.prepare("PRAGMA integrity_check(1)").get() ?? {};
      return Object.values(said)[0] === "ok" &&
        this.file.spec.schema.every((table) => this.#isTableWhole(table));
    } catch (error) {
      return problemOf(error) !== "damaged";
    }
  }

  /** How long the next writes wait for another writer, in milliseconds. */
  waitAtMost(milliseconds: number): void {
    this.database.exec(`PRAGMA busy_timeout = ${Math.floor(milliseconds)}`);
  }

  /** Gives freed pages back to the file system, at most `pages`, if there are many; and the log's space. */
  shrink(pages: number): void {
    try {
      const { freelist_count: free = 0 } = this.get("PRAGMA freelist_count") ?? {};
      if (Number(free) < MANY_FREE_PAGES) return;
      // A row per page: `exec` would stop after the first.
      this.database.prepare(`PRAGMA incremental_vacuum(${Math.min(pages, 2 ** 31 - 1)})`).all();
      this.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // Another time.
    }
  }

  /** Bytes of the file without its log. */
  size(): number {
    const row = this.get("SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size");
    return Number(row?.["size"] ?? 0);
  }

  /**
   * Takes the right to do much work of a kind for this folder's stores, which ends with the process at the latest.
   * Undefined while another process or thread has it. Returns what gives it back; where there can be no lock, as in a folder
   * that was removed, it is as good as taken.
   */
  lock(work: "index" | "vectors" = "index"): (() => void) | undefined {
    let held: DatabaseSync | undefined;
    try {
      // An empty file of its own: a lock on the store itself would keep other writers out.
      const name = work === "index" ? "claim" : `claim-${work}`;
      const path = `${this.file.spec.folder}/${this.file.spec.name}-${name}.sqlite`;
      if (!isPlainOrFree(path)) return () => {};
      held = new DatabaseSync(path);
      held.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
      return () => closeQuietly(held);
    } catch (error) {
      closeQuietly(held);
      return problemOf(error) === "busy" ? undefined : () => {};
    }
  }

  /** Closes a store whose content turned out wrong, and begins another in its place. */
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
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, statement = this.database.prepare(sql));
    return statement;
  }

  #isTableWhole(schema: string): boolean {
    const name = /^CREATE TABLE (\w+)/.exec(schema)?.[1];
    if (name === undefined) return true;
    // Held beyond the loop: a statement that is collected while it is iterated crashes the process. And always a new one: a
    // second walk by the same one finds no rows.
    this.#walked = this.database.prepare(`SELECT * FROM ${name}`);
    for (const row of this.#walked.iterate()) {
      for (const value of Object.values(row as StoreRow)) {
        if (value instanceof Uint8Array && withoutChecksum(value) === undefined) return false;
      }
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
