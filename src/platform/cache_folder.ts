import { attempt } from "../model/attempt.ts";
import { cacheHome } from "./environment.ts";
import { isTracked } from "./git_index.ts";
import { realPath } from "./host_files.ts";
import { makeFolder } from "./cache_files.ts";

const OUTERMOST = ".devbooks";
const INSIDE = `${OUTERMOST}/cache/auto-tools`;

/**
 * The folder for everything this program keeps for a repository, made when missing: inside the root (of the main work
 * tree, whose linked ones share it), or below the user's cache folder where that cannot be written, leads somewhere else
 * through a link, or git tracks anything in `.devbooks`: a repository must neither choose where we write nor bring along what
 * we read. Where neither can be written, what is there may still be read; undefined when nothing is.
 *
 * @param root absolute real path
 */
export function cacheFolder(root: string): string | undefined {
  return ownFolder(root) ?? usersFolder(root) ?? existingCacheFolder(root);
}

/** The folder that {@link cacheFolder} would answer, if it is there already; nothing is made or written. */
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

/** No part of the way to the folder is a link, also none that leads nowhere, through which a folder could be made. */
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

function usersPath(root: string): string | undefined {
  const home = cacheHome();
  if (home === undefined) return undefined;
  const name = root.replaceAll("%", "%25").replaceAll("/", "%2F").slice(-200);
  return `${home}/auto-tools/roots/${name}`;
}
