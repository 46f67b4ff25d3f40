import { valueFor } from "../model/text.ts";
import { attempt } from "../model/attempt.ts";
import { DatabaseSync } from "node:sqlite";
import { isPlainOrFree } from "./cache_files.ts";
import type { StoreNames } from "./store_names.ts";

/** Files of a store: names, creation, damage. */

/** Schema and location of a store; its folder is created if missing, with a `.gitignore` for its whole content. */
export interface StoreSpec extends StoreNames {
  /** Number in the file's header that identifies the program. */
  readonly applicationId: number;
  /** `CREATE` statements, one per table or index, ordered by name and without trailing semicolon. */
  readonly schema: readonly string[];
  /** Timeout of a writer for another writer, in milliseconds. Readers never wait. */
  readonly busyMs: number;
}

/** Reason why a transaction failed. */
export type StoreProblem = "busy" | "full" | "readonly" | "damaged" | "failed";

/** Reason why an open store is not writable; undefined if it is. */
export type Obstacle = "busy" | "readonly" | undefined;

/** Identity of a store file. */
export interface StoreFile {
  readonly spec: StoreSpec;
  readonly generation: number;
}

/**
 * An open file or the reason why it is not open: `damaged` files are replaced, `unusable` means that no file can be
 * opened.
 */
export type OpenResult =
  | { readonly database: DatabaseSync; readonly obstacle: Obstacle }
  | "damaged"
  | "unusable";

/** Opens a file of the store for writing, otherwise for reading; creates it if missing. */
export function openFile(file: StoreFile): OpenResult {
  const { spec, generation } = file;
  const path = `${spec.folder}/${spec.name}-${spec.format}-${generation}.sqlite`;
  if (!isPlainOrFree(path)) return "damaged";
  for (let attempt = 0;; attempt++) {
    const opened = openOurs(path, spec, false);
    if (typeof opened !== "string") return { database: opened, obstacle: undefined };
    if (opened === "damaged") return opened;
    // Another process is cleaning up after a killed one, which takes a moment.
    if (opened === "busy" && attempt < BUSY_ATTEMPTS) pause(BUSY_PAUSE_MS);
    else {
      const database = openOurs(path, spec, true);
      if (typeof database === "string") return database === "damaged" ? "damaged" : "unusable";
      return { database, obstacle: opened === "busy" ? "busy" : "readonly" };
    }
  }
}

const BUSY_ATTEMPTS = 5;
const BUSY_PAUSE_MS = 10;

/** The open database if it is ours, or the reason why it is not open; an empty file to write becomes ours. */
function openOurs(path: string, spec: StoreSpec, readOnly: boolean): DatabaseSync | StoreProblem {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly });
    database.exec(settings(spec));
    if (isOurs(database, spec) || (!readOnly && create(database, spec))) return database;
    database.close();
    return readOnly ? "failed" : "damaged";
  } catch (error) {
    closeQuietly(database);
    return problemOf(error);
  }
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function settings(spec: StoreSpec): string {
  return `PRAGMA busy_timeout = ${spec.busyMs}; PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF;` +
    "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -1000; PRAGMA journal_size_limit = 4000000";
}

/** True if header and schema match completely: a file with an injected trigger or view is rejected. */
function isOurs(database: DatabaseSync, spec: StoreSpec): boolean {
  const row = database.prepare(
    "SELECT application_id AS app, user_version AS format, " +
      "(SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name)) AS tables " +
      "FROM pragma_application_id, pragma_user_version",
  ).get() as Record<string, unknown> | undefined;
  return row?.["app"] === spec.applicationId && row["format"] === spec.format &&
    row["tables"] === spec.schema.join(";");
}

/** Creates the tables of an empty file; several processes may try at once. False if the file is not empty. */
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

/**
 * Switches to a write-ahead log, in which readers and a writer do not block each other. The switch ignores the busy
 * timeout.
 */
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

/** Closes a database that may be closed already. */
export function closeQuietly(database: DatabaseSync | undefined): void {
  attempt(() => database?.close());
}

/** Classifies an SQLite error by its message, because Deno passes no code. */
export function problemOf(error: unknown): StoreProblem {
  return valueFor(error instanceof Error ? error.message : String(error), PROBLEMS) ?? "failed";
}

const PROBLEMS: readonly (readonly [problem: StoreProblem, phrases: readonly string[]])[] = [
  ["busy", ["locked", "busy"]],
  ["full", ["disk is full", "disk i/o error"]],
  ["readonly", ["readonly", "read-only", "unable to open"]],
  ["damaged", ["malformed", "not a database", "corrupt", "unsupported file format"]],
];
