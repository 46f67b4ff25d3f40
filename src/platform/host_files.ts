import { SMALL_BYTES } from "./limits.ts";
import { Failure } from "../model/errors.ts";
import { attempt } from "../model/attempt.ts";
import { openPlain, readUpTo } from "./plain_file.ts";

/** The environment, and files that the main thread reads before it drops its rights: configuration, never repository content. */

/** Value of an environment variable; undefined if it is unset or not in the compiled permissions. */
export function env(name: string): string | undefined {
  return attempt(() => Deno.env.get(name));
}

/** The user's configuration folder; undefined without a home folder. */
export function configHome(): string | undefined {
  return xdg("XDG_CONFIG_HOME", ".config");
}

/** The user's cache folder; undefined without a home folder. */
export function cacheHome(): string | undefined {
  return xdg("XDG_CACHE_HOME", ".cache");
}

function xdg(variable: string, fallback: string): string | undefined {
  const set = env(variable);
  if (set?.startsWith("/")) return set;
  const home = env("HOME");
  return home ? `${home}/${fallback}` : undefined;
}

/**
 * The text of a regular file; undefined if it is missing, unreadable, larger than `limit` bytes or not a regular file.
 */
export function readSmallFile(path: string, limit = SMALL_BYTES): string | undefined {
  return attempt(() => {
    const info = Deno.statSync(path);
    if (!info.isFile || info.size > limit) return undefined;
    return Deno.readTextFileSync(path);
  });
}

/**
 * The text of a file below `root` (absolute, real), also through a link inside the root. Undefined if it is missing,
 * unreadable or larger than 256 KiB; `outside` if a link leads out of the root.
 */
export function readInside(root: string, path: string): { readonly text: string } | "outside" | undefined {
  const real = realPath(`${root}/${path}`);
  if (real === undefined) return undefined;
  if (!real.startsWith(`${root}/`)) return "outside";
  return attempt(() => {
    using file = openPlain(real);
    if (file.statSync().size > SMALL_BYTES) return undefined;
    return { text: new TextDecoder().decode(readUpTo(file, SMALL_BYTES)) };
  });
}

/** The real path of a folder; undefined if it is not a folder. */
export function realFolder(path: string): string | undefined {
  return attempt(() => {
    const real = Deno.realPathSync(path);
    return Deno.statSync(real).isDirectory ? real : undefined;
  });
}

/** Makes a path entered by the user absolute. */
export function absolutePath(path: string, cwd: string): string {
  return path.startsWith("/") ? path : `${cwd}/${path}`;
}

/**
 * The folder named by the user, absolute and otherwise as written.
 *
 * @throws Failure if there is none
 */
export function folderNamed(path: string, cwd: string): string {
  const folder = absolutePath(path, cwd);
  if (realFolder(folder) === undefined) throw new Failure("invalidArgs", `no such folder: ${path}`);
  return folder;
}

/** The real path of a file or folder; undefined if there is none. */
export function realPath(path: string): string | undefined {
  return attempt(() => Deno.realPathSync(path));
}

/** True if the file's mode permits execution. */
export function isExecutable(path: string): boolean {
  return ((Deno.statSync(path).mode ?? 0) & 0o111) !== 0;
}

/**
 * True if the last segment is a symbolic link. Throws if nothing exists there, and for pipes, sockets and devices,
 * which must never be opened.
 */
export function isSymlink(path: string): boolean {
  const info = Deno.lstatSync(path);
  if (!info.isSymlink && !info.isFile && !info.isDirectory) throw new Error(`not a file: ${path}`);
  return info.isSymlink;
}

/** The real path of a file or folder. Throws like {@link isSymlink}. */
export function realFile(path: string): string {
  const real = Deno.realPathSync(path);
  isSymlink(real);
  return real;
}

/** The working directory; `/` if it was deleted. */
export function currentFolder(): string {
  return attempt(() => Deno.cwd()) ?? "/";
}

/** Absolute path of the running executable, without symlinks; "" if unknown. */
export function executable(): string {
  return attempt(() => Deno.realPathSync(Deno.execPath())) ?? "";
}

/** Creates a file and its folders; false if it exists or cannot be written. */
export function createTextFile(path: string, text: string): boolean {
  return attempt(() => {
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(path, text, { createNew: true });
    return true;
  }) ?? false;
}
