import { FORMAT } from "../index/schema.ts";
import { sizeOf } from "../platform/cache_files.ts";
import { newest } from "../platform/store_names.ts";

/** An index of some 20,000 files has so many. Bytes. */
const LARGE = 200_000_000;

/**
 * Whether the index in a cache folder is so large that opening it in a second sandbox takes longer than that one could save,
 * and that git lists and the files are looked at for some tenths of a second.
 */
export function isLargeIndex(cache: string | undefined): boolean {
  if (cache === undefined) return false;
  const spec = { folder: cache, name: "index", format: FORMAT };
  return (sizeOf(`${cache}/${spec.name}-${FORMAT}-${newest(spec)}.sqlite`) ?? 0) > LARGE;
}
