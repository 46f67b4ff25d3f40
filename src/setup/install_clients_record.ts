import { isObject, parseObject } from "../model/json.ts";

/** One thing an installation put into a client's file. */
export interface ClientEntry {
  /** The target of `install` it belongs to, such as `codex-mcp`. */
  readonly target: string;
  /** The keys from the root of the file to it; absent for hooks and plugins, which are known by their program. */
  readonly path?: readonly string[];
  /** What was written there. */
  readonly values?: Readonly<Record<string, string | readonly string[]>>;
}

/** What an installation changed in a client's file. */
export interface ClientRecord {
  readonly path: string;
  /** Of the text we wrote: while it holds, the file did not change since. */
  readonly sha256: string;
  /** The file as it was before; undefined when there was none. */
  readonly backup?: string;
  /** Folders that were made for it, outermost first. */
  readonly folders?: readonly string[];
  readonly entries: readonly ClientEntry[];
}

/** The records as text. */
export function encodeRecords(records: readonly ClientRecord[]): string {
  return JSON.stringify({ version: 1, files: records }, null, 2) + "\n";
}

/** The records in a text; none when it is missing or damaged: then no client's file is touched on removal. */
export function decodeRecords(text: string | undefined): ClientRecord[] {
  const { version, files } = parseObject(text) ?? {};
  return version === 1 && Array.isArray(files) ? files.filter(isRecord) : [];
}

function isRecord(value: unknown): value is ClientRecord {
  if (!isObject(value)) return false;
  const { path, sha256, backup, folders, entries } = value;
  const isPath = (text: unknown): boolean => typeof text === "string" && text.startsWith("/");
  return isPath(path) && typeof sha256 === "string" && (backup === undefined || isPath(backup)) &&
    (folders === undefined || (Array.isArray(folders) && folders.every(isPath))) &&
    Array.isArray(entries) && entries.every(isEntry);
}

function isEntry(value: unknown): boolean {
  if (!isObject(value) || typeof value["target"] !== "string") return false;
  const { path, values } = value;
  return (path === undefined || isTexts(path)) &&
    (values === undefined ||
      (isObject(values) && Object.values(values).every((one) => typeof one === "string" || isTexts(one))));
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((part) => typeof part === "string");
}
