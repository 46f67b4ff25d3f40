import type { LexicalIndex } from "../../index/lexical_index.ts";
import { rarity } from "./bm25.ts";
import type { FeatureContext } from "./features.ts";
import { lowerBound } from "../../model/lower_bound.ts";

/** Weight of the question's words in the chunks of some files. */
export interface Held {
  /** Weight of the question's words in a chunk, each once. */
  all(file: number, chunk: number): number;
  /** Rarity of its words in the code of a chunk, by the best chunk of the file that is a definition; repetition counts little. */
  code(file: number, chunk: number): number;
}

interface Columns {
  readonly all: Float32Array;
  readonly code: Float32Array;
}

/** Looks through the chunks of some files. */
export function heldIn(files: readonly number[], { query, index, text }: FeatureContext): Held {
  const { firstChunk, chunkCount } = index.files;
  const columns = new Map(files.map((file): [number, Columns] => {
    const count = chunkCount[file]!;
    return [file, { all: new Float32Array(count), code: new Float32Array(count) }];
  }));
  for (const [term, own] of query.terms) {
    const postings = index.postings(term);
    if (!postings) continue;
    const weight = query.related.get(term) ?? own;
    const { chunks, tf } = postings;
    const value = weight * text.rarity.get(term)!;
    const inCode = weight * rarity(index.chunks.count, chunks.length);
    for (const [file, { all, code }] of columns) {
      const from = firstChunk[file]!;
      for (
        let p = lowerBound(chunks.length, (at) => chunks[at]! < from);
        chunks[p]! < from + all.length;
        p++
      ) {
        const chunk = chunks[p]! - from;
        all[chunk]! += value;
        code[chunk]! += inCode * tf.code[p]! / (tf.code[p]! + 1);
      }
    }
  }
  const peaks = new Map([...columns].map(([file, { code }]) => [file, peakIn(code, file, index)]));
  const at = (file: number, chunk: number): number => chunk - firstChunk[file]!;
  return {
    all: (file, chunk) => columns.get(file)!.all[at(file, chunk)]!,
    code: (file, chunk) => columns.get(file)!.code[at(file, chunk)]! / (peaks.get(file) || 1),
  };
}

/** The best of the chunks that are definitions. */
function peakIn(column: Float32Array, file: number, { files, chunks }: LexicalIndex): number {
  const from = files.firstChunk[file]!;
  return column.reduce(
    (peak, value, i) => value > peak && chunks.definition(from + i) >= 0 ? value : peak,
    0,
  );
}
