import type { Postings } from "./lexical_index.ts";
import type { LiveChunks, Run } from "./live_chunks.ts";
import { type PostingColumns, postingColumns, readPostings } from "./postings_codec.ts";

/** Factor that packs a chunk number and a row number, both below it, into one sortable number. */
const ROW_FACTOR = 2 ** 26;

/** Merges the posting lists of all segments into one list of live chunks. */
export class PostingsReader {
  constructor(private readonly live: LiveChunks) {}

  /**
   * Merges one list per segment, empty if the term does not occur there. Returns undefined if no live chunk is left.
   */
  read(lists: readonly Uint8Array[]): Postings | undefined {
    const columns = postingColumns(lists.reduce((sum, list) => sum + list.length, 0));
    let count = 0;
    lists.forEach((list, segment) => {
      if (list.length === 0) return;
      const end = readPostings(list, columns, count);
      count = numberLive(columns, count, end, this.live.runs[segment]!);
    });
    if (count === 0) return undefined;
    const { mayHaveCopy } = this.live;
    return mayHaveCopy ? this.#withCopies(columns, count, mayHaveCopy) : finished(columns, count);
  }

  /** Appends rows for further files with the same blob. */
  #withCopies(columns: PostingColumns, count: number, mayHaveCopy: Uint8Array): Postings {
    const { nextCopy } = this.live;
    // Packed chunk numbers of the copies and rows of the originals.
    const copied: number[] = [];
    for (let row = 0; row < count; row++) {
      const first = columns.chunks[row]!;
      if (mayHaveCopy[first] === 0) continue;
      for (let chunk = nextCopy.get(first); chunk !== undefined; chunk = nextCopy.get(chunk)) {
        copied.push(chunk * ROW_FACTOR + row);
      }
    }
    if (copied.length === 0) return finished(columns, count);
    const sorted = Float64Array.from(copied).sort();
    const all = postingColumns(count + sorted.length);
    for (const name of ["chunks", "code", "doc", "str", "def"] as const) {
      all[name].set(columns[name].subarray(0, count));
    }
    for (let at = 0; at < sorted.length; at++) {
      const chunk = Math.floor(sorted[at]! / ROW_FACTOR);
      const row = sorted[at]! - chunk * ROW_FACTOR;
      all.chunks[count + at] = chunk;
      all.code[count + at] = columns.code[row]!;
      all.doc[count + at] = columns.doc[row]!;
      all.str[count + at] = columns.str[row]!;
      all.def[count + at] = columns.def[row]!;
    }
    return finished(all, count + sorted.length);
  }
}

/**
 * Replaces the segment's chunk numbers in the rows from `start` to `end` (exclusive) by live numbers and drops dead
 * chunks. Returns the end row (exclusive).
 *
 * @param runs the live chunks of the rows' segment, ascending like the rows
 */
function numberLive(columns: PostingColumns, start: number, end: number, runs: readonly Run[]): number {
  const { chunks, code, doc, str, def } = columns;
  let kept = start;
  let row = start;
  for (let at = 0; at < runs.length && row < end; at++) {
    const { stored, live, count } = runs[at]!;
    while (row < end && chunks[row]! < stored) row++;
    if (kept === row && stored === live && chunks[end - 1]! < stored + count) return end;
    for (; row < end && chunks[row]! < stored + count; row++, kept++) {
      chunks[kept] = chunks[row]! - stored + live;
      code[kept] = code[row]!;
      doc[kept] = doc[row]!;
      str[kept] = str[row]!;
      def[kept] = def[row]!;
    }
  }
  return kept;
}

function finished(columns: PostingColumns, count: number): Postings {
  const { chunks, code, doc, str, def } = columns;
  return {
    chunks: chunks.subarray(0, count),
    tf: {
      code: code.subarray(0, count),
      doc: doc.subarray(0, count),
      str: str.subarray(0, count),
      def: def.subarray(0, count),
    },
  };
}
