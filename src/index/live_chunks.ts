import type { SegmentColumns } from "./segment.ts";
import type { TreeSnapshot } from "./tree_snapshot.ts";

/** Of a content with more copies than this, the further ones are listed without their chunks. */
const MOST_COPIES = 50;

/** No file, no chunk. */
export const NONE = -1;

/**
 * Which chunks of which segments are live in a work tree, and their numbers there: in order of segment and place, the
 * chunks of further copies of a content behind all others.
 */
export class LiveChunks {
  readonly count: number;
  /** Per file: first live chunk and number of chunks. */
  readonly firstChunk: Uint32Array<ArrayBuffer>;
  readonly chunkCount: Uint32Array<ArrayBuffer>;
  /** Per live chunk. */
  readonly file: Uint32Array<ArrayBuffer>;
  /** Per segment: what to add to its chunk numbers to get an index into `liveOf`. */
  readonly bases: readonly number[];
  /** Live number of a stored chunk, -1 when it is dead. */
  readonly liveOf: Int32Array<ArrayBuffer>;
  /** Whether any content is live in several files. */
  readonly hasCopies: boolean;
  /** 1 for live chunks that are in `nextCopy`. */
  readonly mayHaveCopy: Uint8Array<ArrayBuffer>;
  /** Live number in one copy -> live number in the next, absent at the end. */
  readonly nextCopy: ReadonlyMap<number, number>;
  /** Per file: its segment (-1 none), its place there and its first chunk there. */
  readonly segmentOf: Int16Array<ArrayBuffer>;
  readonly placeOf: Uint32Array<ArrayBuffer>;
  readonly storedStart: Uint32Array<ArrayBuffer>;
  /** Chunks that stand side by side in a segment and here. */
  readonly #runs: Run[] = [];
  readonly #firstFile: Int32Array<ArrayBuffer>;
  readonly #nextFile: Int32Array<ArrayBuffer>;

  constructor(snapshot: TreeSnapshot, private readonly segments: readonly SegmentColumns[]) {
    const files = snapshot.blobs.length;
    let highest = 0;
    for (const { blobs } of segments) for (const blob of blobs) if (blob > highest) highest = blob;
    this.#firstFile = new Int32Array(highest + 1).fill(NONE);
    this.#nextFile = new Int32Array(files).fill(NONE);
    let hasCopies = false;
    for (let file = files - 1; file >= 0; file--) {
      const blob = snapshot.blobs[file]!;
      if (blob === 0 || blob > highest) continue;
      this.#nextFile[file] = this.#firstFile[blob]!;
      if (this.#nextFile[file] !== NONE) hasCopies = true;
      this.#firstFile[blob] = file;
    }
    this.firstChunk = new Uint32Array(files);
    this.chunkCount = new Uint32Array(files);
    this.segmentOf = new Int16Array(files).fill(NONE);
    this.placeOf = new Uint32Array(files);
    this.storedStart = new Uint32Array(files);
    const bases: number[] = [];
    let stored = 0;
    for (const segment of segments) {
      bases.push(stored);
      stored += segment.startLine.length;
    }
    this.bases = bases;
    this.liveOf = new Int32Array(stored).fill(NONE);
    this.hasCopies = hasCopies;
    const nextCopy = new Map<number, number>();
    const originals = this.#placeFirstCopies();
    const live = hasCopies ? this.#placeFurtherCopies(originals, nextCopy) : originals;
    this.nextCopy = nextCopy;
    this.mayHaveCopy = new Uint8Array(live);
    for (const chunk of nextCopy.keys()) this.mayHaveCopy[chunk] = 1;
    this.count = live;
    this.file = new Uint32Array(live);
    for (let file = 0; file < files; file++) {
      this.file.fill(file, this.firstChunk[file], this.firstChunk[file]! + this.chunkCount[file]!);
    }
  }

  /** Files with the content at a place of a segment, in order of their paths. */
  filesOf(segment: number, place: number): number[] {
    const files: number[] = [];
    const blob = this.segments[segment]?.blobs[place] ?? 0;
    let file = blob > 0 && blob < this.#firstFile.length ? this.#firstFile[blob]! : NONE;
    if (file !== NONE && this.segmentOf[file] !== segment) return files;
    for (; file !== NONE; file = this.#nextFile[file]!) files.push(file);
    return files;
  }

  /** A column of the segments in live order. */
  gather<T extends Uint32Array | Int32Array | Uint16Array>(
    into: T,
    column: (segment: SegmentColumns) => T,
  ): T {
    const columns = this.segments.map(column);
    for (const { segment, stored, live, count } of this.#runs) {
      into.set(columns[segment]!.subarray(stored, stored + count), live);
    }
    return into;
  }

  /** A column of the segments' contents by file; 0 for files without one. */
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

  #placeFirstCopies(): number {
    let live = 0;
    this.segments.forEach((segment, number) => {
      const base = this.bases[number]!;
      for (let place = 0; place < segment.blobs.length; place++) {
        const blob = segment.blobs[place]!;
        const file = blob > 0 && blob < this.#firstFile.length ? this.#firstFile[blob]! : NONE;
        if (file === NONE || this.segmentOf[file] !== NONE) continue;
        const start = segment.firstChunk[place]!;
        const end = segment.firstChunk[place + 1]!;
        this.#place(file, { segment: number, place }, { stored: start, live, count: end - start });
        for (let chunk = start; chunk < end; chunk++) this.liveOf[base + chunk] = live++;
      }
    });
    return live;
  }

  #placeFurtherCopies(firstLive: number, nextCopy: Map<number, number>): number {
    let live = firstLive;
    const copyNumber = new Uint16Array(this.#nextFile.length);
    for (let original = 0; original < this.#nextFile.length; original++) {
      const segment = this.segmentOf[original]!;
      // Each copy is placed from the one before it, which comes earlier.
      const file = this.#nextFile[original]!;
      if (segment === NONE || file === NONE || this.segmentOf[file] !== NONE) continue;
      const copy = (copyNumber[file] = copyNumber[original]! + 1);
      const count = copy > MOST_COPIES ? 0 : this.chunkCount[original]!;
      const place = this.placeOf[original]!;
      this.#place(file, { segment, place }, { stored: this.storedStart[original]!, live, count });
      for (let at = 0; at < count; at++) nextCopy.set(this.firstChunk[original]! + at, live + at);
      live += count;
    }
    return live;
  }

  #place(file: number, { segment, place }: Spot, { stored, live, count }: Omit<Run, "segment">): void {
    this.segmentOf[file] = segment;
    this.placeOf[file] = place;
    this.storedStart[file] = stored;
    this.chunkCount[file] = count;
    this.firstChunk[file] = live;
    const last = this.#runs.at(-1);
    if (last?.segment === segment && last.stored + last.count === stored && last.live + last.count === live) {
      last.count += count;
    } else this.#runs.push({ segment, stored, live, count });
  }
}

/** Where a content lies. */
interface Spot {
  readonly segment: number;
  readonly place: number;
}

interface Run {
  readonly segment: number;
  readonly stored: number;
  readonly live: number;
  count: number;
}
