import { attempt } from "../model/attempt.ts";
import { DatabaseSync } from "node:sqlite";
import { isPlainOrFree, removeOwn, rename } from "./cache_files.ts";
import type { StoreNames } from "./store_names.ts";

/** Files of a store: their names, their making, their damage. */

/** What a store holds and where it lies: its folder is made when missing, with a `.gitignore` for everything in it. */
export interface StoreSpec extends StoreNames {
  /** Number in the file's header that names the program it belongs to. */
  readonly applicationId: number;
  /** `CREATE` statements, one per table or index, in order of their names and without a closing semicolon. */
  readonly schema: readonly string[];
  /** How long a writer waits for another one, in milliseconds. Readers never wait. */
  readonly busyMs: number;
}

/** Why a transaction did not happen. */
export type StoreProblem = "busy" | "full" | "readonly" | "damaged" | "failed";

/** What keeps an open store from being written; undefined for nothing. */
export type Obstacle = "busy" | "readonly" | undefined;

/** Which of a store's files. */
export interface StoreFile {
  readonly spec: StoreSpec;
  readonly generation: number;
}

/** An open file, or why it is none: `damaged` ones are left behind, `unusable` means that nothing can be opened. */
export type Opened =
  | { readonly database: DatabaseSync; readonly obstacle: Obstacle }
  | "damaged"
  | "unusable";

/** Opens a file of the store for writing, else for reading; begins it when it is not there. */
export function openFile(file: StoreFile): Opened {
  const { spec } = file;
  const path = fileOf(file);
  if (!isPlainOrFree(path)) return "damaged";
  for (let attempt = 0;; attempt++) {
    const opened = openWritable(path, spec);
    if (typeof opened !== "string" || opened === "damaged") return opened;
    // Another process cleans up after one that was killed: soon done.
    if (opened !== "busy" || attempt >= BUSY_ATTEMPTS) return openReadOnly(path, spec, opened);
    pause(BUSY_PAUSE_MS);
  }
}

const BUSY_ATTEMPTS = 5;
const BUSY_PAUSE_MS = 10;

function openWritable(path: string, spec: StoreSpec): Exclude<Opened, string> | StoreProblem {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    database.exec(settings(spec));
    if (isOurs(database, spec) || create(database, spec)) return { database, obstacle: undefined };
    database.close();
    return "damaged";
  } catch (error) {
    closeQuietly(database);
    return problemOf(error);
  }
}

function openReadOnly(path: string, spec: StoreSpec, problem: StoreProblem): Opened {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    database.exec(settings(spec));
    if (isOurs(database, spec)) return { database, obstacle: problem === "busy" ? "busy" : "readonly" };
    database.close();
    return "unusable";
  } catch (error) {
    closeQuietly(database);
    return problemOf(error) === "damaged" ? "damaged" : "unusable";
  }
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function settings(spec: StoreSpec): string {
  return `PRAGMA busy_timeout = ${spec.busyMs}; PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF;` +
    "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -1000; PRAGMA journal_size_limit = 4000000";
}

/** Header and schema are compared as a whole: a file with a trigger or view planted in it is not ours. */
function isOurs(database: DatabaseSync, spec: StoreSpec): boolean {
  const row = database.prepare(
    "SELECT application_id AS app, user_version AS format, " +
      "(SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name)) AS tables " +
      "FROM pragma_application_id, pragma_user_version",
  ).get() as Record<string, unknown> | undefined;
  return row?.["app"] === spec.applicationId && row["format"] === spec.format &&
    row["tables"] === spec.schema.join(";");
}

/**
 * Begins a file of the store under a name that no other process opens, for much to be written at once: without a journal, so
 * what fails halfway is lost. Undefined where it cannot be made. For the holder of the store's lock.
 */
export function openDraft(spec: StoreSpec): DatabaseSync | undefined {
  const path = draftOf(spec);
  let database: DatabaseSync | undefined;
  try {
    removeOwn(path);
    if (!isPlainOrFree(path)) return undefined;
    database = new DatabaseSync(path);
    database.exec(
      `${
        settings(spec)
      }; PRAGMA synchronous = OFF; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = OFF; ` +
        "PRAGMA cache_size = -16000",
    );
    makeTables(database, spec);
    return database;
  } catch {
    closeQuietly(database);
    removeOwn(path);
    return undefined;
  }
}

/** Ends a draft: it becomes the file of a generation, unless there is one already, or goes. */
export function closeDraft(
  database: DatabaseSync,
  { spec, generation }: StoreFile,
  isKept: boolean,
): boolean {
  const path = fileOf({ spec, generation });
  const isReady = isKept && attempt(() => {
    switchToLog(database);
    database.close();
    return rename(draftOf(spec), path);
  });
  if (isReady) return true;
  closeQuietly(database);
  removeOwn(draftOf(spec));
  return false;
}

function draftOf(spec: StoreSpec): string {
  return `${spec.folder}/${spec.name}-${spec.format}.draft`;
}

function fileOf({ spec, generation }: StoreFile): string {
  return `${spec.folder}/${spec.name}-${spec.format}-${generation}.sqlite`;
}

/** Makes the tables of an empty file; several processes may try at once. False for a file that is not empty. */
function create(database: DatabaseSync, spec: StoreSpec): boolean {
  database.exec("PRAGMA busy_timeout = 2000; PRAGMA auto_vacuum = INCREMENTAL");
  switchToLog(database);
  makeTables(database, spec);
  database.exec(`PRAGMA busy_timeout = ${spec.busyMs}`);
  return isOurs(database, spec);
}

function makeTables(database: DatabaseSync, spec: StoreSpec): void {
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
}

/** The write-ahead log: readers and a writer do not wait for each other. The switch itself does not heed the timeout. */
function switchToLog(database: DatabaseSync): void {
  for (let attempt = 0;; attempt++) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (problemOf(error) !== "busy" || attempt > 100) throw error;
      pause(BUSY_PAUSE_MS);
    }
  }
}

/** Closes what may be closed already. */
export function closeQuietly(database: DatabaseSync | undefined): void {
  attempt(() => database?.close());
}

/** What SQLite's message means; Deno passes no code. */
export function problemOf(error: unknown): StoreProblem {
  const message = error instanceof Error ? error.message : String(error);
  if (/locked|busy/i.test(message)) return "busy";
  if (/disk is full|disk I\/O error/i.test(message)) return "full";
  if (/readonly|read-only|unable to open/i.test(message)) return "readonly";
  if (/malformed|not a database|corrupt|unsupported file format/i.test(message)) return "damaged";
  return "failed";
}
