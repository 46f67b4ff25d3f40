import { columnBytes } from "./column.ts";
import { PathChanges } from "./path_changes.ts";
import { PathTerms } from "./path_terms.ts";
import { changedTraits, decodeTraits, type PathTraits, traitsOf } from "./path_traits.ts";
import type { StoreValue } from "../platform/store.ts";
import { decodePaths } from "./tree_snapshot.ts";

/** Facts derived from the paths of a listing. */
export interface PathFacts {
  readonly terms: PathTerms;
  readonly traits: PathTraits;
}

/** Maximum share of new paths for an incremental update; above it all paths are processed again. */
const MOST_ADDED = 0.2;

/**
 * Returns the facts of the paths, updated incrementally from an earlier listing if most paths are the same.
 *
 * @param stored a row with that listing's `paths`, `terms` and `traits`; undefined if absent
 */
export function pathFacts(
  paths: readonly string[],
  stored: Readonly<Record<string, StoreValue>> | undefined,
): PathFacts {
  const before = decodePaths(columnBytes(stored?.["paths"]));
  const terms = PathTerms.decode(columnBytes(stored?.["terms"]), before.length);
  const traits = decodeTraits(columnBytes(stored?.["traits"]), before.length);
  const changes = new PathChanges(before, paths);
  if (!terms || !traits || changes.added.length > paths.length * MOST_ADDED) {
    return { terms: PathTerms.of(paths), traits: traitsOf(paths) };
  }
  return {
    terms: PathTerms.changed(terms, changes, paths),
    traits: changedTraits({ paths: before, traits }, changes, paths),
  };
}
