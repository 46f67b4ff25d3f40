import { baseName } from "../../model/paths.ts";
import { pathOfUri } from "../file_uri.ts";

/** The folders a client works in, as its `roots` name them: absolute paths, in the client's order. */
export function rootPaths(roots: readonly { readonly uri: string }[]): string[] {
  return roots.flatMap(({ uri }) => pathOfUri(uri) ?? []);
}

/** Returns the folder of `name`: a whole path or a last segment; undefined when none or several fit. */
export function chooseRoot(name: string | undefined, folders: readonly string[]): string | undefined {
  if (name === undefined) return folders[0];
  if (folders.includes(name)) return name;
  const fitting = folders.filter((folder) => baseName(folder) === name);
  return fitting.length === 1 ? fitting[0] : undefined;
}
