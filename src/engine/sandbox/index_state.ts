import { type UnresolvedImports, unresolvedImports } from "../../graph/unresolved_imports.ts";
import { IndexStore } from "../../index/index_store.ts";
import { IndexView } from "../../index/index_view.ts";
import { align, examine } from "../../index/tree_status.ts";
import type { RepositoryView } from "../../model/sandbox.ts";
import { Store } from "../../platform/store.ts";
import { storeModified } from "../../platform/store_names.ts";
import { createWorkTree } from "../../platform/work_tree.ts";
import { INDEX_SPEC } from "./index_port.ts";
import { guardedTree } from "./tree.ts";

/** The stored index against the work tree as it is now. */
export interface IndexState {
  /** Files of the repository that are listed now. */
  readonly files: number;
  /** Of those, files that are new or changed since they were indexed: the next prompt reads them. */
  readonly behind: number;
  /** Milliseconds since the Unix epoch when the index was last written. */
  readonly written: number;
  /** The repository's own imports that lead nowhere, as they were indexed; absent: not looked for. */
  readonly unresolvedImports?: UnresolvedImports;
}

/** Unresolved imports that are listed. */
const MOST_LISTED = 20;
/** In larger repositories unresolved imports are counted only when they are asked for: it takes 0.12 s for 1,000 files. */
const MOST_COUNTED = 2000;

/**
 * Looks at the index and the files' sizes and times; reads and builds nothing. Undefined where there is no index.
 *
 * @param asksImports also lists unresolved imports; in a repository of any size
 */
export function indexState(view: RepositoryView, asksImports: boolean): IndexState | undefined {
  const { root, cache: folder } = view;
  if (folder === undefined) return undefined;
  const spec = { ...INDEX_SPEC, folder };
  const written = storeModified(spec);
  const store = Store.find(spec);
  if (!store || written === undefined) return undefined;
  try {
    const contents = new IndexStore(store);
    const stored = contents.tree(root);
    if (!stored) return undefined;
    const imports = (asksImports || stored.snapshot.paths.length <= MOST_COUNTED) &&
      unresolvedImports(new IndexView(stored.snapshot, contents.segments()), asksImports ? MOST_LISTED : 0);
    const tree = createWorkTree({ ...guardedTree(view), root });
    const { snapshot, todo } = examine(tree, align(tree, stored.snapshot));
    const behind = todo.filter(({ isSuspect }) => !isSuspect).length;
    return { files: snapshot.paths.length, behind, written, ...(imports && { unresolvedImports: imports }) };
  } finally {
    store.close();
  }
}
