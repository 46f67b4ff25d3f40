import { ByteWriter } from "./bytes.ts";
import { DictionaryWriter, EntryReader } from "./dictionary.ts";
import { FIELDS } from "./lexical_index.ts";
import { eachNameRow, NameRowWriter } from "./name_rows.ts";
import {
  lastChunkOf,
  movePostings,
  type PostingColumns,
  postingColumns,
  readPostings,
  writePosting,
} from "./postings_codec.ts";
import { DEFINITION, REFERENCE, type Segment, type SegmentColumns } from "./segment.ts";
import type { NumberColumn } from "./short_column.ts";
import type { SegmentReader } from "./index_view.ts";

/** A merged segment whose blocks are stored already. */
export type Merged = Pick<Segment, "columns" | "firstKeys">;

/**
 * Makes one segment of several, in their order; contents for which `keeps` says no are left out. One block of each is
 * in memory at a time.
 *
 * @param store gets the blocks of the new dictionary in order
 */
export function mergeSegments(
  segments: readonly SegmentReader[],
  keeps: (blob: number) => boolean,
  store: (block: Uint8Array) => void,
): Merged {
  const moves = movesOf(segments, keeps);
  const dictionary = new DictionaryWriter(store);
  const postings = new PostingsMerger(moves);
  const out = new ByteWriter(1 << 14);
  eachMergedKey(segments, (key, parts) => {
    out.clear();
    const kind = key[0];
    if (kind === DEFINITION || kind === REFERENCE) writeRows(key, parts, moves, out);
    else postings.write(parts, out);
    if (out.length === 0) return;
    dictionary.add(key, out.view());
  });
  dictionary.finish();
  return { columns: mergedColumns(segments, moves), firstKeys: dictionary.firstKeys };
}

/** Where the contents and chunks of one segment go; -1 for those left out. */
export interface Moves {
  readonly places: Int32Array;
  readonly chunks: Int32Array;
  /** By how much all chunks move; undefined where some are left out. */
  readonly shift?: number;
}

/** A key's data in one of the segments. */
interface Part {
  readonly segment: number;
  readonly data: Uint8Array;
}

/** Numbers what is kept of the segments, in their order. */
export function movesOf(segments: readonly SegmentReader[], keeps: (blob: number) => boolean): Moves[] {
  let place = 0;
  let chunk = 0;
  return segments.map(({ columns }) => {
    const moves = {
      places: new Int32Array(columns.blobs.length).fill(-1),
      chunks: new Int32Array(columns.startLine.length).fill(-1),
    };
    columns.blobs.forEach((blob, at) => {
      if (blob === 0 || !keeps(blob)) return;
      moves.places[at] = place++;
      for (let from = columns.firstChunk[at]!; from < columns.firstChunk[at + 1]!; from++) {
        moves.chunks[from] = chunk++;
      }
    });
    const { chunks } = moves;
    return { ...moves, ...(!chunks.includes(-1) && { shift: chunk - chunks.length }) };
  });
}

/** All keys in order, each with its data in the segments that have it. The list of parts is reused. */
function eachMergedKey(
  segments: readonly SegmentReader[],
  visit: (key: string, parts: readonly Part[]) => void,
): void {
  const heap = new CursorHeap();
  segments.forEach((segment, number) => {
    const cursor = new Cursor(segment, number);
    if (cursor.next()) heap.push(cursor);
  });
  const parts: Part[] = [];
  while (heap.first !== undefined) {
    const { key } = heap.first;
    parts.length = 0;
    for (let cursor = heap.first; cursor?.key === key; cursor = heap.first) {
      parts.push({ segment: cursor.number, data: cursor.data });
      if (cursor.next()) heap.sink();
      else heap.pop();
    }
    visit(key, parts);
  }
}

/** Walks the dictionary of one segment; only one of its blocks is in memory. */
class Cursor {
  key = "";
  data = new Uint8Array(0) as Uint8Array;
  #block = 0;
  #entries: EntryReader | undefined;

  constructor(private readonly segment: SegmentReader, readonly number: number) {}

  next(): boolean {
    while (this.#entries === undefined || !this.#entries.next()) {
      if (this.#block >= this.segment.firstKeys.length) return false;
      this.#entries = new EntryReader(this.segment.block(this.#block++));
    }
    this.key = this.#entries.key();
    this.data = this.#entries.data;
    return true;
  }
}

/** Cursors with the smallest key first, those of one key in order of their segments. */
class CursorHeap {
  readonly #cursors: Cursor[] = [];

  get first(): Cursor | undefined {
    return this.#cursors[0];
  }

  push(cursor: Cursor): void {
    let at = this.#cursors.push(cursor) - 1;
    for (let parent = (at - 1) >> 1; at > 0 && this.#isBefore(at, parent); parent = (at - 1) >> 1) {
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** Takes the first one away. */
  pop(): void {
    const last = this.#cursors.pop();
    if (last === undefined || this.#cursors.length === 0) return;
    this.#cursors[0] = last;
    this.sink();
  }

  /** Puts the first one, whose key has changed, in its place. */
  sink(): void {
    for (let at = 0;;) {
      const left = 2 * at + 1;
      let least = left < this.#cursors.length && this.#isBefore(left, at) ? left : at;
      if (left + 1 < this.#cursors.length && this.#isBefore(left + 1, least)) least = left + 1;
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#cursors[one]!, this.#cursors[other]!];
    return a.key === b.key ? a.number < b.number : a.key < b.key;
  }

  #swap(one: number, other: number): void {
    [this.#cursors[one], this.#cursors[other]] = [this.#cursors[other]!, this.#cursors[one]!];
  }
}

/** Reads posting lists, one after the other, into the same columns. */
export class PostingsReader {
  /** Room for one list, as large as the largest so far. */
  #columns = postingColumns(1 << 12);

  /** The rows of a list; `numbers` has the new number of each chunk, -1 leaves it out. */
  read(data: Uint8Array, numbers: Int32Array): { readonly columns: PostingColumns; readonly count: number } {
    if (data.length > this.#columns.chunks.length) this.#columns = postingColumns(data.length * 2);
    const columns = this.#columns;
    clear(columns, data.length);
    return { columns, count: readPostings(data, columns, 0, numbers) };
  }
}

/** Merges the postings of terms, one term after the other. */
class PostingsMerger {
  readonly #postings = new PostingsReader();

  constructor(private readonly moves: readonly Moves[]) {}

  write(parts: readonly Part[], out: ByteWriter): void {
    let previous = -1;
    for (const { segment, data } of parts) {
      const { shift, chunks: numbers } = this.moves[segment]!;
      const last = shift === undefined ? Infinity : lastChunkOf(data);
      if (shift !== undefined && last < numbers.length) {
        movePostings(out, data, shift - previous - 1);
        previous = last + shift;
        continue;
      }
      const { columns, count } = this.#postings.read(data, numbers);
      const { chunks, code, doc, str, def } = columns;
      for (let row = 0; row < count; row++) {
        const packed = code[row]! | doc[row]! << 8 | str[row]! << 16 | def[row]! << 24;
        writePosting(out, chunks[row]! - previous, packed);
        previous = chunks[row]!;
      }
    }
  }
}

function clear({ code, doc, str, def }: PostingColumns, count: number): void {
  for (const column of [code, doc, str, def]) column.fill(0, 0, count);
}

function writeRows(key: string, parts: readonly Part[], moves: readonly Moves[], out: ByteWriter): void {
  const isDefinition = key.startsWith(DEFINITION);
  const writer = new NameRowWriter(out, isDefinition);
  for (const { segment, data } of parts) {
    const { places } = moves[segment]!;
    eachNameRow(data, isDefinition, (row) => {
      const moved = places[row.blob] ?? -1;
      if (moved < 0) return;
      writer.add(row, moved);
    });
  }
}

/** The columns of what is kept. */
export function mergedColumns(segments: readonly SegmentReader[], moves: readonly Moves[]): SegmentColumns {
  const blobs: number[] = [];
  const firstChunk = [0];
  const lengths = FIELDS.map((): number[] => []);
  segments.forEach(({ columns }, segment) => {
    columns.blobs.forEach((blob, at) => {
      if (moves[segment]!.places[at]! < 0) return;
      blobs.push(blob);
      lengths.forEach((column, field) => column.push(columns.lengths[field]![at]!));
      firstChunk.push(
        firstChunk[firstChunk.length - 1]! + columns.firstChunk[at + 1]! - columns.firstChunk[at]!,
      );
    });
  });
  const count = firstChunk[firstChunk.length - 1]!;
  const gather = <T extends Uint32Array | Int32Array | Uint16Array>(
    into: T,
    of: (columns: SegmentColumns) => NumberColumn,
  ): T => {
    segments.forEach(({ columns }, segment) => {
      const from = of(columns);
      moves[segment]!.chunks.forEach((moved, chunk) => moved >= 0 && (into[moved] = from.at(chunk)!));
    });
    return into;
  };
  return {
    blobs: Uint32Array.from(blobs),
    firstChunk: Uint32Array.from(firstChunk),
    startLine: gather(new Uint32Array(count), (columns) => columns.startLine),
    endLine: gather(new Uint32Array(count), (columns) => columns.endLine),
    definition: gather(new Int32Array(count), (columns) => columns.definition),
    length: gather(new Uint16Array(count), (columns) => columns.length),
    lengths: lengths.map((column) => Uint32Array.from(column)),
  };
}
