import { blocksOf, keyRanges } from "./key_range.ts";
import { awaitEnd, firstKeyOf, type MergeHelper, MergeShares, shareOf } from "./merge_shares.ts";
import { type Merged, mergedColumns, mergeRange, movesOf } from "./merge_segments.ts";
import type { UsedSegment } from "./used_segment.ts";

/** Blocks of all segments that one range has, about: 4 MB. */
const RANGE_BLOCKS = 1000;
/** The merged blocks of a range are rarely more than those they come from. Bytes. */
const SLOT_BYTES = 6_000_000;

/**
 * As `mergeSegments`, with another thread: blocks begin at other keys, which is all that differs. The store's blocks are read
 * by both threads; only this one writes.
 */
export function mergeTogether(
  segments: readonly UsedSegment[],
  keeps: (blob: number) => boolean,
  { store, helper, rangeBlocks = RANGE_BLOCKS }: {
    readonly store: (block: Uint8Array) => void;
    readonly helper: MergeHelper;
    /** Default: 1,000. */
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
      // The last block may have keys of the next range as well. Old ones go first: new ones take their pages.
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
