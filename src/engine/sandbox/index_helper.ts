import { doShare } from "../../index/helper_share.ts";
import { IndexStore } from "../../index/index_store.ts";
import { createParser } from "../../syntax/parser.ts";
import { type HelperResult, WAIT_FOR_HELPER } from "../../index/lexical_index.ts";
import { APPLICATION_ID, FORMAT, SCHEMA } from "../../index/schema.ts";
import { readAsset } from "../../platform/assets.ts";
import { wallClock } from "../../platform/clock.ts";
import { processorTime } from "../../platform/processor_time.ts";
import { isSymlink, realFile } from "../../platform/host_files.ts";
import type { HelperStart } from "../../platform/index_helper.ts";
import { Store } from "../../platform/store.ts";
import { blobHash, createWorkTree } from "../../platform/work_tree.ts";
import { createPathGuard } from "../../safety/path_guard.ts";

/** The second thread of a large build: a sandboxed worker started by the sandboxed worker, with no more rights than that. */

type Start = HelperStart;

self.onmessage = async ({ data }: MessageEvent<Start>): Promise<void> => {
  let results: readonly HelperResult[] = [];
  try {
    results = await share(data);
  } catch {
    // What is not returned is done by the other thread.
  }
  self.postMessage(results);
  self.close();
};

function openStore(folder: string): Store | undefined {
  const schema = { format: FORMAT, applicationId: APPLICATION_ID, schema: SCHEMA };
  return Store.open({ folder, name: "index", ...schema, busyMs: WAIT_FOR_HELPER });
}

async function share({ root, cache, assets, job }: Start): Promise<readonly HelperResult[]> {
  const core = readAsset(assets, "tree-sitter");
  const database = core && openStore(cache);
  if (!database) return [];
  const guard = createPathGuard(root, { realPath: realFile, isSymlink });
  const tree = createWorkTree({
    root,
    listing: [],
    listed: () => true,
    roleOf: () => "code",
    admit: (path) => guard.admit(path),
  });
  const parser = await createParser(
    { core, grammar: (language) => readAsset(assets, language) },
    { worked: processorTime },
  );
  const results = doShare(job, {
    store: new IndexStore(database),
    tree,
    hash: blobHash,
    parser,
    now: wallClock,
  });
  database.close();
  return results;
}
