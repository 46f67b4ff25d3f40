import type { Postings } from "./lexical_index.ts";
import type { LiveChunks } from "./live_chunks.ts";
import { type PostingColumns, postingColumns, readPostings } from "./postings_codec.ts";

/** Turns the posting lists of all segments into one of live chunks. */
export class PostingsReader {
  constructor(private readonly live: LiveChunks) {}

  /** One list per segment, empty where the term does not occur. Undefined when no live chunk is left. */
  read(lists: readonly Uint8Array[]): Postings | undefined {
    const { bases, liveOf, hasCopies } = this.live;
    const columns = postingColumns(lists.reduce((sum, list) => sum + list.length, 0));
    let count = 0;
    lists.forEach((list, segment) => {
      if (list.length > 0) count = readPostings(list, columns, count, liveOf, bases[segment]!);
    });
    if (count === 0) return undefined;
    return hasCopies ? this.#withCopies(columns, count) : finished(columns, count);
  }

  /** Adds the rows of further files with the same content, behind all others. */
  #withCopies(columns: PostingColumns, count: number): Postings {
    const { nextCopy, mayHaveCopy } = this.live;
    const rows: { readonly chunk: number; readonly row: number }[] = [];
    for (let row = 0; row < count; row++) {
      let chunk: number | undefined = columns.chunks[row]!;
      if (mayHaveCopy[chunk] === 0) continue;
      while ((chunk = nextCopy.get(chunk)) !== undefined) rows.push({ chunk, row });
    }
    if (rows.length === 0) return finished(columns, count);
    rows.sort((a, b) => a.chunk - b.chunk);
    const all = postingColumns(count + rows.length);
    for (const name of ["chunks", "code", "doc", "str", "def"] as const) {
      all[name].set(columns[name].subarray(0, count));
      rows.forEach(({ row }, at) => all[name][count + at] = columns[name][row]!);
    }
    rows.forEach(({ chunk }, at) => all.chunks[count + at] = chunk);
    return finished(all, count + rows.length);
  }
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
