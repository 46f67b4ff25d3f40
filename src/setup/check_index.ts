import { existingCacheFolder } from "../platform/state_files.ts";
import { IndexBuild } from "../platform/index_build.ts";
import { INDEX_BUILDER, PROGRAM } from "../platform/program.ts";
import type { Check } from "./wiring.ts";

/** Text for a root without an index. */
export const NO_INDEX = "none yet: the first prompt builds it, or auto-tools index";

/** Compares all that is stored of a root's index with its checksums, in a sandbox; nothing is rebuilt. */
export async function checkIndex(root: string): Promise<Check[]> {
  const name = "index";
  const cache = existingCacheFolder(root);
  if (cache === undefined) return [{ name, ok: true, found: NO_INDEX }];
  const worker = new IndexBuild(INDEX_BUILDER, { program: PROGRAM, root, cache });
  try {
    await worker.ready;
    const { whole, size } = await worker.ask<{ type: "verified"; whole: boolean; size: number }>({
      type: "verify",
      cache,
    });
    const found = size === 0
      ? NO_INDEX
      : whole
      ? `whole, ${(size / 1e6).toFixed(1)} MB`
      : "damaged: parts of it differ from their checksums";
    return [{ name, ok: whole, found, fix: "auto-tools index" }];
  } finally {
    worker.close();
  }
}
