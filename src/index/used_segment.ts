import type { SegmentReader } from "./index_view.ts";
import type { Database } from "./ports.ts";

/** A segment that is used up while it is merged. */
export interface UsedSegment extends SegmentReader {
  /** Number of its first block in the store. */
  readonly firstBlock: number;
  /** A block, which stays; `block` removes it. */
  peek(number: number): Uint8Array;
  /** Removes the blocks before `end`. */
  discard(end: number): void;
}

/** The segment with blocks that go from the store; inside a transaction. */
export function usedUp(
  segment: SegmentReader & { readonly firstBlock: number },
  database: Database,
): UsedSegment {
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
