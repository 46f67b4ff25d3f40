import { columnBytes } from "./column.ts";
import { PathTerms } from "./path_terms.ts";
import { changedTraits, decodeTraits, encodeTraits, type PathTraits, traitsOf } from "./path_traits.ts";
import type { Store, StoreValue } from "../platform/store.ts";
import { blobsOfState, decodePaths, decodeState, encodePaths, encodeState } from "./tree_snapshot.ts";
import type { TreeSnapshot } from "./tree_snapshot.ts";
import { PathChanges } from "./path_changes.ts";

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

/** The state of a work tree. */
export interface TreeState {
  readonly rules: string;
  readonly listing: string;
  readonly snapshot: TreeSnapshot;
  /** Days since the epoch. */
  readonly day: number;
}

/** The stored state of a work tree. */
export interface StoredTree extends TreeState {
  readonly id: number;
}

/** The new state of a work tree. */
export interface TreeAddition extends TreeState {
  readonly root: string;
  /** True if paths, rules or listing differ from the stored ones. */
  readonly pathsChanged: boolean;
}

/** Days since the epoch at a time in milliseconds since then. */
export function dayOf(now: number): number {
  return Math.floor(now / 86_400_000);
}

/** The tables of work trees. */
export class TreeStore {
  constructor(readonly database: Store) {}

  /** The stored state of a work tree; undefined if absent. */
  tree(root: string): StoredTree | undefined {
    const row = this.database.get(
      "SELECT id, rules, listing, used, paths, state FROM tree JOIN tree_state ON tree = id WHERE root = ?",
      root,
    );
    if (row === undefined) return undefined;
    const snapshot = decodeState(columnBytes(row["state"]), decodePaths(columnBytes(row["paths"])));
    if (snapshot === undefined) return undefined;
    return {
      id: Number(row["id"]),
      rules: String(row["rules"]),
      listing: String(row["listing"]),
      day: Number(row["used"]),
      snapshot,
    };
  }

  /** Terms of a stored tree's paths; undefined if they do not fit its snapshot. */
  pathTerms(tree: StoredTree): PathTerms | undefined {
    const terms = this.database.get("SELECT terms FROM tree_paths WHERE tree = ?", tree.id)?.["terms"];
    return PathTerms.decode(columnBytes(terms), tree.snapshot.paths.length);
  }

  /** Traits of a stored tree's paths; undefined if they do not fit its snapshot. */
  pathTraits(tree: StoredTree): PathTraits | undefined {
    const traits = this.database.get("SELECT traits FROM tree_paths WHERE tree = ?", tree.id)?.["traits"];
    return decodeTraits(columnBytes(traits), tree.snapshot.paths.length);
  }

  /** Ids of the blobs referenced by any work tree. */
  referencedBlobs(): Set<number> {
    const live = new Set<number>();
    for (const row of this.database.all("SELECT state FROM tree_state")) {
      for (const number of blobsOfState(columnBytes(row["state"]))) if (number > 0) live.add(number);
    }
    return live;
  }

  /** True if any work tree was last used before a day. */
  hasTreesBefore(day: number): boolean {
    return this.database.get("SELECT id FROM tree WHERE used < ?", day) !== undefined;
  }

  /** Deletes the work trees last used before a day; call within a transaction. Their blobs become dead. */
  deleteTreesBefore(day: number): void {
    for (const row of this.database.all("SELECT id FROM tree WHERE used < ?", day)) {
      const id = Number(row["id"]);
      this.database.run("DELETE FROM tree_state WHERE tree = ?", id);
      this.database.run("DELETE FROM tree_paths WHERE tree = ?", id);
      this.database.run("DELETE FROM tree WHERE id = ?", id);
    }
  }

  /** Stores the state of a work tree; call within a transaction. */
  protected putTree(addition: TreeAddition): void {
    const { root, rules, listing, snapshot, day, pathsChanged } = addition;
    const known = this.database.get("SELECT id FROM tree WHERE root = ?", root)?.["id"];
    const id = known === undefined ? this.next("SELECT max(id) AS value FROM tree") : Number(known);
    if (known === undefined || pathsChanged) {
      const stored = this.database.get(
        "SELECT paths, terms, traits FROM tree JOIN tree_paths ON tree = id WHERE id = ?",
        id,
      );
      const { terms, traits } = pathFacts(snapshot.paths, stored);
      const values = [id, root, rules, listing, day, encodePaths(snapshot.paths)];
      const columns = "(id, root, rules, listing, used, paths)";
      this.database.run(`INSERT OR REPLACE INTO tree ${columns} VALUES (?, ?, ?, ?, ?, ?)`, ...values);
      this.database.run(
        "INSERT OR REPLACE INTO tree_paths (tree, terms, traits) VALUES (?, ?, ?)",
        id,
        terms.encode(),
        encodeTraits(traits),
      );
    }
    this.database.run(
      "INSERT OR REPLACE INTO tree_state (tree, state) VALUES (?, ?)",
      id,
      encodeState(snapshot),
    );
  }

  /** The number after the highest one that a query selects. */
  protected next(highest: string): number {
    return Number(this.database.get(highest)?.["value"] ?? 0) + 1;
  }
}
