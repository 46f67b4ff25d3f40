import { FORMAT } from "../index/schema.ts";
import { newest } from "../platform/store_names.ts";
import { hasSymbols } from "./symbols_file.ts";

/** True if the index in a cache folder was never completed, or there is no such folder. */
export function isUnbuilt(cache: string | undefined): boolean {
  return cache === undefined || !hasSymbols(cache) ||
    newest({ folder: cache, name: "index", format: FORMAT }) === 0;
}
