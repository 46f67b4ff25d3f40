import { isObject, parseObject } from "../model/json.ts";

/** What an installation made, so that removing it can leave everything else as it was. */
export interface Manifest {
  readonly version: 1;
  /** Folders that did not exist before, outermost first. */
  readonly folders: readonly string[];
  /** Absolute path of the copied executable. */
  readonly binary: string;
  readonly links: readonly LinkRecord[];
  /** Undefined when the settings were left alone. */
  readonly settings?: SettingsRecord;
}

/** One symlink to the executable. */
export interface LinkRecord {
  readonly path: string;
  readonly target: string;
  /** Where the entry that stood there before was moved; it comes back on removal. */
  readonly displaced?: string;
}

/** The change made to the client's settings file. */
export interface SettingsRecord {
  readonly path: string;
  /** The file as it was before; undefined when there was none. */
  readonly backup?: string;
  /** SHA-256 of the text we wrote: while it holds, the file was not changed since and the backup can come back whole. */
  readonly sha256: string;
  /** The containers that were made for our hooks. */
  readonly created: readonly string[];
}

/** The manifest as text. */
export function encodeManifest(manifest: Manifest): string {
  return JSON.stringify(manifest, null, 2) + "\n";
}

/** The manifest in a text; undefined when it is missing, damaged or of a version this program does not know. */
export function decodeManifest(text: string | undefined): Manifest | undefined {
  const value = parseObject(text);
  return isManifest(value) ? value : undefined;
}

function isManifest(value: unknown): value is Manifest {
  if (!isObject(value) || value["version"] !== 1 || !isPath(value["binary"])) return false;
  const { folders, links, settings } = value;
  return Array.isArray(folders) && folders.every(isPath) && Array.isArray(links) && links.every(isLink) &&
    (settings === undefined || isSettings(settings));
}

function isLink(value: unknown): boolean {
  return isObject(value) && isPath(value["path"]) && typeof value["target"] === "string" &&
    (value["displaced"] === undefined || isPath(value["displaced"]));
}

function isSettings(value: unknown): boolean {
  return isObject(value) && isPath(value["path"]) && typeof value["sha256"] === "string" &&
    (value["backup"] === undefined || isPath(value["backup"])) &&
    Array.isArray(value["created"]) && value["created"].every((part) => typeof part === "string");
}

function isPath(value: unknown): value is string {
  return typeof value === "string" && value.startsWith("/");
}
