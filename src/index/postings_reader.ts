import type { Postings } from "./lexical_index.ts";
import type { LiveChunks, Run } from "./live_chunks.ts";
import { type PostingRows, postingRows, readPostings } from "./postings_codec.ts";

/** Merges the posting lists of all segments into one list of live chunks. */
export class PostingsReader {
  constructor(private readonly live: LiveChunks) {}

  /**
   * Merges one list per segment, empty if the term does not occur there. Returns undefined if no live chunk is left.
   */
  read(lists: readonly Uint8Array[]): Postings | undefined {
    const rows = postingRows(lists.reduce((sum, list) => sum + list.length, 0));
    let count = 0;
    lists.forEach((list, segment) => {
      if (list.length === 0) return;
      const end = readPostings(list, rows, count);
      count = numberLive(rows, count, end, this.live.runs[segment]!);
    });
    if (count === 0) return undefined;
    const { mayHaveCopy } = this.live;
    return mayHaveCopy ? this.#withCopies(rows, count, mayHaveCopy) : finished(rows, count);
  }

  /** Appends rows for further files with the same blob. */
  #withCopies({ chunks, packed }: PostingRows, count: number, mayHaveCopy: Uint8Array): Postings {
    const { nextCopy } = this.live;
    const copied: { readonly chunk: number; readonly packed: number }[] = [];
    for (let row = 0; row < count; row++) {
      const first = chunks[row]!;
      if (mayHaveCopy[first] === 0) continue;
      for (let chunk = nextCopy.get(first); chunk !== undefined; chunk = nextCopy.get(chunk)) {
        copied.push({ chunk, packed: packed[row]! });
      }
    }
    copied.sort((a, b) => a.chunk - b.chunk);
    const all = postingRows(count + copied.length);
    all.chunks.set(chunks.subarray(0, count));
    all.packed.set(packed.subarray(0, count));
    copied.forEach((copy, at) => {
      all.chunks[count + at] = copy.chunk;
      all.packed[count + at] = copy.packed;
    });
    return finished(all, count + copied.length);
  }
}

/**
 * Replaces the segment's chunk numbers in the rows from `start` to `end` (exclusive) by live numbers and drops dead
 * chunks. Returns the end row (exclusive).
 *
 * @param runs the live chunks of the rows' segment, ascending like the rows
 */
function numberLive(
  { chunks, packed }: PostingRows,
  start: number,
  end: number,
  runs: readonly Run[],
): number {
  let kept = start;
  let row = start;
  for (let at = 0; at < runs.length && row < end; at++) {
    const { stored, live, count } = runs[at]!;
    while (row < end && chunks[row]! < stored) row++;
    if (kept === row && stored === live && chunks[end - 1]! < stored + count) return end;
    for (; row < end && chunks[row]! < stored + count; row++, kept++) {
      chunks[kept] = chunks[row]! - stored + live;
      packed[kept] = packed[row]!;
    }
  }
  return kept;
}

function finished({ chunks, packed }: PostingRows, count: number): Postings {
  const field = (shift: number): Uint8Array => {
    const tf = new Uint8Array(count);
    for (let row = 0; row < count; row++) tf[row] = packed[row]! >>> shift;
    return tf;
  };
  return {
    chunks: chunks.subarray(0, count),
    tf: { code: field(0), doc: field(8), str: field(16), def: field(24) },
  };
}
