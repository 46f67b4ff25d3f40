import type { WorkTree } from "../platform/work_tree.ts";
import type { IndexStore } from "./index_store.ts";
import { IndexView } from "./index_view.ts";
import { KINDS } from "./lexical_index.ts";
import { PresentFiles } from "./present_files.ts";
import type { SegmentReader } from "./segment.ts";
import type { StoredTree } from "./tree_store.ts";
import type { TreeSnapshot } from "./tree_snapshot.ts";

/**
 * The view of the files that exist.
 *
 * @param segments all of the store, and those that could not be stored
 * @param place the files and their stored facts: `stored` is the state with the same paths, if it was read before;
 * `isStored` is true if the store has these paths by now
 */
export function viewOf(
  snapshot: TreeSnapshot,
  segments: readonly SegmentReader[],
  { store, tree, stored, isStored }: {
    readonly store: IndexStore | undefined;
    readonly tree: WorkTree;
    readonly stored: StoredTree | undefined;
    readonly isStored: () => boolean;
  },
): IndexView {
  const present = presentFiles(snapshot);
  let known = stored;
  const facts = (): StoredTree | undefined => isStored() ? known ??= store?.tree(tree.root) : undefined;
  return new IndexView(present ? present.snapshot(snapshot) : snapshot, segments, {
    terms: () => {
      const from = facts();
      const terms = from && store?.pathTerms(from);
      return present ? terms?.only(present) : terms;
    },
    traits: () => {
      const from = facts();
      const traits = from && store?.pathTraits(from);
      return present && traits ? present.traits(traits) : traits;
    },
  }, (path) => tree.read(path));
}

/** The files that exist; undefined if none is missing. */
function presentFiles({ kinds }: TreeSnapshot): PresentFiles | undefined {
  const missing: number[] = [];
  const kind = KINDS.indexOf("missing");
  for (let file = kinds.indexOf(kind); file >= 0; file = kinds.indexOf(kind, file + 1)) missing.push(file);
  return missing.length === 0 ? undefined : new PresentFiles(missing, kinds.length);
}
