import { attempt } from "../model/attempt.ts";
import { makeFolder, openAppend, openWrite, readWhole, removeOwn, replaceWhole } from "./cache_files.ts";
import { cacheHome, env, realPath } from "./host_files.ts";
import { nearestProject } from "./git_folder.ts";
import { baseName } from "../model/paths.ts";
import { isTracked } from "./git_index.ts";
import { sha256 } from "./sha256.ts";

const OUTERMOST = ".devbooks";
const INSIDE = `${OUTERMOST}/cache/auto-tools`;

/**
 * The cache folder of a repository, created if missing: inside the root (of the main work tree, which linked work trees
 * share). It is below the user's cache folder instead if that is not writable, leads elsewhere through a link, or git
 * tracks anything in `.devbooks`: a repository must not choose where this program writes, nor supply what it reads. If
 * neither is writable, an existing one can still be read; otherwise undefined.
 *
 * @param root absolute real path
 */
export function cacheFolder(root: string): string | undefined {
  return ownFolder(root) ?? usersFolder(root) ?? existingCacheFolder(root);
}

/** The folder of {@link cacheFolder} if it exists; creates nothing. */
export function existingCacheFolder(root: string): string | undefined {
  const inside = `${root}/${INSIDE}`;
  if (realPath(inside) === inside && !isTracked(root, OUTERMOST)) return inside;
  const users = usersPath(root);
  return users === undefined ? undefined : realPath(users);
}

function ownFolder(root: string): string | undefined {
  const folder = `${root}/${INSIDE}`;
  if (!staysInside(root) || isTracked(root, OUTERMOST)) return undefined;
  return makeFolder(folder) === folder ? folder : undefined;
}

/** True if no part of the path is a link, including dangling ones, through which a folder could be created. */
function staysInside(root: string): boolean {
  const parts = INSIDE.split("/");
  return parts.every((_, last) => {
    const path = `${root}/${parts.slice(0, last + 1).join("/")}`;
    return [undefined, path].includes(realPath(path)) && !attempt(() => Deno.lstatSync(path).isSymlink);
  });
}

function usersFolder(root: string): string | undefined {
  const folder = usersPath(root);
  return folder === undefined ? undefined : makeFolder(folder);
}

/** Named by a hash of the whole path, because ends of long paths may be equal; the folder's name is for people. */
function usersPath(root: string): string | undefined {
  const home = cacheHome();
  if (home === undefined) return undefined;
  const name = baseName(root).replace(/[^\w.-]/g, "_").slice(0, 40);
  const hash = sha256(root).slice(0, 32);
  return `${home}/auto-tools/roots/${hash}-${name}`;
}

/** Size in bytes above which an append-only file is restarted. */
const LARGEST_APPENDED = 1024 * 1024;
/** Maximum size of a file read, in bytes. */
const LARGEST_READ = 4 * LARGEST_APPENDED;

/**
 * Opens the state files of `root` (absolute, real): in its cache folder, or in the user's if the root is not writable.
 * Undefined if neither is, or with `CI_AUTO_TOOLS_RECORD=0`. A folder outside of the root through a link is not used.
 *
 * @param isKept false for a long-running process: files are closed after each write
 */
export function openState(root: string, { isKept = true } = {}): StateFiles | undefined {
  const folder = env("CI_AUTO_TOOLS_RECORD") === "0" ? undefined : cacheFolder(root);
  return folder === undefined ? undefined : isKept ? new Folder(folder) : new ReopenedFolder(folder);
}

/** The state files of the repository around `cwd`; undefined if there is none. */
export function stateAround(cwd: string): StateFiles | undefined {
  const root = nearestProject(cwd);
  return root === undefined || realPath(`${root}/.git`) === undefined ? undefined : openState(root);
}

/** The existing state files of `root`, read-only; creates nothing. */
export function existingState(root: string): Pick<StateFiles, "read"> | undefined {
  const folder = existingCacheFolder(root);
  return folder === undefined ? undefined : new Folder(folder);
}

/** The small state files of a root: sessions and the timeline. Nothing else is written there. */
export type StateFiles = Pick<Folder, keyof Folder>;

class Folder {
  constructor(private readonly path: string) {}

  /** The text of a file; undefined if it is missing, unreadable or larger than 4 MiB. */
  read(name: string): string | undefined {
    const bytes = readWhole(this.#file(name), LARGEST_READ);
    return bytes && new TextDecoder().decode(bytes);
  }

  /** Replaces a file atomically; false if it cannot be written. */
  write(name: string, text: string): boolean {
    return replaceWhole(this.#file(name), new TextEncoder().encode(text));
  }

  /** Appends one line; false if it cannot be written. */
  append(name: string, line: string): boolean {
    using file = openAppend(this.#file(name), LARGEST_APPENDED);
    if (file) writeLine(file, line);
    return file !== undefined;
  }

  /** Opens a file for appending after this thread has dropped its rights; undefined if it cannot be written. */
  openAppend(name: string): ((line: string) => void) | undefined {
    const open = openAppend(this.#file(name), LARGEST_APPENDED);
    return open && ((line) => writeLine(open, line));
  }

  /** Opens a file for replacing its text after this thread has dropped its rights; undefined if it cannot be written. */
  openReplace(name: string): ((text: string) => void) | undefined {
    const open = openWrite(this.#file(name));
    return open && ((text) => replaceText(open, text));
  }

  /** Removes a file; true if it existed. */
  remove(name: string): boolean {
    return removeOwn(this.#file(name));
  }

  /** Path of a file. Names are constants of this program, some with a validated id; any other name is a bug. */
  #file(name: string): string {
    if (name.startsWith("/") || name.split("/").some((part) => part === "" || part.startsWith("."))) {
      throw new Error(`no name of a state file: ${name}`);
    }
    return `${this.path}/${name}`;
  }
}

/** Writes the text first, then truncates: if two processes do this at once, the first line stays intact. */
function replaceText(file: Deno.FsFile, text: string): void {
  // A full disk must not fail the user's turn.
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

/** One write per line, so that lines of concurrent processes do not mix. */
function writeLine(file: Deno.FsFile, line: string): void {
  // A full disk must not fail the user's turn.
  attempt(() => file.writeSync(new TextEncoder().encode(`${line}\n`)));
}
