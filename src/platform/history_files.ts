/** The files of the history cache, by name, in a folder that is ours. Nothing throws: a cache may be lost at any time. */
export interface HistoryFiles {
  /** The bytes of a file; undefined when it is missing, no regular file or unreadable. */
  read(name: string): Uint8Array<ArrayBuffer> | undefined;
  /** Its size in bytes; undefined when it is missing or no regular file. */
  size(name: string): number | undefined;
  /** Replaces a file as a whole; false when it cannot be written. */
  write(name: string, bytes: Uint8Array): boolean;
  /** Removes files of the history that are not in `keep` and older than a minute: another process may need those. */
  sweep(keep: ReadonlySet<string>): void;
}

const PREFIX = "history-";
const LARGEST = 256 * 1024 * 1024;
const GRACE_MS = 60_000;

/** Opens the files in `folder`, absolute and there. */
export function historyFiles(folder: string): HistoryFiles {
  return {
    read: (name) => attempt(() => read(`${folder}/${name}`)),
    size: (name) => attempt(() => sizeOf(`${folder}/${name}`)),
    write: (name, bytes) => attempt(() => write(`${folder}/${name}`, bytes)) ?? false,
    sweep: (keep) => void attempt(() => sweep(folder, keep)),
  };
}

function read(path: string): Uint8Array<ArrayBuffer> | undefined {
  const size = sizeOf(path);
  return size === undefined || size > LARGEST ? undefined : Deno.readFileSync(path);
}

/** Pipes and devices must never be opened, and links may lead anywhere. */
function sizeOf(path: string): number | undefined {
  const info = Deno.lstatSync(path);
  return info.isFile ? info.size : undefined;
}

/** A rename replaces a link instead of following it, and a reader never sees half a file. */
function write(path: string, bytes: Uint8Array): boolean {
  const draft = `${path}.${crypto.randomUUID()}.draft`;
  try {
    Deno.writeFileSync(draft, bytes, { createNew: true, mode: 0o600 });
    Deno.renameSync(draft, path);
    return true;
  } catch {
    attempt(() => Deno.removeSync(draft));
    return false;
  }
}

function sweep(folder: string, keep: ReadonlySet<string>): void {
  const oldest = Date.now() - GRACE_MS;
  for (const { name, isFile } of Deno.readDirSync(folder)) {
    if (!isFile || !name.startsWith(PREFIX) || keep.has(name)) continue;
    const path = `${folder}/${name}`;
    const modified = attempt(() => Deno.lstatSync(path).mtime?.getTime());
    if (modified !== undefined && modified < oldest) attempt(() => Deno.removeSync(path));
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
