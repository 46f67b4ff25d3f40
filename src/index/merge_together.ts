import { blocksOf, keyRanges } from "./key_range.ts";
import { awaitEnd, firstKeyOf, type MergeHelper, MergeShares, shareOf } from "./merge_shares.ts";
import { type Merged, mergedColumns, mergeRange, movesOf } from "./merge_segments.ts";
import type { ConsumedSegment } from "./used_segment.ts";

/** Approximate number of blocks of all segments per range: 4 MB. */
const RANGE_BLOCKS = 1000;
/** Size of a slot, in bytes; the merged blocks of a range are rarely larger than its source blocks. */
const SLOT_BYTES = 6_000_000;

/**
 * Same as `mergeSegments`, with a helper thread; the result differs only in the keys at which blocks start. Both
 * threads read the store; only this thread writes.
 */
export function mergeTogether(
  segments: readonly ConsumedSegment[],
  keeps: (blob: number) => boolean,
  { store, helper, rangeBlocks = RANGE_BLOCKS }: {
    readonly store: (block: Uint8Array) => void;
    readonly helper: MergeHelper;
    /** Approximate number of blocks per range; default: 1,000. */
    readonly rangeBlocks?: number;
  },
): Merged {
  const moves = movesOf(segments, keeps);
  const ranges = keyRanges(segments.map(({ firstKeys }) => firstKeys), rangeBlocks);
  const job = {
    ranges,
    segments: segments.map(({ firstBlock, firstKeys }, at) => ({ firstBlock, firstKeys, moves: moves[at]! })),
    ...shareOf(ranges.length, SLOT_BYTES),
  };
  const end = helper(job);
  const own = segments.map((segment) => ({
    firstKeys: segment.firstKeys,
    block: (number: number) => segment.peek(number),
  }));
  const firstKeys: string[] = [];
  const shares = new MergeShares(job, (range) => {
    const blocks: Uint8Array[] = [];
    mergeRange(own, { moves, range, store: (block) => void blocks.push(block) });
    return blocks;
  });
  try {
    shares.run((range, blocks) => {
      // The last block may also contain keys of the next range. Old blocks are deleted first, so that new ones reuse
      // their pages.
      const open = range.to === undefined ? 0 : 1;
      for (const segment of segments) segment.discard(blocksOf(segment.firstKeys, range).end - open);
      for (const block of blocks) {
        firstKeys.push(firstKeyOf(block));
        store(block);
      }
    });
  } finally {
    awaitEnd(job);
    end();
  }
  return { columns: mergedColumns(segments, moves), firstKeys };
}
