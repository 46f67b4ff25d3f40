import { ByteWriter } from "./bytes.ts";
import { DictionaryWriter, KEY_ROOM } from "./dictionary.ts";
import { type KeyCursor, KeyMerge } from "./key_merge.ts";
import { FIELDS } from "./lexical_index.ts";
import { eachNameRow, NameRowWriter } from "./name_rows.ts";
import { lastChunkOf, movePostings, postingRows, readPostings, writePosting } from "./postings_codec.ts";
import { DEFINITION, REFERENCE, type Segment, type SegmentColumns, type SegmentReader } from "./segment.ts";

const [DEFINITION_BYTE, REFERENCE_BYTE] = [DEFINITION.charCodeAt(0), REFERENCE.charCodeAt(0)];

/** A merged segment whose blocks are already stored. */
export type Merged = Pick<Segment, "columns" | "firstKeys">;

/**
 * Merges segments into one, in order, without the blobs rejected by `keeps`. Holds one block per segment in memory.
 *
 * @param store receives the blocks of the new dictionary in order
 */
export function mergeSegments(
  segments: readonly SegmentReader[],
  keeps: (blob: number) => boolean,
  store: (block: Uint8Array) => void,
): Merged {
  const moves = movesOf(segments, keeps);
  const dictionary = new DictionaryWriter(store);
  mergeEntries(new KeyMerge(segments), moves, dictionary);
  dictionary.finish();
  return { columns: mergedColumns(segments, moves), firstKeys: dictionary.firstKeys };
}

/** Writes the merged entries in key order, renumbered according to `moves`. */
function mergeEntries(merge: KeyMerge, moves: readonly Moves[], dictionary: DictionaryWriter): void {
  const entries = new EntryMerger(moves);
  const key = new Uint8Array(KEY_ROOM);
  // Length of the prefix shared with the last written key, in bytes.
  let shared = 0;
  while (merge.first !== undefined) {
    const { entry: { bytes, length } } = merge.first;
    for (let at = merge.shared; at < length; at++) key[at] = bytes[at]!;
    shared = Math.min(shared, merge.shared);
    entries.begin(key[0]!);
    do {
      entries.add(merge.first!);
      merge.advance();
    } while (merge.first?.entry.length === length && merge.shared === length);
    if (entries.data.length === 0) continue;
    dictionary.addBytes(key, length, shared, entries.data.view());
    shared = length;
  }
}

/** Renumbering of one segment's blobs and chunks; -1 for dropped ones. */
interface Moves {
  readonly places: Int32Array;
  readonly chunks: Int32Array;
  /** Offset added to all chunk numbers; undefined if any chunk is dropped. */
  readonly shift?: number;
  /** Offset added to all blob positions; undefined if any blob is dropped. */
  readonly placeShift?: number;
}

/** Numbers the remaining blobs and chunks of the segments, in order. */
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
    const { chunks, places } = moves;
    return {
      ...moves,
      ...(!chunks.includes(-1) && { shift: chunk - chunks.length }),
      ...(!places.includes(-1) && { placeShift: place - places.length }),
    };
  });
}

/** Merges the data of one key from several segments. */
class EntryMerger {
  /** The merged data of the current key. */
  readonly data = new ByteWriter(1 << 14);
  readonly #definitions = new NameRowWriter(this.data, true);
  readonly #references = new NameRowWriter(this.data, false);
  /** Buffer for one posting list, as large as the largest so far. */
  #postings = postingRows(1 << 12);
  /** Writer of the current key, if its data are rows; undefined for posting lists. */
  #rows: NameRowWriter | undefined;
  /** The last chunk written. */
  #previous = -1;

  constructor(private readonly moves: readonly Moves[]) {}

  /** Starts a key. */
  begin(firstByte: number): void {
    this.data.clear();
    this.#previous = -1;
    this.#rows = firstByte === DEFINITION_BYTE
      ? this.#definitions
      : firstByte === REFERENCE_BYTE
      ? this.#references
      : undefined;
    this.#rows?.begin();
  }

  /** Appends a segment's data; segments must be added in order. */
  add({ entry: { block, start, end }, number }: KeyCursor): void {
    if (start === end) return;
    const moves = this.moves[number]!;
    if (this.#rows === undefined) this.#addPostings(block, start, end, moves);
    else if (moves.placeShift !== undefined) this.#rows.copy(block, moves.placeShift, start, end);
    else this.#addRows(this.#rows, block.subarray(start, end), moves);
  }

  #addPostings(block: Uint8Array, start: number, stop: number, { shift, chunks: numbers }: Moves): void {
    const last = shift === undefined ? Infinity : lastChunkOf(block, start, stop);
    if (shift !== undefined && last < numbers.length) {
      movePostings(this.data, block, shift - this.#previous - 1, start, stop);
      this.#previous = last + shift;
      return;
    }
    if (stop - start > this.#postings.chunks.length) this.#postings = postingRows((stop - start) * 2);
    const { chunks, packed } = this.#postings;
    const count = readPostings(block.subarray(start, stop), this.#postings, 0, numbers);
    for (let row = 0; row < count; row++) {
      writePosting(this.data, chunks[row]! - this.#previous, packed[row]!);
      this.#previous = chunks[row]!;
    }
  }

  #addRows(writer: NameRowWriter, data: Uint8Array, { places }: Moves): void {
    eachNameRow(data, writer === this.#definitions, (row) => {
      const moved = places[row.blob] ?? -1;
      if (moved >= 0) writer.add(row, moved);
    });
  }
}

/** The columns of the remaining blobs and chunks. */
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
    of: (columns: SegmentColumns) => ArrayLike<number>,
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
