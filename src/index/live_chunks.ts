import { lowerBound } from "../model/lower_bound.ts";
import type { SegmentColumns } from "./segment.ts";
import type { TreeSnapshot } from "./tree_snapshot.ts";

/** Maximum number of copies of a blob whose chunks are live; further copies are listed without chunks. */
const MOST_COPIES = 50;

/** Absent file or chunk. */
export const NONE = -1;

/** Chunks that are consecutive both in a segment and among the live chunks. */
export interface Run {
  readonly segment: number;
  /** Number of the first chunk in the segment. */
  readonly stored: number;
  /** Live number of the first chunk. */
  readonly live: number;
  readonly count: number;
}

/**
 * The live chunks of a work tree and their numbers: ordered by segment and position, chunks of further copies of a blob
 * after all others. The only value stored per chunk is its file.
 */
export class LiveChunks {
  readonly count: number;
  /** Per file: first live chunk and number of chunks. */
  readonly firstChunk: Uint32Array<ArrayBuffer>;
  readonly chunkCount: Uint32Array<ArrayBuffer>;
  /** File of each live chunk. */
  readonly file: Uint32Array<ArrayBuffer>;
  /** Per segment: its live chunks without further copies, ascending. */
  readonly runs: readonly (readonly Run[])[];
  /** Live chunk number in one copy of a blob -> the same chunk in the next copy; absent for the last copy. */
  readonly nextCopy: ReadonlyMap<number, number>;
  /** 1 for live chunks with an entry in `nextCopy`; undefined if there are none. */
  readonly mayHaveCopy: Uint8Array<ArrayBuffer> | undefined;
  /** Per file: its segment (-1: none) and its position in the segment. */
  readonly segmentOf: Int16Array<ArrayBuffer>;
  readonly placeOf: Uint32Array<ArrayBuffer>;
  /** All runs, ascending by live number. */
  readonly #all: readonly Run[];
  readonly #firstFile: Int32Array<ArrayBuffer>;
  readonly #nextFile: Int32Array<ArrayBuffer>;

  constructor(snapshot: TreeSnapshot, private readonly segments: readonly SegmentColumns[]) {
    const files = snapshot.blobs.length;
    const highest = highestOf(segments);
    this.#firstFile = new Int32Array(highest + 1).fill(NONE);
    this.#nextFile = new Int32Array(files).fill(NONE);
    for (let file = files - 1; file >= 0; file--) {
      const blob = snapshot.blobs[file]!;
      if (blob === 0 || blob > highest) continue;
      this.#nextFile[file] = this.#firstFile[blob]!;
      this.#firstFile[blob] = file;
    }
    this.firstChunk = new Uint32Array(files);
    this.chunkCount = new Uint32Array(files);
    this.segmentOf = new Int16Array(files).fill(NONE);
    this.placeOf = new Uint32Array(files);
    const originals = new Runs();
    this.runs = segments.map((segment, number) => this.#placeFirstCopies(segment, number, originals));
    const nextCopy = new Map<number, number>();
    const copies = this.#placeFurtherCopies(originals.live, nextCopy);
    this.nextCopy = nextCopy;
    this.#all = [...this.runs.flat(), ...copies.runs];
    this.count = copies.live;
    this.mayHaveCopy = nextCopy.size === 0 ? undefined : new Uint8Array(this.count);
    for (const chunk of nextCopy.keys()) this.mayHaveCopy![chunk] = 1;
    this.file = this.#files();
  }

  /** Files with the blob at a position of a segment, in path order. */
  filesOf(segment: number, place: number): number[] {
    const files: number[] = [];
    const blob = this.segments[segment]?.blobs[place] ?? 0;
    let file = this.#firstOf(blob);
    if (file !== NONE && this.segmentOf[file] !== segment) return files;
    for (; file !== NONE; file = this.#nextFile[file]!) files.push(file);
    return files;
  }

  /** A segment column's value for a live chunk; 0 if the chunk does not exist. */
  valueAt(chunk: number, column: (segment: SegmentColumns) => ArrayLike<number>): number {
    const next = lowerBound(this.#all.length, (at) => this.#all[at]!.live <= chunk);
    const run = this.#all[next - 1];
    if (run === undefined || chunk >= run.live + run.count) return 0;
    return column(this.segments[run.segment]!)[run.stored + chunk - run.live] ?? 0;
  }

  /** The lengths of all live chunks in order, in tokens. */
  lengths(): Uint16Array {
    const [run, ...others] = this.#all;
    const stored = run && this.segments[run.segment]!.length;
    if (others.length === 0 && stored?.length === run?.count) return stored ?? new Uint16Array(0);
    const lengths = new Uint16Array(this.count);
    for (const { segment, stored, live, count } of this.#all) {
      lengths.set(this.segments[segment]!.length.subarray(stored, stored + count), live);
    }
    return lengths;
  }

  /** A per-blob segment column as a per-file column; 0 for files without chunks. */
  gatherFiles(column: (segment: SegmentColumns) => Uint32Array): Uint32Array<ArrayBuffer> {
    const columns = this.segments.map(column);
    const into = new Uint32Array(this.segmentOf.length);
    for (let file = 0; file < into.length; file++) {
      const segment = this.segmentOf[file]!;
      if (segment !== NONE && this.chunkCount[file]! > 0) {
        into[file] = columns[segment]![this.placeOf[file]!]!;
      }
    }
    return into;
  }

  #firstOf(blob: number): number {
    return blob > 0 && blob < this.#firstFile.length ? this.#firstFile[blob]! : NONE;
  }

  #placeFirstCopies(segment: SegmentColumns, number: number, originals: Runs): readonly Run[] {
    originals.begin();
    const { blobs, firstChunk } = segment;
    for (let place = 0; place < blobs.length; place++) {
      const file = this.#firstOf(blobs[place]!);
      if (file === NONE || this.segmentOf[file] !== NONE) continue;
      const stored = firstChunk[place]!;
      this.#place(
        file,
        { segment: number, place },
        originals.add(number, stored, firstChunk[place + 1]! - stored),
      );
    }
    return originals.runs;
  }

  #placeFurtherCopies(firstLive: number, nextCopy: Map<number, number>): Runs {
    const copies = new Runs(firstLive);
    const copyNumber = new Uint16Array(this.#nextFile.length);
    for (let original = 0; original < this.#nextFile.length; original++) {
      const segment = this.segmentOf[original]!;
      // Each copy is numbered from the copy before, which has a lower file number.
      const file = this.#nextFile[original]!;
      if (segment === NONE || file === NONE || this.segmentOf[file] !== NONE) continue;
      const copy = (copyNumber[file] = copyNumber[original]! + 1);
      const count = copy > MOST_COPIES ? 0 : this.chunkCount[original]!;
      const place = this.placeOf[original]!;
      const placed = copies.add(segment, this.segments[segment]!.firstChunk[place]!, count);
      this.#place(file, { segment, place }, placed);
      for (let at = 0; at < count; at++) nextCopy.set(this.firstChunk[original]! + at, placed.live + at);
    }
    return copies;
  }

  #place(file: number, { segment, place }: Spot, { live, count }: Pick<Run, "live" | "count">): void {
    this.segmentOf[file] = segment;
    this.placeOf[file] = place;
    this.chunkCount[file] = count;
    this.firstChunk[file] = live;
  }

  #files(): Uint32Array<ArrayBuffer> {
    const { firstChunk, chunkCount } = this;
    const column = new Uint32Array(this.count);
    for (let file = 0; file < chunkCount.length; file++) {
      column.fill(file, firstChunk[file], firstChunk[file]! + chunkCount[file]!);
    }
    return column;
  }
}

/** Position of a blob. */
interface Spot {
  readonly segment: number;
  readonly place: number;
}

/** Assigns live numbers to chunks, blob by blob. */
class Runs {
  runs: { -readonly [Field in keyof Run]: Run[Field] }[] = [];

  /** @param live the next live number; default: 0 */
  constructor(public live = 0) {}

  /** Starts the runs of another segment. */
  begin(): void {
    this.runs = [];
  }

  add(segment: number, stored: number, count: number): Pick<Run, "live" | "count"> {
    const { live } = this;
    this.live += count;
    const last = this.runs.at(-1);
    if (last?.segment === segment && last.stored + last.count === stored) last.count += count;
    else if (count > 0) this.runs.push({ segment, stored, live, count });
    return { live, count };
  }
}

function highestOf(segments: readonly SegmentColumns[]): number {
  let highest = 0;
  for (const { blobs } of segments) {
    for (let place = 0; place < blobs.length; place++) if (blobs[place]! > highest) highest = blobs[place]!;
  }
  return highest;
}
