import { isObject, parseObject } from "../model/json.ts";

/** What an installation changed in a client's file. */
export interface ClientRecord {
  readonly path: string;
  /** Of the text we wrote: while it holds, nobody changed the file since. */
  readonly sha256: string;
  /** The file as it was before; undefined when there was none. */
  readonly backup?: string;
  /** Folders that were made for it, outermost first. */
  readonly folders?: readonly string[];
}

/** The records as text. */
export function encodeRecords(records: readonly ClientRecord[]): string {
  return JSON.stringify({ version: 1, files: records }, null, 2) + "\n";
}

/** The records in a text; none when it is missing or damaged, then removal goes by content. */
export function decodeRecords(text: string | undefined): ClientRecord[] {
  const { version, files } = parseObject(text) ?? {};
  return version === 1 && Array.isArray(files) ? files.filter(isRecord) : [];
}

function isRecord(value: unknown): value is ClientRecord {
  if (!isObject(value)) return false;
  const { path, sha256, backup, folders } = value;
  const isPath = (text: unknown): boolean => typeof text === "string" && text.startsWith("/");
  return isPath(path) && typeof sha256 === "string" && (backup === undefined || isPath(backup)) &&
    (folders === undefined || (Array.isArray(folders) && folders.every(isPath)));
}
