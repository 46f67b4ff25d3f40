import type { LexicalIndex } from "../../index/lexical_index.ts";

/** One number per chunk of some files, or of all. */
export interface ChunkScores {
  readonly values: Float32Array;
  /** Per file: what to add to a chunk's number to get its place in `values`; undefined where that is the number itself. */
  readonly shifts: Int32Array | undefined;
}

/** Where the chunks of some files have their places, one file behind the other. */
export interface ChunkPlaces {
  readonly count: number;
  /** See {@link ChunkScores.shifts}; chunks of other files have no place. */
  readonly shifts: Int32Array;
}

/** Places for the chunks of some files, see {@link ChunkScores}. */
export function placesOf(files: Uint32Array, index: LexicalIndex): ChunkPlaces {
  const { count, firstChunk, chunkCount } = index.files;
  const shifts = new Int32Array(count).fill(NOWHERE);
  let next = 0;
  for (let at = 0; at < files.length; at++) {
    const file = files[at]!;
    shifts[file] = next - firstChunk[file]!;
    next += chunkCount[file]!;
  }
  return { count: next, shifts };
}

/** Less than minus the number of any chunk. */
const NOWHERE = -(2 ** 30);

/** The score of a file's chunk; 0 for files that are no candidates. */
export function scoreIn({ values, shifts }: ChunkScores, file: number, chunk: number): number {
  return values[shifts ? chunk + shifts[file]! : chunk] ?? 0;
}
