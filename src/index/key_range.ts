import { blockOf } from "./dictionary.ts";

/** A range of keys from `from` (inclusive) to `to` (exclusive); unbounded on a side that is absent. */
export interface KeyRange {
  readonly from?: string;
  readonly to?: string;
}

/** Every 8th first key is a candidate for the start of a range. */
const EVERY = 8;

/**
 * Cuts the keys of several dictionaries into ranges of about `most` blocks.
 *
 * @param directories for each dictionary the first keys of its blocks
 */
export function keyRanges(directories: readonly (readonly string[])[], most: number): KeyRange[] {
  const keys = directories.flatMap((firstKeys) => firstKeys.filter((_, at) => at % EVERY === EVERY - 1))
    .sort();
  const step = Math.max(1, Math.floor(most / EVERY));
  const bounds = new Set(keys.filter((_, at) => at % step === step - 1));
  const ends = [undefined, ...bounds, undefined];
  return ends.slice(1).map((to, at) => ({
    ...(ends[at] !== undefined && { from: ends[at] }),
    ...(to !== undefined && { to }),
  }));
}

/** The blocks of a dictionary that may contain keys of a range, from `first` to `end` (exclusive). */
export function blocksOf(
  firstKeys: readonly string[],
  { from, to }: KeyRange,
): { first: number; end: number } {
  return {
    first: from === undefined ? 0 : Math.max(0, blockOf(firstKeys, from)),
    end: to === undefined ? firstKeys.length : blockOf(firstKeys, to) + 1,
  };
}
