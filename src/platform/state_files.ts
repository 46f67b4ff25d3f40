import { attempt } from "../model/attempt.ts";
import { cacheFolder, existingCacheFolder } from "./cache_folder.ts";
import { openAppend, openWrite, readWhole, removeOwn, replaceWhole } from "./cache_files.ts";
import { env } from "./environment.ts";
import { realPath } from "./host_files.ts";
import { nearestProject } from "./project_folder.ts";

/** The few small files this program keeps for a root: sessions and the timeline. Nothing else is ever written there. */
export interface StateFiles {
  /** The text of a file; undefined when missing, unreadable or larger than 4 MiB. */
  read(name: string): string | undefined;
  /** Replaces a file whole; false when it cannot be written. */
  write(name: string, text: string): boolean;
  /** Adds one line; false when it cannot be written. */
  append(name: string, line: string): boolean;
  /** Opens a file for {@link append} after this thread gave up its rights; undefined when it cannot be written. */
  openAppend(name: string): ((line: string) => void) | undefined;
  /** Opens a file to replace its text after this thread gave up its rights; undefined when it cannot be written. */
  openReplace(name: string): ((text: string) => void) | undefined;
  /** Removes a file; true when it was there. */
  remove(name: string): boolean;
}

/** An append-only file is started anew beyond this size, bytes. */
const LARGEST_APPENDED = 1024 * 1024;
/** A larger file is none of ours. Bytes. */
const LARGEST_READ = 4 * LARGEST_APPENDED;

/**
 * Opens the files of `root` (absolute, real): in its own cache folder, or in the user's where the root cannot be written.
 * Undefined where neither can, and with `CI_AUTO_TOOLS_RECORD=0`. A folder that a link leads out of the root is not used.
 *
 * @param isKept false for a process that goes on: what it opens is closed after each text
 */
export function openState(root: string, { isKept = true } = {}): StateFiles | undefined {
  const folder = env("CI_AUTO_TOOLS_RECORD") === "0" ? undefined : cacheFolder(root);
  return folder === undefined ? undefined : isKept ? new Folder(folder) : new ReopenedFolder(folder);
}

/** The files of the repository around `cwd`; undefined where there is none. */
export function stateAround(cwd: string): StateFiles | undefined {
  const root = nearestProject(cwd);
  return root === undefined || realPath(`${root}/.git`) === undefined ? undefined : openState(root);
}

/** The files of `root` as far as there are any yet, for reading; nothing is made. */
export function existingState(root: string): Pick<StateFiles, "read"> | undefined {
  const folder = existingCacheFolder(root);
  return folder === undefined ? undefined : new Folder(folder);
}

class Folder implements StateFiles {
  constructor(readonly path: string) {}

  read(name: string): string | undefined {
    const bytes = readWhole(this.#file(name), LARGEST_READ);
    return bytes && new TextDecoder().decode(bytes);
  }

  write(name: string, text: string): boolean {
    return replaceWhole(this.#file(name), new TextEncoder().encode(text));
  }

  append(name: string, line: string): boolean {
    using file = openAppend(this.#file(name), LARGEST_APPENDED);
    if (file) writeLine(file, line);
    return file !== undefined;
  }

  openAppend(name: string): ((line: string) => void) | undefined {
    const open = openAppend(this.#file(name), LARGEST_APPENDED);
    return open && ((line) => writeLine(open, line));
  }

  openReplace(name: string): ((text: string) => void) | undefined {
    const open = openWrite(this.#file(name));
    return open && ((text) => replaceText(open, text));
  }

  remove(name: string): boolean {
    return removeOwn(this.#file(name));
  }

  /** Names are this program's own, some with a validated id in them; one that leads elsewhere is a bug. */
  #file(name: string): string {
    if (name.startsWith("/") || name.split("/").some((part) => part === "" || part.startsWith("."))) {
      throw new Error(`no name of a state file: ${name}`);
    }
    return `${this.path}/${name}`;
  }
}

/** The text first, then the end of the file: of two processes that do this at once, the first line stays whole. */
function replaceText(file: Deno.FsFile, text: string): void {
  // A full disk must not cost the user's turn.
  attempt(() => {
    const bytes = new TextEncoder().encode(`${text}\n`);
    file.seekSync(0, Deno.SeekMode.Start);
    file.writeSync(bytes);
    file.truncateSync(bytes.length);
  });
}

class ReopenedFolder extends Folder {
  override openAppend(name: string): (line: string) => void {
    return (line) => void this.append(name, line);
  }

  override openReplace(name: string): (text: string) => void {
    return (text) => void this.write(name, text);
  }
}

/** One write per line, so that lines of processes that run side by side do not mix. */
function writeLine(file: Deno.FsFile, line: string): void {
  // A full disk must not cost the user's turn.
  attempt(() => file.writeSync(new TextEncoder().encode(`${line}\n`)));
}
