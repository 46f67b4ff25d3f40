import { EntryReader } from "./dictionary.ts";
import type { Blocks } from "./key_merge.ts";
import type { KeyRange } from "./key_range.ts";
import { mergeRange, type Moves } from "./merge_segments.ts";

/**
 * A merge in two threads: the keys are cut into ranges, each thread takes the next one that is free. The thread that writes
 * puts down its own ranges and the other's in order; the other leaves its blocks in one of a few slots of shared memory.
 */

/** What the other thread needs of a segment. */
export interface MovedSegment {
  readonly firstBlock: number;
  readonly firstKeys: readonly string[];
  readonly moves: Moves;
}

/** The other thread's part of a merge. */
export interface MergeJob {
  readonly segments: readonly MovedSegment[];
  readonly ranges: readonly KeyRange[];
  readonly board: Int32Array<SharedArrayBuffer>;
  readonly slots: Uint8Array<SharedArrayBuffer>;
}

/** Starts the other thread; returns what ends it. */
export type MergeHelper = (job: MergeJob) => () => void;

/** Ranges that the other thread may have finished before they are written. */
export const SLOTS = 2;
/** Of the board: the next range that is free, how many of the other thread's were written, whether it has ended; then a state for each. */
const [NEXT, WRITTEN, ENDED, STATES] = [0, 1, 2, 3];
/** States of a range: nothing is known of it, or it stands in a slot, or could not be made. */
const [OPEN, READY, FAILED] = [0, 1, 2];
/** In front of a slot's blocks is their number, in front of each its length. Bytes. */
const LENGTH = 4;
/** The other thread works on a range for some tenths of a second. Milliseconds. */
const PATIENCE = 30_000;
/** Ranges of its own that a thread keeps while an earlier one of the other thread is not ready. */
const MOST_KEPT = 3;

/** What both threads share of a merge. */
export function shareOf(ranges: number, slotBytes: number): Pick<MergeJob, "board" | "slots"> {
  return {
    board: new Int32Array(new SharedArrayBuffer((STATES + ranges) * 4)),
    slots: new Uint8Array(new SharedArrayBuffer(SLOTS * slotBytes)),
  };
}

/** The other thread: merges ranges as long as there are any. */
export function mergeShare(job: MergeJob, blockOf: (id: number) => Uint8Array): void {
  const { board, ranges, segments, slots } = job;
  const dictionaries = segments.map(({ firstBlock, firstKeys }): Blocks => ({
    firstKeys,
    block: (number) => blockOf(firstBlock + number),
  }));
  const moves = segments.map((segment) => segment.moves);
  const room = slots.length / SLOTS;
  for (let own = 0;; own++) {
    while (Atomics.load(board, WRITTEN) <= own - SLOTS) {
      if (Atomics.wait(board, WRITTEN, Atomics.load(board, WRITTEN), PATIENCE) === "timed-out") return;
    }
    const range = Atomics.add(board, NEXT, 1);
    if (range >= ranges.length) return;
    const slot = slots.subarray((own % SLOTS) * room, (own % SLOTS + 1) * room);
    let state = FAILED;
    try {
      if (mergeInto(slot, dictionaries, { moves, range: ranges[range]! })) state = READY;
    } finally {
      Atomics.store(board, STATES + range, state | own << 2);
      Atomics.notify(board, STATES + range);
    }
  }
}

/** Says that the other thread has let go of the store. */
export function noteEnd({ board }: MergeJob): void {
  Atomics.store(board, ENDED, 1);
  Atomics.notify(board, ENDED);
}

/** Waits until it has, for as long as closing a file takes at most. */
export function awaitEnd({ board }: MergeJob): void {
  Atomics.wait(board, ENDED, 0, 1000);
}

/** False where the blocks are more than the slot holds. */
function mergeInto(
  slot: Uint8Array,
  dictionaries: readonly Blocks[],
  what: { readonly moves: readonly Moves[]; readonly range: KeyRange },
): boolean {
  const view = new DataView(slot.buffer, slot.byteOffset, slot.length);
  let count = 0;
  let at = LENGTH;
  const store = (block: Uint8Array): void => {
    count++;
    const start = at + LENGTH;
    at = start + block.length;
    if (at > slot.length) return;
    view.setUint32(start - LENGTH, block.length);
    slot.set(block, start);
  };
  mergeRange(dictionaries, { ...what, store });
  view.setUint32(0, count);
  return at <= slot.length;
}

/** The thread that writes. */
export class MergeShares {
  /** Blocks of its own ranges that are not written. */
  readonly #kept = new Map<number, Uint8Array[]>();
  #next = 0;

  constructor(
    private readonly job: Pick<MergeJob, "ranges" | "board" | "slots">,
    private readonly merge: (range: KeyRange) => Uint8Array[],
  ) {}

  /** @param write gets each range in order, with its blocks */
  run(write: (range: KeyRange, blocks: readonly Uint8Array[]) => void): void {
    const { board, ranges } = this.job;
    while (this.#next < ranges.length) {
      const blocks = this.#ready(this.#next);
      if (blocks !== undefined) {
        write(ranges[this.#next++]!, blocks);
        continue;
      }
      const free = this.#kept.size < MOST_KEPT ? Atomics.add(board, NEXT, 1) : ranges.length;
      if (free < ranges.length) this.#kept.set(free, this.merge(ranges[free]!));
      else this.#await(this.#next);
    }
  }

  #ready(range: number): Uint8Array[] | undefined {
    const own = this.#kept.get(range);
    if (own !== undefined) {
      this.#kept.delete(range);
      return own;
    }
    const { board } = this.job;
    const state = Atomics.load(board, STATES + range);
    if (state === OPEN) return undefined;
    const blocks = (state & 3) === READY ? this.#blocksIn((state >> 2) % SLOTS) : undefined;
    Atomics.add(board, WRITTEN, 1);
    Atomics.notify(board, WRITTEN);
    return blocks ?? this.merge(this.job.ranges[range]!);
  }

  /** A copy of what a slot holds. */
  #blocksIn(number: number): Uint8Array[] {
    const { slots } = this.job;
    const room = slots.length / SLOTS;
    const slot = slots.subarray(number * room, (number + 1) * room);
    const view = new DataView(slot.buffer, slot.byteOffset, slot.length);
    const blocks: Uint8Array[] = [];
    for (let left = view.getUint32(0), at = LENGTH; left > 0; left--) {
      const end = at + LENGTH + view.getUint32(at);
      blocks.push(slot.slice(at + LENGTH, end));
      at = end;
    }
    return blocks;
  }

  #await(range: number): void {
    const { board, ranges } = this.job;
    if (Atomics.wait(board, STATES + range, OPEN, PATIENCE) !== "timed-out") return;
    // It has died: what it had taken is made here.
    this.#kept.set(range, this.merge(ranges[range]!));
  }
}

/** The first key of a block. */
export function firstKeyOf(block: Uint8Array): string {
  const entries = new EntryReader(block);
  return entries.next() ? entries.key() : "";
}
