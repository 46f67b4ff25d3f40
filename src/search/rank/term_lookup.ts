import type { LexicalIndex } from "../../index/lexical_index.ts";

/** Checks if a token occurs in a text or a path. */
export function isKnown(token: string, index: LexicalIndex): boolean {
  return index.chunkFrequency(token) > 0 || index.pathPostings(token) !== undefined;
}
