import type { LexicalIndex } from "../../index/lexical_index.ts";

/** Checks if a file holds a term, in its text or its path. */
export function holdsTerm(file: number, term: string, index: LexicalIndex): boolean {
  if (index.pathPostings(term)?.files.includes(file)) return true;
  const from = index.files.firstChunk[file]!;
  const chunks = index.postings(term)?.chunks;
  const first = chunks?.[lowerBound(chunks, from)];
  return first !== undefined && first < from + index.files.chunkCount[file]!;
}

/** First place in an ascending list whose value is at least `least`; behind the last one when there is none. */
export function lowerBound(list: Uint32Array, least: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Checks if a token occurs in a text or a path. */
export function isKnown(token: string, index: LexicalIndex): boolean {
  return index.chunkFrequency(token) > 0 || index.pathPostings(token) !== undefined;
}
