import { K1, rarity } from "./bm25.ts";
import type { FeatureContext, FeatureGroup } from "./features.ts";
import { FIELDS, lengthIn, normsOf } from "./norms.ts";

/** BM25 of the file as a whole, its fields, its best chunks and its word pairs. */
export const TEXT_GROUP: FeatureGroup = {
  id: "text",
  specs: [
    ...FIELDS.map((field) => ({ id: field, doc: `BM25 over ${field}`, scaling: "peak" as const })),
    { id: "chunks", doc: "discounted sum of BM25 of the best eight chunks", scaling: "peak" },
    { id: "cover", doc: "share of the question's rarity that the file holds", scaling: "raw" },
    { id: "pairs", doc: "BM25 of the question's word pairs", scaling: "peak" },
  ],
  compute(context) {
    const { text } = context;
    const columns = new Map<string, Float32Array>(Object.entries(text.fields));
    columns.set("chunks", bestChunks(context)).set("cover", text.cover).set("pairs", pairScores(context));
    return { columns };
  },
};

/** Chunks of a file that count. */
const DEPTH = 8;
/** Divisor of the n-th best, as in discounted cumulative gain. */
const DISCOUNTS = Float64Array.from({ length: DEPTH }, (_, at) => Math.log2(at + 2));

/** The best eight chunks of each candidate, the n-th divided by log2(n + 1). */
function bestChunks({ index, text: { chunks, candidates } }: FeatureContext): Float32Array {
  const { count, firstChunk, chunkCount } = index.files;
  const column = new Float32Array(count);
  const top = new Float32Array(DEPTH);
  for (const file of candidates) {
    top.fill(0);
    const end = firstChunk[file]! + chunkCount[file]!;
    for (let chunk = firstChunk[file]!; chunk < end; chunk++) insert(top, chunks[chunk]!);
    for (let at = 0; at < DEPTH; at++) column[file]! += top[at]! / DISCOUNTS[at]!;
  }
  return column;
}

/** Keeps `top` sorted, best first. */
function insert(top: Float32Array, value: number): void {
  if (value <= top[DEPTH - 1]!) return;
  let at = DEPTH - 1;
  for (; at > 0 && top[at - 1]! < value; at--) top[at] = top[at - 1]!;
  top[at] = value;
}

/** BM25 of the question's word pairs over the candidates. */
function pairScores({ query, index, text: { isCandidate } }: FeatureContext): Float32Array {
  const { files, chunks } = index;
  const column = new Float32Array(files.count);
  const held = new Float32Array(files.count);
  const { base, slope } = index.lasting.get(normsOf).fields.full;
  for (const [pair, weight] of query.bigrams) {
    const postings = index.postings(pair);
    if (!postings) continue;
    const { tf } = postings;
    const hits: number[] = [];
    for (let p = 0; p < postings.chunks.length; p++) {
      const file = chunks.file[postings.chunks[p]!]!;
      if (held[file] === 0) hits.push(file);
      held[file]! += tf.code[p]! + tf.doc[p]! + tf.str[p]!;
    }
    const factor = weight * rarity(files.count, hits.length) * (K1 + 1);
    for (const file of hits) {
      const count = held[file]!;
      held[file] = 0;
      if (isCandidate[file] === 1) {
        column[file]! += factor * count / (count + base + slope * lengthIn("full", file, index));
      }
    }
  }
  return column;
}
