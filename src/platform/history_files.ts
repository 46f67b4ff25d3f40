import { attempt } from "../model/attempt.ts";
import {
  LEFTOVER_MS,
  modified,
  readChecked,
  removeOwn,
  replaceChecked,
  sizeOfChecked,
} from "./cache_files.ts";

const PREFIX = "history-";
const LARGEST = 256 * 1024 * 1024;

/** The files of the history cache by name. Nothing throws, because a cache may be lost at any time. */
export type HistoryFiles = Readonly<ReturnType<typeof historyFiles>>;

/** Opens the files in `folder`, which must be absolute and exist. */
export function historyFiles(folder: string) {
  return {
    /** The bytes of a file; undefined if it is missing, unreadable or not a regular file. */
    read: (name: string) => readChecked(`${folder}/${name}`, LARGEST),
    /** Size of a file in bytes; undefined if it is missing or not a regular file. */
    size: (name: string) => sizeOfChecked(`${folder}/${name}`),
    /** Replaces a file atomically; false if it cannot be written. */
    write: (name: string, bytes: Uint8Array) => replaceChecked(`${folder}/${name}`, bytes),
    /**
     * Removes history files that are not in `keep` and older than a minute, because another process may still need newer
     * ones.
     */
    sweep: (keep: ReadonlySet<string>) => void attempt(() => sweep(folder, keep)),
  };
}

function sweep(folder: string, keep: ReadonlySet<string>): void {
  const oldest = Date.now() - LEFTOVER_MS;
  for (const { name, isFile } of Deno.readDirSync(folder)) {
    if (!isFile || !name.startsWith(PREFIX) || keep.has(name)) continue;
    const path = `${folder}/${name}`;
    if ((modified(path) ?? oldest) < oldest) removeOwn(path);
  }
}
