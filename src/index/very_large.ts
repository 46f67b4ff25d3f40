import type { LexicalIndex } from "./lexical_index.ts";

/** Chunks of some twenty thousand files of code. */
const MANY_CHUNKS = 400_000;

/** Whether an index is so large that a question looks at fewer places in it than it would in others. */
export function isVeryLarge({ chunks }: Pick<LexicalIndex, "chunks">): boolean {
  return chunks.count > MANY_CHUNKS;
}
