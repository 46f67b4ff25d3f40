import type { LexicalIndex } from "../../index/lexical_index.ts";

/** Files that are scored in full; the others' first scores are too low for a place among the best. */
const MOST_CANDIDATES = 2000;

/**
 * Leaves only the best of many files touched: those with the highest score as a whole and of their best chunk, each by the
 * highest of all. Returns those left out, which `whole` does not count any more.
 */
export function leaveOut(
  touched: Uint8Array,
  { files: { firstChunk, chunkCount } }: LexicalIndex,
  whole: Float32Array,
  chunks: Float32Array,
): Uint8Array | undefined {
  const files = numbersOf(touched);
  if (files.length <= MOST_CANDIDATES) return undefined;
  const best = new Float32Array(files.length);
  let [peak, peakOfBest] = [1e-9, 1e-9];
  for (let at = 0; at < files.length; at++) {
    let most = 0;
    const file = files[at]!;
    const first = firstChunk[file]!;
    const end = first + chunkCount[file]!;
    for (let chunk = first; chunk < end; chunk++) if (chunks[chunk]! > most) most = chunks[chunk]!;
    best[at] = most;
    if (most > peakOfBest) peakOfBest = most;
    if (whole[file]! > peak) peak = whole[file]!;
  }
  const sums = new Float64Array(files.length);
  for (let at = 0; at < files.length; at++) {
    sums[at] = whole[files[at]!]! / peak + best[at]! / peakOfBest;
  }
  const sorted = sums.slice().sort();
  const least = sorted[sums.length - MOST_CANDIDATES]!;
  // Of equal ones the first.
  let equals = MOST_CANDIDATES - (sums.length - sorted.findLastIndex((sum) => sum <= least) - 1);
  const leftOut = new Uint8Array(touched.length);
  files.forEach((file, at) => {
    if (sums[at]! > least || (sums[at] === least && equals-- > 0)) return;
    leftOut[file] = 1;
    touched[file] = whole[file] = 0;
  });
  return leftOut;
}

/** Where flags are set, ascending. */
export function numbersOf(flags: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(flags.length);
  let count = 0;
  for (let at = 0; at < flags.length; at++) if (flags[at] === 1) numbers[count++] = at;
  return numbers.subarray(0, count);
}
