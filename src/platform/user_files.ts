import { valueFor } from "../model/text.ts";
import { Buffer } from "node:buffer";

/**
 * Transactional changes in the user's own folders: every change goes through a {@link Journal}, which can undo all of
 * them in reverse order.
 */

/** Kind of directory entry at a path; symlinks are not followed. */
export type EntryKind = "missing" | "file" | "folder" | "link";

/** A change was refused or failed; the message names the path and the remedy. */
export class UserFilesError extends Error {
  override name = "UserFilesError";
}

/** Kind of the entry at `path`. A path below something that is not a folder counts as missing. */
export async function entryKind(path: string): Promise<EntryKind> {
  try {
    const info = await Deno.lstat(path);
    return info.isSymlink ? "link" : info.isDirectory ? "folder" : "file";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return "missing";
    throw problem("look at", path, error);
  }
}

/** True if the runtime denies this process writing `path`, as it does for programs found on PATH. */
export function isWriteDenied(path: string): boolean {
  return Deno.permissions.querySync({ name: "write", path }).state !== "granted";
}

/** The text of a file (following symlinks), including a byte order mark; undefined if there is none. */
export async function readTextIfAny(path: string): Promise<string | undefined> {
  try {
    const bytes = await Deno.readFile(path);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    if (error instanceof TypeError) {
      throw new UserFilesError(`${path} is not UTF-8 text; save it as UTF-8 first`);
    }
    throw problem("read", path, error);
  }
}

/** Target of a symlink as written in it. */
export async function linkTarget(path: string): Promise<string> {
  return await Deno.readLink(path);
}

/** True if two files have the same bytes; false if either is missing. */
export async function sameContent(a: string, b: string): Promise<boolean> {
  if (await entryKind(a) !== "file" || await entryKind(b) !== "file") return false;
  const [left, right] = await Promise.all([Deno.stat(a), Deno.stat(b)]);
  if (left.size !== right.size) return false;
  if (left.ino !== null && left.ino === right.ino && left.dev === right.dev) return true;
  const [one, other] = await Promise.all([Deno.readFile(a), Deno.readFile(b)]);
  return Buffer.compare(one, other) === 0;
}

/**
 * Puts an executable into a new temporary folder inside `folder` while `use` runs; `use` receives the new folder.
 *
 * @param content its bytes, or the path of a file to copy
 */
export async function withStaged<T>(
  { folder, name, content }: { folder: string; name: string; content: Uint8Array | string },
  use: (staging: string) => Promise<T>,
): Promise<T> {
  const staging = await Deno.makeTempDir({ dir: folder, prefix: ".auto-tools-staged-" });
  try {
    const path = `${staging}/${name}`;
    if (typeof content === "string") await Deno.copyFile(content, path);
    else await Deno.writeFile(path, content);
    await Deno.chmod(path, 0o755);
    return await use(staging);
  } finally {
    await Deno.remove(staging, { recursive: true });
  }
}

/** Performs changes in the user's folders and records how to undo them. */
export class Journal {
  readonly #undo: (() => Promise<void>)[] = [];
  readonly #cleanup: (() => Promise<void>)[] = [];

  /** Creates a folder and its missing parents. Returns the created ones, outermost first. */
  async makeFolders(path: string): Promise<string[]> {
    const made: string[] = [];
    for (const folder of await missingFolders(path)) {
      await attempt("make the folder", folder, () => Deno.mkdir(folder));
      this.#undo.push(() => Deno.remove(folder));
      made.push(folder);
    }
    return made;
  }

  /**
   * Writes a file by renaming a complete copy over it. The target of a symlink is written; an existing file keeps its
   * mode; a new script is executable.
   *
   * @param expected content of the file right before the rename (undefined: no file), so that another program's write
   * in between is never lost
   */
  async writeText(path: string, text: string, expected: string | undefined): Promise<void> {
    const place = await realPlace(path);
    const info = await Deno.stat(place).catch(() => undefined);
    await this.#stage(place, {
      mode: info?.mode ?? (text.startsWith("#!") ? 0o755 : 0o644),
      make: async (temp) => {
        await Deno.writeTextFile(temp, text, { createNew: true });
        if (info !== undefined) await Deno.chown(temp, info.uid, info.gid).catch(() => undefined);
      },
      check: async () => {
        if (await readTextIfAny(place) !== expected) {
          throw new UserFilesError(`another program changed ${path} at the same moment; run this again`);
        }
      },
    });
  }

  /** Copies `from` to `path` by rename, with the given mode. */
  async copyFile(from: string, path: string, mode: number): Promise<void> {
    await this.#stage(path, { mode, make: (temp) => Deno.copyFile(from, temp) });
  }

  /** Creates a symlink at `path` by rename, replacing an existing entry. */
  async link(path: string, target: string): Promise<void> {
    await this.#stage(path, { mode: undefined, make: (temp) => Deno.symlink(target, temp) });
  }

  /** Renames an entry within its folder. */
  async move(from: string, to: string): Promise<void> {
    await attempt("move", from, () => Deno.rename(from, to));
    this.#undo.push(() => Deno.rename(to, from));
  }

  /** Removes a file or symlink; it can be restored until {@link commit}. */
  async remove(path: string): Promise<void> {
    const aside = tempName(path, "old");
    await this.move(path, aside);
    this.#cleanup.push(() => Deno.remove(aside));
  }

  /** Removes a folder if it is empty; returns true if it did. */
  async removeEmptyFolder(path: string): Promise<boolean> {
    const mode = (await Deno.lstat(path).catch(() => undefined))?.mode ?? undefined;
    try {
      await Deno.remove(path);
    } catch {
      return false;
    }
    this.#undo.push(() => Deno.mkdir(path, mode === undefined ? {} : { mode: mode & 0o777 }));
    return true;
  }

  /** Makes the changes final and drops the undo copies. Returns one message per copy that could not be dropped. */
  async commit(): Promise<string[]> {
    this.#undo.length = 0;
    return await attemptAll(this.#cleanup.splice(0));
  }

  /** Undoes all changes, latest first. Returns one message per change that could not be undone. */
  async rollback(): Promise<string[]> {
    this.#cleanup.length = 0;
    return await attemptAll(this.#undo.splice(0).reverse());
  }

  async #stage(
    path: string,
    { mode, make, check = () => Promise.resolve() }: {
      mode: number | undefined;
      make: (temp: string) => Promise<void>;
      check?: (() => Promise<void>) | undefined;
    },
  ): Promise<void> {
    const temp = tempName(path, "new");
    try {
      await attempt("write", path, () => make(temp));
      if (mode !== undefined) await Deno.chmod(temp, mode & 0o7777);
      await check();
      await this.#keepOld(path);
      await attempt("write", path, () => Deno.rename(temp, path));
    } catch (error) {
      await Deno.remove(temp).catch(() => undefined);
      throw error;
    }
  }

  /** Retains the entry at `path` under a second name, so that it exists at all times. */
  async #keepOld(path: string): Promise<void> {
    const kind = await entryKind(path);
    if (kind === "missing") {
      this.#undo.push(() => Deno.remove(path).catch(ignoreMissing));
      return;
    }
    const aside = tempName(path, "old");
    await attempt("keep a copy of", path, () => keepAside(kind, { path, aside }));
    this.#undo.push(() => Deno.rename(aside, path));
    this.#cleanup.push(() => Deno.remove(aside));
  }
}

async function attemptAll(acts: readonly (() => Promise<void>)[]): Promise<string[]> {
  const failed: string[] = [];
  for (const act of acts) await act().catch((error: unknown) => failed.push(String(error)));
  return failed;
}

/** The missing folders in a path, outermost first. */
export async function missingFolders(path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let at = path; at !== "/" && at !== "";) {
    if (await entryKind(at) !== "missing") break;
    missing.unshift(at);
    at = at.slice(0, Math.max(at.lastIndexOf("/"), 0));
  }
  return missing;
}

async function keepAside(kind: EntryKind, { path, aside }: { path: string; aside: string }): Promise<void> {
  if (kind === "link") return await Deno.symlink(await Deno.readLink(path), aside);
  try {
    await Deno.link(path, aside);
  } catch {
    await Deno.copyFile(path, aside);
  }
}

/** The file that a write must reach: the end of a chain of symlinks, which need not exist. */
async function realPlace(path: string): Promise<string> {
  if (await entryKind(path) !== "link") return path;
  return await attempt("follow the symlink", path, () => Deno.realPath(path));
}

function tempName(path: string, kind: "new" | "old"): string {
  const slash = path.lastIndexOf("/");
  return `${path.slice(0, slash)}/.${path.slice(slash + 1)}.${kind}-${crypto.randomUUID().slice(0, 8)}`;
}

async function attempt<T>(what: string, path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UserFilesError) throw error;
    throw problem(what, path, error);
  }
}

function problem(what: string, path: string, error: unknown): UserFilesError {
  const reason = error instanceof Error ? error.message : String(error);
  const cause = reason.replace(/(: \w+ '.*)?\.?$/s, "");
  const advice = valueFor(reason, ADVICE) ?? "correct that, then run this again";
  return new UserFilesError(`cannot ${what} ${path}: ${cause}; ${advice}`, { cause: error });
}

const ADVICE: readonly (readonly [advice: string, phrases: readonly string[]])[] = [
  ["free some space on that disk, then run this again", ["no space"]],
  ["the file system is read-only: make it writable or choose another folder", ["read-only"]],
  ["make it writable for you or choose another folder", ["denied", "not permitted"]],
  ["a file is where a folder is needed: move it away", ["not a directory"]],
];

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
