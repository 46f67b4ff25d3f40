import { cacheHome } from "./environment.ts";
import { canWrite, realPath } from "./host_files.ts";

const INSIDE = ".devbooks/cache/auto-tools";

/**
 * The folder for the cache of a repository: inside the root that `main` names (linked work trees share the main
 * one's), or below the user's cache folder where that is read-only, or leads somewhere else through a link. Undefined
 * where nothing can be written and there is no home.
 */
export async function cacheFolder(main: string): Promise<string | undefined> {
  const inside = `${main}/${INSIDE}`;
  if (staysInside(main) && canWrite(inside)) return inside;
  const home = cacheHome();
  return home && `${home}/auto-tools/${await shortHash(main)}`;
}

/** No part of the way to the folder is a link out of the root: a repository must not choose where we write. */
function staysInside(root: string): boolean {
  const parts = INSIDE.split("/");
  for (let length = 1; length <= parts.length; length++) {
    const path = `${root}/${parts.slice(0, length).join("/")}`;
    const real = realPath(path);
    if (real !== undefined && real !== path) return false;
  }
  return true;
}

async function shortHash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
