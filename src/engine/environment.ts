import type { RepositoryFacts } from "../model/ports.ts";
import type { ViewRules } from "../model/sandbox.ts";
import type { SandboxPool } from "../platform/sandbox_pool.ts";
import type { StatTable } from "../platform/stat_table.ts";
import type { TreeLooks } from "./warm/tree_looks.ts";

/** A repository that this process works on: for one request, or from request to request. */
export interface Environment {
  /** Absolute real path. */
  readonly root: string;
  /** Absolute folder of the repository's cache; absent: nothing is stored. */
  readonly cache: string | undefined;
  /** Keeps the sandbox from request to request; absent: it serves one. */
  readonly pool?: SandboxPool | undefined;
  /** Git's last listing and facts about the root; they are likely the same the next time. */
  listing?: Uint8Array<ArrayBuffer> | undefined;
  /** A table of the files' times over that listing. */
  stats?: StatTable | undefined;
  facts?: RepositoryFacts | undefined;
  /** The last request's rules of the view. */
  rules?: ViewRules;
  /** Absent until the tree is watched, and where it cannot be. */
  looks?: TreeLooks | undefined;
}
