import { IndexStore } from "./analysis/index/index_store.ts";
import { createParser } from "./analysis/index/parse/parser.ts";
import type { FileParser } from "./analysis/index/parse/parser.ts";
import type { Refreshed, RefreshTools } from "./analysis/index/refresh.ts";
import { refresh } from "./analysis/index/refresh.ts";
import { APPLICATION_ID, FORMAT, SCHEMA } from "./analysis/index/schema.ts";
import type { IndexOpening } from "./analysis/tool.ts";
import { Failure } from "./model/errors.ts";
import type { RepositoryView } from "./model/jail.ts";
import { readAsset } from "./platform/assets.ts";
import { clock, wallClock } from "./platform/clock.ts";
import { Store } from "./platform/store.ts";
import type { WorkTreeOptions } from "./platform/work_tree.ts";
import { blobHash, createWorkTree } from "./platform/work_tree.ts";

/** A writer waits this long for another process; then it answers without storing. Milliseconds. */
const BUSY_MS = 20;

/** Brings the index of the work tree up to date as far as time allows, and opens it. */
export async function openIndex(
  view: RepositoryView,
  tree: Omit<WorkTreeOptions, "root">,
  options: IndexOpening,
): Promise<Refreshed | undefined> {
  const tools: RefreshTools = {
    store: openStore(view.cache),
    tree: createWorkTree({ ...tree, root: view.root }),
    hash: blobHash,
    parser: () => loadParser(view.assets),
    clock,
    now: wallClock,
  };
  return await refresh(tools, { ...options, rules: view.rules });
}

function openStore(folder: string | undefined): IndexStore | undefined {
  if (folder === undefined) return undefined;
  const store = Store.open({
    folder,
    name: "index",
    format: FORMAT,
    applicationId: APPLICATION_ID,
    schema: SCHEMA,
    busyMs: BUSY_MS,
  });
  return store && new IndexStore(store);
}

async function loadParser(assets: string): Promise<FileParser> {
  const core = readAsset(assets, "tree-sitter");
  if (!core) throw new Failure("toolUnavailable", `the parser is missing: ${assets}tree-sitter.grammar`);
  return await createParser({ core, grammar: (language) => readAsset(assets, language) });
}
