import { isAscii } from "../model/text.ts";
import { CHUNK_BYTES } from "./limits.ts";
import { attempt } from "../model/attempt.ts";
import { LARGEST_ANSWER } from "./git.ts";
import { gitFolderOf } from "./git_folder.ts";
import { readUpTo } from "./plain_file.ts";
import type { FileTimes } from "./stat_table.ts";

/**
 * Reads git's index file (versions 2 to 4): tracked paths, needed before git has answered or if it cannot be started;
 * and the object ids of unmodified files, whose content need not be read.
 */

/** Size of an entry's stat data, before its object id, in bytes. */
const STAT_BYTES = 40;
/** Sizes of object ids in bytes. */
const ID_BYTES = [20, 32];
const SHA1_BYTES = 20;
const HEADER_BYTES = 12;
/** Flags of an entry: assume unchanged, extended flags follow, merge stage. */
const [ASSUMED, EXTENDED, STAGE] = [0x8000, 0x4000, 0x3000];
/** Length limit for conversion in one call, in bytes; far below the engine's maximum number of arguments. */
const LONG_NAME = 4096;

/**
 * True if the work tree around `root` (absolute, real) tracks `name`, a dot file or dot folder in `root`, or anything
 * below it, ignoring case. An unreadable index counts as true, a missing one as false.
 */
export function isTracked(root: string, name: string): boolean {
  for (let folder = root;; folder = folder.slice(0, folder.lastIndexOf("/"))) {
    const gitFolder = gitFolderOf(folder);
    if (gitFolder !== undefined) {
      const prefix = root === folder ? "" : `${root.slice(folder.length + 1)}/`;
      return indexFiles(gitFolder).some((file) => holds(file, prefix + name));
    }
    if (folder === "") return false;
  }
}

/** The index and its shared indexes. */
function indexFiles(gitFolder: string): string[] {
  return attempt(() =>
    [...Deno.readDirSync(gitFolder)]
      .filter(({ name }) => name === "index" || name.startsWith("sharedindex."))
      .map(({ name }) => `${gitFolder}/${name}`)
  ) ?? [gitFolder];
}

function holds(file: string, path: string): boolean {
  try {
    using open = openIndex(file);
    const { size } = open.statSync();
    for (let length = Math.min(CHUNK_BYTES, size);; length = Math.min(4 * length, size)) {
      const bytes = readUpTo(open, length);
      const found = ID_BYTES.map((idBytes) => search(bytes, idBytes, path)).find((one) =>
        one !== "malformed"
      );
      if (found !== undefined && found !== "cut") return found;
      if (length === size) return true;
    }
  } catch {
    return true;
  }
}

/** Throws for what is no regular file, which would block (a pipe) or never end (a device), and for a huge one. */
function openIndex(path: string): Deno.FsFile {
  const { isFile, size } = Deno.statSync(path);
  if (!isFile || size > LARGEST_ANSWER) throw new Error(`no index: ${path}`);
  return Deno.openSync(path);
}

/** Content of a repository's index file, transferable to another thread. */
export interface GitIndex {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Modification time in milliseconds since the epoch. */
  readonly written: number;
}

/** The index of the work tree at `root` (absolute, real); undefined if it is missing or unreadable. */
export function readGitIndex(root: string): GitIndex | undefined {
  return attempt(() => {
    using file = openIndex(`${gitFolderOf(root)}/index`);
    const { size, mtime } = file.statSync();
    return { bytes: readUpTo(file, size), written: mtime?.getTime() ?? 0 };
  });
}

/** Paths that the work tree at `root` tracks, sorted by bytes; none without a readable index of SHA-1. */
export function trackedPaths(root: string): string[] {
  const { bytes } = readGitIndex(root) ?? { bytes: new Uint8Array(0) };
  const paths: string[] = [];
  eachEntry(bytes, SHA1_BYTES, ({ name }) => {
    paths.push(utf8(name));
    return true;
  });
  return paths;
}

/** Number of entries of an index; 0 if it is malformed. */
export function entryCount({ bytes }: GitIndex): number {
  return bytes.length < HEADER_BYTES ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(8);
}

/** Returns git's object id of a file with these times, not copied; undefined if the file may have been modified. */
export type CleanIds = (path: string, times: FileTimes) => Uint8Array | undefined;

/**
 * Object ids of files unmodified since git wrote or read them: same size, times and inode, and not written at or after
 * the index's time ("racily clean" in git). SHA-1 repositories only.
 */
export function cleanIds({ bytes, written }: GitIndex): CleanIds {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const places = new Map<string, number>();
  eachEntry(bytes, SHA1_BYTES, ({ at, flags, name }) => {
    if ((flags & (ASSUMED | EXTENDED | STAGE)) === 0) places.set(utf8(name), at);
    return true;
  });
  return (path, { size, modified, changed, inode }) => {
    const at = places.get(path);
    if (at === undefined || modified >= written) return undefined;
    const word = (number: number): number => view.getUint32(at + number * 4);
    const isSame = size === word(9) && inode % 2 ** 32 === word(5) &&
      // The runtime reports the change time in whole seconds.
      Math.floor(changed / 1000) === word(0) &&
      Math.floor(modified) === word(2) * 1000 + Math.floor(word(3) / 1e6);
    return isSame ? bytes.subarray(at + STAT_BYTES, at + STAT_BYTES + SHA1_BYTES) : undefined;
  };
}

function utf8(name: string): string {
  return isAscii(name)
    ? name
    : new TextDecoder().decode(Uint8Array.from(name, (character) => character.charCodeAt(0)));
}

/** True if the sorted entries contain the path; `cut` if the bytes end before that is known. */
function search(bytes: Uint8Array, idBytes: number, path: string): boolean | "cut" | "malformed" {
  const wanted = path.toLowerCase();
  const past = `${path.slice(0, path.lastIndexOf("/") + 2)}\xff`;
  let found = false;
  const end = eachEntry(bytes, idBytes, ({ name }) => {
    const lower = name.toLowerCase();
    found = lower === wanted || lower.startsWith(`${wanted}/`);
    return !found && name <= past;
  });
  return end === "ended" ? found : end;
}

/** A tracked file. */
interface Entry {
  /** Offset of its stat data; the object id follows them. */
  readonly at: number;
  readonly flags: number;
  /** One character per byte. */
  readonly name: string;
}

/** Visits the entries in order, until `visit` returns false. */
function eachEntry(
  bytes: Uint8Array,
  idBytes: number,
  visit: (entry: Entry) => boolean,
): "ended" | "cut" | "malformed" {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < HEADER_BYTES || view.getUint32(0) !== 0x44495243) return "malformed";
  const version = view.getUint32(4);
  if (version < 2 || version > 4) return "malformed";
  let name = "";
  let left = LARGEST_ANSWER;
  for (let entry = 0, at = HEADER_BYTES; entry < view.getUint32(8); entry++) {
    let start = at + STAT_BYTES + idBytes + 2;
    if (start + 2 > bytes.length) return "cut";
    const flags = view.getUint16(start - 2);
    if (flags & EXTENDED) start += 2;
    const prefix = version === 4 ? sharedPrefix(bytes, start, name) : { text: "", start };
    const end = bytes.indexOf(0, prefix.start);
    if (end < 0) return "cut";
    name = prefix.text + latin1(bytes.subarray(prefix.start, end));
    const length = flags & 0xfff;
    if (length !== 0xfff && length !== name.length || (left -= name.length) < 0) return "malformed";
    if (!visit({ at, flags, name })) return "ended";
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return "ended";
}

/** For an entry of version 4: the prefix shared with the name before, and the offset of its suffix. */
function sharedPrefix(bytes: Uint8Array, start: number, before: string): { text: string; start: number } {
  let byte = bytes[start++] ?? 0;
  let dropped = byte & 127;
  while (byte & 128) {
    byte = bytes[start++] ?? 0;
    dropped = ((dropped + 1) << 7) + (byte & 127);
  }
  return { text: before.slice(0, Math.max(0, before.length - dropped)), start };
}

function latin1(bytes: Uint8Array): string {
  // One call for names of usual length.
  if (bytes.length < LONG_NAME) return String.fromCharCode.apply(null, bytes as unknown as number[]);
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
