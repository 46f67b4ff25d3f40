import { DatabaseSync, type StatementSync } from "node:sqlite";

/**
 * A SQLite file that may be lost at any time: a cache. What is damaged, foreign or of another format is left behind and
 * a new file begun; nobody is asked and nothing is repaired. Files are named `<name>-<format>-<generation>.sqlite`. The
 * highest generation counts, and a name is never used twice, so that a process which still has a condemned file open
 * can harm no other.
 */

/** What a store holds and where it lies. */
export interface StoreSpec {
  /** Absolute; made when missing, with a `.gitignore` for everything in it. */
  readonly folder: string;
  /** First part of the file's name. */
  readonly name: string;
  /** Number of the format: files of others are ignored. */
  readonly format: number;
  /** Number in the file's header that says whose it is. */
  readonly applicationId: number;
  /** `CREATE` statements, one per table or index, in order of their names and without a closing semicolon. */
  readonly schema: readonly string[];
  /** How long a writer waits for another one, in milliseconds. Readers never wait. */
  readonly busyMs: number;
}

/** A value of a row, as SQLite knows them. */
export type StoreValue = null | number | string | Uint8Array;

/** Why a transaction did not happen. */
export type StoreProblem = "busy" | "full" | "readonly" | "damaged" | "failed";

/** Values by column. */
export type StoreRow = Record<string, StoreValue>;

/** An open store. */
export class Store {
  /** Why the last {@link write} did not happen, or the last query failed. */
  problem: StoreProblem | undefined;
  readonly #statements = new Map<string, StatementSync>();
  #isReading = false;

  private constructor(
    private readonly database: DatabaseSync,
    private readonly file: StoreFile,
    /** False where the folder or the file cannot be written. */
    readonly isWritable: boolean,
  ) {}

  /** Opens the store, or begins one. Undefined where neither is possible. */
  static open(spec: StoreSpec): Store | undefined {
    prepareFolder(spec.folder);
    let generation = newest(spec);
    for (let attempt = 0; attempt < 3; attempt++) {
      const file = { spec, generation };
      const opened = openFile(file);
      if (opened === "unusable") return undefined;
      if (opened !== "damaged") return new Store(opened.database, file, opened.isWritable);
      generation++;
    }
    return undefined;
  }

  /** The first row of a query. */
  get(sql: string, ...values: StoreValue[]): StoreRow | undefined {
    return this.#noting(() => this.#statement(sql).get(...values) as StoreRow | undefined);
  }

  /** All rows of a query. */
  all(sql: string, ...values: StoreValue[]): StoreRow[] {
    return this.#noting(() => this.#statement(sql).all(...values) as StoreRow[]);
  }

  /** Runs a statement; returns the number of the row it inserted last. */
  run(sql: string, ...values: StoreValue[]): number {
    return Number(this.#statement(sql).run(...values).lastInsertRowid);
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

  /** How long the next writes wait for another writer, in milliseconds. */
  waitAtMost(milliseconds: number): void {
    this.database.exec(`PRAGMA busy_timeout = ${Math.floor(milliseconds)}`);
  }

  /** Gives freed pages back to the file system, at most `pages`, and the log's space; only when nobody is in the way. */
  shrink(pages: number): void {
    try {
      this.database.exec(`PRAGMA incremental_vacuum(${pages}); PRAGMA wal_checkpoint(TRUNCATE)`);
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
   * Takes the right to do much work for this folder's stores, which ends with the process at the latest. Undefined when
   * another process or thread has it. Returns what gives it back.
   */
  claim(): (() => void) | undefined {
    let claim: DatabaseSync | undefined;
    try {
      // An empty file of its own: a lock on the store itself would keep other writers out.
      claim = new DatabaseSync(`${this.file.spec.folder}/${this.file.spec.name}-claim.sqlite`);
      claim.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
      return () => closeQuietly(claim);
    } catch {
      closeQuietly(claim);
      return undefined;
    }
  }

  /** Closes a store whose content turned out wrong, and begins another in its place. */
  condemn(): Store | undefined {
    const { spec, generation } = this.file;
    this.close();
    const file = { spec, generation: generation + 1 };
    const opened = openFile(file);
    return typeof opened === "string" ? undefined : new Store(opened.database, file, opened.isWritable);
  }

  close(): void {
    this.#statements.clear();
    try {
      this.database.close();
    } catch {
      // It is closed.
    }
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, statement = this.database.prepare(sql));
    return statement;
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
    try {
      this.database.exec("ROLLBACK");
    } catch {
      // SQLite did it already.
    }
  }
}

interface StoreFile {
  readonly spec: StoreSpec;
  readonly generation: number;
}

type Opened = { readonly database: DatabaseSync; readonly isWritable: boolean } | "damaged" | "unusable";

function prepareFolder(folder: string): void {
  try {
    Deno.mkdirSync(folder, { recursive: true });
    Deno.writeTextFileSync(`${folder}/.gitignore`, "*\n", { createNew: true });
  } catch {
    // It is there, or cannot be written: the opening tells.
  }
}

/** The highest generation there is, else 1; lower ones, and old files of other formats, nobody opens any more. */
function newest(spec: StoreSpec): number {
  const own: { name: string; generation: number }[] = [];
  try {
    for (const { name } of Deno.readDirSync(spec.folder)) {
      const generation = generationOf(name, spec);
      if (generation > 0) own.push({ name, generation });
      else removeOldFormat(name, spec);
    }
  } catch {
    return 1;
  }
  const stores = own.filter(({ name }) => name.endsWith(".sqlite"));
  const highest = Math.max(1, ...stores.map(({ generation }) => generation));
  for (const { name, generation } of own) if (generation < highest) remove(`${spec.folder}/${name}`);
  return highest;
}

/** A file of another format may be in use by another version of the program, unless nobody touched it for long. */
function removeOldFormat(name: string, spec: StoreSpec): void {
  if (!name.startsWith(`${spec.name}-`) || !/^-\d+-\d+\.sqlite/.test(name.slice(spec.name.length))) return;
  const path = `${spec.folder}/${name}`;
  const { mtime } = Deno.lstatSync(path);
  if (mtime !== null && Date.now() - mtime.getTime() > FORMAT_DAYS * 86_400_000) remove(path);
}

const FORMAT_DAYS = 14;

function generationOf(name: string, spec: StoreSpec): number {
  const prefix = `${spec.name}-${spec.format}-`;
  if (!name.startsWith(prefix)) return 0;
  return Number(/^(\d{1,9})\.sqlite(?:-wal|-shm|-journal)?$/.exec(name.slice(prefix.length))?.[1] ?? 0);
}

function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // Another process was faster, or the folder cannot be written.
  }
}

function openFile(file: StoreFile): Opened {
  const { spec, generation } = file;
  const path = `${spec.folder}/${spec.name}-${spec.format}-${generation}.sqlite`;
  if (!isPlainOrMissing(path)) return "damaged";
  for (const isWritable of [true, false]) {
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(path, { readOnly: !isWritable });
      database.exec(settings(spec));
      if (isOurs(database, spec)) return { database, isWritable };
      if (isWritable && create(database, spec)) return { database, isWritable };
      database.close();
      return isWritable ? "damaged" : "unusable";
    } catch (error) {
      closeQuietly(database);
      if (problemOf(error) === "damaged") return "damaged";
    }
  }
  return "unusable";
}

/** A symlink under our name would lead elsewhere. */
function isPlainOrMissing(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch {
    return true;
  }
}

function settings(spec: StoreSpec): string {
  return `PRAGMA busy_timeout = ${spec.busyMs}; PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF;` +
    "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -4000; PRAGMA journal_size_limit = 4000000";
}

/** Header and schema are compared as a whole: a file with a trigger or view planted in it is not ours. */
function isOurs(database: DatabaseSync, spec: StoreSpec): boolean {
  const row = database.prepare(
    "SELECT application_id AS app, user_version AS format, " +
      "(SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name)) AS tables " +
      "FROM pragma_application_id, pragma_user_version",
  ).get() as StoreRow | undefined;
  return row?.["app"] === spec.applicationId && row["format"] === spec.format &&
    row["tables"] === spec.schema.join(";");
}

/** Makes the tables of an empty file; several processes may try at once. False for a file that is not empty. */
function create(database: DatabaseSync, spec: StoreSpec): boolean {
  database.exec("PRAGMA busy_timeout = 2000; PRAGMA auto_vacuum = INCREMENTAL");
  switchToLog(database);
  database.exec("BEGIN IMMEDIATE");
  try {
    const { count } = database.prepare("SELECT count(*) AS count FROM sqlite_schema").get() as {
      count: number;
    };
    if (count === 0) {
      database.exec(
        `${
          spec.schema.join(";")
        }; PRAGMA application_id = ${spec.applicationId}; PRAGMA user_version = ${spec.format}`,
      );
    }
  } finally {
    database.exec("COMMIT");
  }
  database.exec(`PRAGMA busy_timeout = ${spec.busyMs}`);
  return isOurs(database, spec);
}

/** The write-ahead log: readers and a writer do not wait for each other. The switch itself does not heed the timeout. */
function switchToLog(database: DatabaseSync): void {
  for (let attempt = 0;; attempt++) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (problemOf(error) !== "busy" || attempt > 100) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function closeQuietly(database: DatabaseSync | undefined): void {
  try {
    database?.close();
  } catch {
    // Nothing to close.
  }
}

function problemOf(error: unknown): StoreProblem {
  const message = error instanceof Error ? error.message : String(error);
  if (/locked|busy/i.test(message)) return "busy";
  if (/disk is full|disk I\/O error/i.test(message)) return "full";
  if (/readonly|read-only|unable to open/i.test(message)) return "readonly";
  if (/malformed|not a database|corrupt|unsupported file format/i.test(message)) return "damaged";
  return "failed";
}
