import { FORMAT } from "../index/schema.ts";
import { LARGEST_FILTER, SYMBOL_FILE } from "../index/symbol_filter.ts";
import { modified, readChecked } from "../platform/cache_files.ts";
import { newest } from "../platform/store_names.ts";

/**
 * Files of a repository whose index, and with it this filter, is built in the background. Fewer are indexed by the prompts
 * themselves and answered in time without a daemon; more take a prompt too long on a slow machine.
 */
export const LEAST_FILES = 100;

/** The index's filter of names in a cache folder; undefined where there is none. */
export function symbolsIn(cache: string): Uint8Array | undefined {
  // With the byte before the filter.
  return readChecked(`${cache}/${SYMBOL_FILE}`, LARGEST_FILTER + 1);
}

/** True if there is one: then something is indexed. */
export function hasSymbols(cache: string): boolean {
  return modified(`${cache}/${SYMBOL_FILE}`) !== undefined;
}

/** True if all files are in the index: the first byte is a flag for that. */
export function isWhole(cache: string): boolean {
  return symbolsIn(cache)?.[0] === 1;
}

/** True if the index in a cache folder was never completed, or there is no such folder. */
export function isUnbuilt(cache: string | undefined): boolean {
  return cache === undefined || !hasSymbols(cache) ||
    newest({ folder: cache, name: "index", format: FORMAT }) === 0;
}
