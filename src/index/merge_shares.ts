import { EntryReader } from "./dictionary.ts";
import type { Blocks } from "./key_merge.ts";
import type { KeyRange } from "./key_range.ts";
import { mergeRange, type Moves } from "./merge_segments.ts";

/**
 * A merge in two threads. The keys are cut into ranges; each thread takes the next free range. The writing thread
 * stores its own and the helper's ranges in key order; the helper puts its blocks into one of a few slots of shared
 * memory.
 */

/** A segment as passed to the helper thread. */
export interface MovedSegment {
  readonly firstBlock: number;
  readonly firstKeys: readonly string[];
  readonly moves: Moves;
}

/** The helper thread's part of a merge. */
export interface MergeJob {
  readonly segments: readonly MovedSegment[];
  readonly ranges: readonly KeyRange[];
  readonly board: Int32Array<SharedArrayBuffer>;
  readonly slots: Uint8Array<SharedArrayBuffer>;
}

/** Starts the helper thread; returns a function that terminates it. */
export type MergeHelper = (job: MergeJob) => () => void;

/** Maximum number of ranges finished by the helper thread but not yet written. */
export const SLOTS = 2;
/**
 * Layout of the board: the next free range, the number of the helper's ranges that were written, 1 after the helper has
 * closed the store; then the state of each range.
 */
const [NEXT, WRITTEN, ENDED, STATES] = [0, 1, 2, 3];
/** State of a range: not finished, ready in a slot, or failed. */
const [OPEN, READY, FAILED] = [0, 1, 2];
/** Size, in bytes, of the block count at the start of a slot and of the length before each block. */
const LENGTH = 4;
/** Timeout for one range of the other thread, in milliseconds; a range takes a few tenths of a second. */
const PATIENCE = 30_000;
/** Maximum number of own ranges a thread buffers while an earlier one of the other thread is not ready. */
const MAX_BUFFERED = 3;

/** Allocates the memory shared by both threads. */
export function shareOf(ranges: number, slotBytes: number): Pick<MergeJob, "board" | "slots"> {
  return {
    board: new Int32Array(new SharedArrayBuffer((STATES + ranges) * 4)),
    slots: new Uint8Array(new SharedArrayBuffer(SLOTS * slotBytes)),
  };
}

/** Main function of the helper thread: merges ranges until none is left. */
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

/** Signals that the helper thread has closed the store. */
export function noteEnd({ board }: MergeJob): void {
  Atomics.store(board, ENDED, 1);
  Atomics.notify(board, ENDED);
}

/** Waits until the helper thread has closed the store, at most one second. */
export function awaitEnd({ board }: MergeJob): void {
  Atomics.wait(board, ENDED, 0, 1000);
}

/** Merges a range into a slot; false if the blocks exceed it. */
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

/** The writing thread's side of a merge. */
export class MergeShares {
  /** Blocks of own ranges not yet written. */
  readonly #kept = new Map<number, Uint8Array[]>();
  #next = 0;

  constructor(
    private readonly job: Pick<MergeJob, "ranges" | "board" | "slots">,
    private readonly merge: (range: KeyRange) => Uint8Array[],
  ) {}

  /** @param write receives the blocks of each range in key order */
  run(write: (range: KeyRange, blocks: readonly Uint8Array[]) => void): void {
    const { board, ranges } = this.job;
    while (this.#next < ranges.length) {
      const blocks = this.#ready(this.#next);
      if (blocks !== undefined) {
        write(ranges[this.#next++]!, blocks);
        continue;
      }
      const free = this.#kept.size < MAX_BUFFERED ? Atomics.add(board, NEXT, 1) : ranges.length;
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

  /** Copies the blocks out of a slot. */
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
    // The helper thread has died: its range is merged here.
    this.#kept.set(range, this.merge(ranges[range]!));
  }
}

/** The first key of a block; "" if it has none. */
export function firstKeyOf(block: Uint8Array): string {
  const entries = new EntryReader(block);
  return entries.next() ? entries.key() : "";
}
