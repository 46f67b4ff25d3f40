import { baseName } from "../model/paths.ts";
import { attempt } from "../model/attempt.ts";
import { cacheHome } from "./environment.ts";
import { isTracked } from "./git_index.ts";
import { realPath } from "./host_files.ts";
import { makeFolder } from "./cache_files.ts";
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
    return [undefined, path].includes(realPath(path)) && !isLink(path);
  });
}

function isLink(path: string): boolean {
  return attempt(() => Deno.lstatSync(path).isSymlink) ?? false;
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
