import type { SegmentReader } from "./index_view.ts";
import type { Database } from "./ports.ts";

/** A segment that is deleted block by block while it is merged. */
export interface ConsumedSegment extends SegmentReader {
  /** Number of its first block in the store. */
  readonly firstBlock: number;
  /** Reads a block without deleting it; `block` deletes it. */
  peek(number: number): Uint8Array;
  /** Deletes the blocks before `end`. */
  discard(end: number): void;
}

/** Wraps a segment so that reading a block deletes it from the store; call within a transaction. */
export function consumeSegment(
  segment: SegmentReader & { readonly firstBlock: number },
  database: Database,
): ConsumedSegment {
  const { firstBlock } = segment;
  let discarded = 0;
  return {
    ...segment,
    block: (number) => {
      const block = segment.block(number);
      database.run("DELETE FROM block WHERE id = ?", firstBlock + number);
      return block;
    },
    peek: segment.block,
    discard: (end) => {
      if (end <= discarded) return;
      const [first, behind] = [firstBlock + discarded, firstBlock + end];
      database.run("DELETE FROM block WHERE id >= ? AND id < ?", first, behind);
      discarded = end;
    },
  };
}
