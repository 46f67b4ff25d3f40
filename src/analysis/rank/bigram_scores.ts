import type { LexicalIndex } from "../index/lexical_index.ts";
import type { QueryViews } from "../query/views.ts";
import { K1, lengthNorms, rarity } from "./bm25.ts";

/** BM25 of word pairs. */
export interface BigramScores {
  /** Pairs of the whole question, one number per file. */
  readonly A: Float32Array;
  /** Pairs of the title, one number per file. */
  readonly T: Float32Array;
  /** Pairs of the whole question, the best chunk of each file. */
  readonly chunk: Float32Array;
}

/** Scores the question's word pairs; files without any stay at 0. */
export function bigramScores(query: QueryViews, index: LexicalIndex): BigramScores {
  const { files, chunks } = index;
  const lengths = new Float32Array(files.count);
  for (let f = 0; f < files.count; f++) {
    lengths[f] = files.lengths.code[f]! + files.lengths.doc[f]! + files.lengths.str[f]!;
  }
  const norms = lengthNorms(lengths, 0.6);
  const scores = { A: new Float32Array(files.count), T: new Float32Array(files.count) };
  const inChunks = new Float32Array(chunks.count);
  index.load(query.bigrams.keys());
  const counts = new Float32Array(files.count);
  for (const [pair, [all, title]] of query.bigrams) {
    const postings = index.postings(pair);
    if (!postings) continue;
    const { tf } = postings;
    const hits: number[] = [];
    const chunkIdf = rarity(chunks.count, postings.chunks.length);
    postings.chunks.forEach((chunk, p) => {
      const count = tf.code[p]! + tf.doc[p]! + tf.str[p]!;
      const file = chunks.file[chunk]!;
      if (counts[file] === 0) hits.push(file);
      counts[file]! += count;
      inChunks[chunk]! += all * chunkIdf * count / (count + K1);
    });
    const idf = rarity(files.count, hits.length) * (K1 + 1);
    for (const file of hits) {
      const value = idf * counts[file]! / (counts[file]! + norms[file]!);
      scores.A[file]! += all * value;
      scores.T[file]! += title * value;
      counts[file] = 0;
    }
  }
  return { ...scores, chunk: bestPerFile(inChunks, index) };
}

/** The highest value among each file's chunks. */
export function bestPerFile(values: Float32Array, index: LexicalIndex): Float32Array {
  const best = new Float32Array(index.files.count);
  for (let chunk = 0; chunk < values.length; chunk++) {
    const file = index.chunks.file[chunk]!;
    if (values[chunk]! > best[file]!) best[file] = values[chunk]!;
  }
  return best;
}
