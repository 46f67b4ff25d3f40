import { ByteWriter } from "./bytes.ts";
import { DictionaryWriter, eachEntry } from "./dictionary.ts";
import { FIELDS } from "./lexical_index.ts";
import { eachNameRow, writeNameRow } from "./name_table.ts";
import { type PostingColumns, postingColumns, readPostings, writePosting } from "./postings_codec.ts";
import { DEFINITION, REFERENCE, type Segment, type SegmentColumns } from "./segment.ts";
import type { SegmentReader } from "./index_view.ts";

/** Makes one segment of several, in their order; contents for which `keeps` says no are left out. */
export function mergeSegments(
  segments: readonly SegmentReader[],
  keeps: (blob: number) => boolean,
): Omit<Segment, "parsed"> {
  const moves = movesOf(segments, keeps);
  const dictionary = new DictionaryWriter();
  const names: string[] = [];
  const out = new ByteWriter(1 << 14);
  eachMergedKey(segments, (key, parts) => {
    out.clear();
    if (key.startsWith(DEFINITION) || key.startsWith(REFERENCE)) writeRows(key, parts, moves, out);
    else writePostings(parts, moves, out);
    if (out.length === 0) return;
    dictionary.add(key, out.view());
    if (key.startsWith(DEFINITION)) names.push(key.slice(1));
  });
  dictionary.finish();
  return {
    columns: mergedColumns(segments, moves),
    firstKeys: dictionary.firstKeys,
    blocks: dictionary.blocks,
    names: names.join("\n"),
  };
}

/** Where the contents and chunks of one segment go; -1 for those left out. */
interface Moves {
  readonly places: Int32Array;
  readonly chunks: Int32Array;
}

/** A key's data in one of the segments. */
interface Part {
  readonly segment: number;
  readonly data: Uint8Array;
}

function movesOf(segments: readonly SegmentReader[], keeps: (blob: number) => boolean): Moves[] {
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
    return moves;
  });
}

/** All keys in order, each with its data in the segments that have it. The list of parts is reused. */
function eachMergedKey(
  segments: readonly SegmentReader[],
  visit: (key: string, parts: readonly Part[]) => void,
): void {
  const cursors = segments.map((segment, number) => new Cursor(segment, number)).filter((cursor) =>
    cursor.next()
  );
  const parts: Part[] = [];
  let open = cursors;
  while (open.length > 0) {
    let key = open[0]!.key;
    for (const cursor of open) if (cursor.key < key) key = cursor.key;
    parts.length = 0;
    let ended = false;
    for (const cursor of open) {
      if (cursor.key !== key) continue;
      parts.push({ segment: cursor.number, data: cursor.data });
      if (!cursor.next()) ended = true;
    }
    visit(key, parts);
    if (ended) open = open.filter((cursor) => !cursor.isDone);
  }
}

/** Walks the dictionary of one segment. */
class Cursor {
  key = "";
  data = new Uint8Array(0) as Uint8Array;
  isDone = false;
  #block = 0;
  #entries: { readonly key: string; readonly data: Uint8Array }[] = [];
  #at = 0;

  constructor(private readonly segment: SegmentReader, readonly number: number) {}

  next(): boolean {
    while (this.#at >= this.#entries.length) {
      if (this.#block >= this.segment.firstKeys.length) {
        this.isDone = true;
        return false;
      }
      this.#entries = [];
      this.#at = 0;
      eachEntry(this.segment.block(this.#block++), (key, data) => void this.#entries.push({ key, data }));
    }
    ({ key: this.key, data: this.data } = this.#entries[this.#at++]!);
    return true;
  }
}

function writePostings(parts: readonly Part[], moves: readonly Moves[], out: ByteWriter): void {
  let previous = -1;
  for (const { segment, data } of parts) {
    if (data.length > columns.chunks.length) columns = postingColumns(data.length * 2);
    clear(columns, data.length);
    const count = readPostings(data, columns, 0, moves[segment]!.chunks, 0);
    const { chunks, code, doc, str, def } = columns;
    for (let row = 0; row < count; row++) {
      const packed = code[row]! | doc[row]! << 8 | str[row]! << 16 | def[row]! << 24;
      writePosting(out, chunks[row]! - previous, packed);
      previous = chunks[row]!;
    }
  }
}

let columns = postingColumns(1 << 12);

function clear({ code, doc, str, def }: PostingColumns, count: number): void {
  for (const column of [code, doc, str, def]) column.fill(0, 0, count);
}

function writeRows(key: string, parts: readonly Part[], moves: readonly Moves[], out: ByteWriter): void {
  const isDefinition = key.startsWith(DEFINITION);
  let previous = 0;
  for (const { segment, data } of parts) {
    const { places } = moves[segment]!;
    eachNameRow(data, isDefinition, (row) => {
      const moved = places[row.blob] ?? -1;
      if (moved < 0) return;
      writeNameRow(out, { ...row, blob: moved - previous }, isDefinition);
      previous = moved;
    });
  }
}

function mergedColumns(segments: readonly SegmentReader[], moves: readonly Moves[]): SegmentColumns {
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
    of: (columns: SegmentColumns) => T,
  ): T => {
    segments.forEach(({ columns }, segment) => {
      const from = of(columns);
      moves[segment]!.chunks.forEach((moved, chunk) => moved >= 0 && (into[moved] = from[chunk]!));
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
