import type { LexicalIndex } from "../../index/lexical_index.ts";
import { pathTables } from "./path_tables.ts";

/**
 * The files a mention means: those whose path ends with the mention's longest possible ending. More than three equal
 * candidates (two, when only the bare name matches) mean nothing.
 */
export function findPath(mention: string, index: LexicalIndex): readonly number[] {
  const parts = mention.replace(/\\/g, "/").replace(/^[./]+/, "").split("/").filter((part) => part !== "");
  const name = parts.at(-1);
  const named = name === undefined ? [] : pathTables(index).named(name);
  if (named.length === 0) return [];
  for (let from = 0; from < parts.length; from++) {
    const ending = parts.slice(from).join("/");
    const matches = named.filter((file) => endsWithPath(index.files.paths[file]!, ending));
    if (matches.length === 0) continue;
    const bare = from === parts.length - 1;
    if (matches.length <= (bare ? 2 : 3)) return matches;
  }
  return [];
}

/** Checks if `path` is `ending` or ends with it at a folder border. */
export function endsWithPath(path: string, ending: string): boolean {
  return path.endsWith(ending) &&
    (path.length === ending.length || path[path.length - ending.length - 1] === "/");
}
