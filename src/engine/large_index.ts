import { FORMAT } from "../index/schema.ts";
import { sizeOf } from "../platform/cache_files.ts";
import { newest } from "../platform/store_names.ts";

/** Size of an index of some 20,000 files. Bytes. */
const LARGE = 200_000_000;

/**
 * True if the index in a cache folder is so large that opening it in a second sandbox costs more than it could save,
 * and that git's listing and the check of the files take some tenths of a second.
 */
export function isLargeIndex(cache: string | undefined): boolean {
  if (cache === undefined) return false;
  const spec = { folder: cache, name: "index", format: FORMAT };
  return (sizeOf(`${cache}/${spec.name}-${FORMAT}-${newest(spec)}.sqlite`) ?? 0) > LARGE;
}
