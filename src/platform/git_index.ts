import { gitFolderOf } from "./git_folder.ts";

/**
 * Reads git's index file (versions 2 to 4, SHA-1 and SHA-256) just far enough to know whether a path is tracked: needed
 * before git has answered, and where it cannot be started.
 */

/** Stat data of an entry, before its object id. Bytes. */
const STAT_BYTES = 40;
/** Lengths of object ids. Bytes. */
const ID_BYTES = [20, 32];
const HEADER_BYTES = 12;
/** The first read; entries are sorted, so those of a dot folder come first. Bytes. */
const FIRST_READ = 64 * 1024;

/**
 * Whether the work tree around `root` (absolute, real) tracks `name`, a dot file or dot folder in `root`, or anything below
 * it; letter case does not count. An index that cannot be understood counts as yes, no index as no.
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

/** The index, and what it may share entries with. */
function indexFiles(gitFolder: string): string[] {
  try {
    return [...Deno.readDirSync(gitFolder)]
      .filter(({ name }) => name === "index" || name.startsWith("sharedindex."))
      .map(({ name }) => `${gitFolder}/${name}`);
  } catch {
    return [gitFolder];
  }
}

function holds(file: string, path: string): boolean {
  try {
    using open = Deno.openSync(file);
    const { size } = open.statSync();
    for (let length = Math.min(FIRST_READ, size);; length = Math.min(4 * length, size)) {
      const bytes = readFrom(open, length);
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

function readFrom(file: Deno.FsFile, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  file.seekSync(0, Deno.SeekMode.Start);
  for (let at = 0, count: number | null = 0; at < length && count !== null; at += count ?? 0) {
    count = file.readSync(bytes.subarray(at));
  }
  return bytes;
}

/** Whether the sorted entries hold the path; `cut` where the bytes end before that is known. */
function search(bytes: Uint8Array, idBytes: number, path: string): boolean | "cut" | "malformed" {
  const view = new DataView(bytes.buffer);
  if (bytes.length < HEADER_BYTES || view.getUint32(0) !== 0x44495243) return "malformed";
  const version = view.getUint32(4);
  if (version < 2 || version > 4) return "malformed";
  const wanted = path.toLowerCase();
  const past = `${path.slice(0, path.lastIndexOf("/") + 2)}\xff`;
  let name = "";
  for (let entry = 0, at = HEADER_BYTES; entry < view.getUint32(8); entry++) {
    let start = at + STAT_BYTES + idBytes + 2;
    if (start + 2 > bytes.length) return "cut";
    const flags = view.getUint16(start - 2);
    if (flags & 0x4000) start += 2;
    const kept = version === 4 ? keptOf(bytes, start, name) : { text: "", start };
    const end = bytes.indexOf(0, kept.start);
    if (end < 0) return "cut";
    name = kept.text + latin1(bytes.subarray(kept.start, end));
    const length = flags & 0xfff;
    if (length !== 0xfff && length !== name.length) return "malformed";
    const lower = name.toLowerCase();
    if (lower === wanted || lower.startsWith(`${wanted}/`)) return true;
    if (name > past) return false;
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return false;
}

/** What an entry of version 4 keeps of the name before it, and where the rest of its own name starts. */
function keptOf(bytes: Uint8Array, start: number, before: string): { text: string; start: number } {
  let byte = bytes[start++] ?? 0;
  let dropped = byte & 127;
  while (byte & 128) {
    byte = bytes[start++] ?? 0;
    dropped = ((dropped + 1) << 7) + (byte & 127);
  }
  return { text: before.slice(0, Math.max(0, before.length - dropped)), start };
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
