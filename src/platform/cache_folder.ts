import { cacheHome } from "./environment.ts";
import { isSymlink, realPath } from "./host_files.ts";

const INSIDE = ".devbooks/cache/auto-tools";

/**
 * The folder for everything this program keeps for a repository, made when missing: inside the root (of the main work
 * tree, whose linked ones share it), or below the user's cache folder where that cannot be written or leads somewhere
 * else through a link: a repository must not choose where we write. Where neither can be written, what is there may still
 * be read; undefined when nothing is.
 *
 * @param root absolute real path
 */
export function cacheFolder(root: string): string | undefined {
  return ownFolder(root) ?? usersFolder(root) ?? existingCacheFolder(root);
}

/** The folder that {@link cacheFolder} would answer, if it is there already; nothing is made or written. */
export function existingCacheFolder(root: string): string | undefined {
  const inside = `${root}/${INSIDE}`;
  if (realPath(inside) === inside) return inside;
  const users = usersPath(root);
  return users !== undefined && realPath(users) !== undefined ? users : undefined;
}

function ownFolder(root: string): string | undefined {
  const folder = `${root}/${INSIDE}`;
  if (!staysInside(root) || !make(folder) || realPath(folder) !== folder) return undefined;
  try {
    Deno.writeTextFileSync(`${folder}/.gitignore`, "*\n", { createNew: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) return undefined;
  }
  return folder;
}

/** No part of the way to the folder is a link that leads elsewhere. */
function staysInside(root: string): boolean {
  const parts = INSIDE.split("/");
  return parts.every((_, last) => {
    const path = `${root}/${parts.slice(0, last + 1).join("/")}`;
    return [undefined, path].includes(realPath(path)) && !isDangling(path);
  });
}

function isDangling(path: string): boolean {
  try {
    return isSymlink(path);
  } catch {
    return false;
  }
}

function usersFolder(root: string): string | undefined {
  const folder = usersPath(root);
  return folder !== undefined && make(folder) ? folder : undefined;
}

function usersPath(root: string): string | undefined {
  const home = cacheHome();
  if (home === undefined) return undefined;
  const name = root.replaceAll("%", "%25").replaceAll("/", "%2F").slice(-200);
  return `${home}/auto-tools/roots/${name}`;
}

function make(folder: string): boolean {
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}
