import { ByteWriter } from "./bytes.ts";
import { DictionaryWriter, eachEntry } from "./dictionary.ts";
import type { SegmentReader } from "./index_view.ts";
import { mergedColumns, type Moves, movesOf, PostingsReader } from "./merge_segments.ts";
import { eachNameRow, NameRowWriter } from "./name_rows.ts";
import { writePosting } from "./postings_codec.ts";
import { DEFINITION, REFERENCE, type Segment, type SegmentColumns } from "./segment.ts";

/** A segment cut from another one, without the records of its blobs. */
export type Cut = Omit<Segment, "parsed">;

/**
 * Splits a segment by sets of its blobs, in one pass over its dictionary. Each result equals a merge of the segment
 * with only those blobs retained.
 *
 * @param ranges blobs of each result, in the segment's order
 */
export function splitSegment(segment: SegmentReader, ranges: readonly ReadonlySet<number>[]): Cut[] {
  const kept = new Set(ranges.flatMap((range) => [...range]));
  const moves = movesOf([segment], (content) => kept.has(content))[0]!;
  const columns = mergedColumns([segment], [moves]);
  let from = 0;
  const cuts = ranges.map((range) => new CutWriter(columns, from, from += range.size));
  const entries = new EntrySplitter(cuts, moves);
  for (let block = 0; block < segment.firstKeys.length; block++) {
    eachEntry(segment.block(block), (key, data) => entries.split(key, data));
  }
  return cuts.map((cut) => cut.finish());
}

/** Builds one cut from the positions `first` to `end` (exclusive) of the retained blobs. */
class CutWriter {
  readonly entry = new ByteWriter(1 << 12);
  readonly definitions: NameRowWriter = new NameRowWriter(this.entry, true);
  readonly references: NameRowWriter = new NameRowWriter(this.entry, false);
  readonly firstChunk: number;
  readonly endChunk: number;
  readonly #blocks: Uint8Array[] = [];
  readonly #names: string[] = [];
  readonly #dictionary = new DictionaryWriter((block) => this.#blocks.push(block));

  constructor(private readonly all: SegmentColumns, readonly first: number, readonly end: number) {
    this.firstChunk = all.firstChunk[first]!;
    this.endChunk = all.firstChunk[end]!;
  }

  /** Adds {@link entry} as the data of a key, if it is not empty. */
  add(key: string): void {
    if (this.entry.length === 0) return;
    this.#dictionary.add(key, this.entry.view());
    if (key.startsWith(DEFINITION)) this.#names.push(key.slice(1));
    this.entry.clear();
  }

  finish(): Cut {
    const { all, first, end, firstChunk, endChunk } = this;
    this.#dictionary.finish();
    return {
      columns: {
        blobs: all.blobs.slice(first, end),
        firstChunk: all.firstChunk.slice(first, end + 1).map((chunk) => chunk - firstChunk),
        startLine: all.startLine.slice(firstChunk, endChunk),
        endLine: all.endLine.slice(firstChunk, endChunk),
        definition: all.definition.slice(firstChunk, endChunk),
        length: all.length.slice(firstChunk, endChunk),
        lengths: all.lengths.map((column) => column.slice(first, end)),
      },
      firstKeys: this.#dictionary.firstKeys,
      blocks: this.#blocks,
      names: this.#names.join("\n"),
    };
  }
}

/** Distributes the rows of each entry to the cuts; rows are ordered by blob. */
class EntrySplitter {
  readonly #postings = new PostingsReader();

  constructor(private readonly cuts: readonly CutWriter[], private readonly moves: Moves) {}

  split(key: string, data: Uint8Array): void {
    if (key.startsWith(DEFINITION) || key.startsWith(REFERENCE)) this.#splitRows(key, data);
    else this.#splitPostings(key, data);
  }

  #splitPostings(key: string, data: Uint8Array): void {
    const { columns: { chunks, code, doc, str, def }, count } = this.#postings.read(data, this.moves.chunks);
    for (let row = 0, at = 0; row < count; at++) {
      const cut = this.cuts[at]!;
      for (let previous = cut.firstChunk - 1; row < count && chunks[row]! < cut.endChunk; row++) {
        const packed = code[row]! | doc[row]! << 8 | str[row]! << 16 | def[row]! << 24;
        writePosting(cut.entry, chunks[row]! - previous, packed);
        previous = chunks[row]!;
      }
      cut.add(key);
    }
  }

  #splitRows(key: string, data: Uint8Array): void {
    const isDefinition = key.startsWith(DEFINITION);
    let at = 0;
    const writers = this.cuts.map((cut) => (isDefinition ? cut.definitions : cut.references));
    for (const writer of writers) writer.begin();
    eachNameRow(data, isDefinition, (row) => {
      const moved = this.moves.places[row.blob] ?? -1;
      if (moved < 0) return;
      while (moved >= this.cuts[at]!.end) at++;
      writers[at]!.add(row, moved - this.cuts[at]!.first);
    });
    for (const cut of this.cuts) cut.add(key);
  }
}
