import { ContentIndexer, type IndexerTools } from "./content_indexer.ts";
import type { IndexStore } from "./index_store.ts";
import type { HelperResult } from "./lexical_index.ts";
import type { HelperJob } from "../platform/index_helper.ts";

/**
 * Indexes files in a second thread: takes paths from the shared counter until the list or the time is exhausted, stores
 * the new blobs, and returns the result per file.
 */
export function doShare(
  job: HelperJob,
  tools: IndexerTools & { readonly store: IndexStore; readonly now: () => number },
): HelperResult[] {
  const { paths, sizes, next, deadline, batchSize } = job;
  const { store, now } = tools;
  const collected = store.collected();
  const indexer = new ContentIndexer(store, tools);
  const results: HelperResult[] = [];
  let waiting: { result: Omit<HelperResult, "blob" | "isNew">; place: number }[] = [];
  const save = (): void => {
    const numbers = store.add({ segment: indexer.finish() }, collected);
    for (const { result, place } of numbers ? waiting : []) {
      results.push({ ...result, blob: numbers![place]!, isNew: true });
    }
    waiting = [];
  };
  while (now() < deadline) {
    const at = Atomics.add(next, 0, 1);
    if (at >= paths.length) break;
    const { kind, language, blob, place } = indexer.take(paths[at]!, sizes[at]!);
    if (place < 0) results.push({ at, kind, language, blob, isNew: false });
    else waiting.push({ result: { at, kind, language }, place });
    if (indexer.characters >= batchSize) save();
  }
  if (indexer.count > 0) save();
  return results;
}
