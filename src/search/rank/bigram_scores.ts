import type { LexicalIndex } from "../../index/lexical_index.ts";
import type { QueryViews } from "../query/fields.ts";
import type { LengthNorm } from "./bm25.ts";
import { K1, lengthNorm, rarity } from "./bm25.ts";

/** What word pairs score. */
export interface BigramScores {
  /** Files with a pair. */
  readonly files: ReadonlySet<number>;
  readonly columns: BigramColumns;
}

/** BM25 of word pairs, one number per file. */
export interface BigramColumns {
  /** Pairs of the whole question. */
  readonly A: Float32Array;
  /** Pairs of the title. */
  readonly T: Float32Array;
  /** Pairs of the whole question in identifiers. */
  readonly code: Float32Array;
  /** Pairs of the whole question in comments and documents. */
  readonly doc: Float32Array;
  /** Pairs of the whole question in strings: messages that a question quotes. */
  readonly str: Float32Array;
  /** Pairs of the whole question, the best chunk of each file; absent where it is not asked for. */
  readonly chunk?: Float32Array;
}

/** How pairs are scored. */
export interface BigramOptions {
  /** 1 for files that are not scored; default: none. */
  readonly leftOut?: Uint8Array | undefined;
  /** Whether chunks are scored, too; default true. */
  readonly hasChunks?: boolean;
}

const PAIR_FIELDS = ["code", "doc", "str"] as const;

/** Scores the question's word pairs; files without any stay at 0. Undefined when no file has any. */
export function bigramScores(
  query: QueryViews,
  index: LexicalIndex,
  { leftOut, hasChunks = true }: BigramOptions = {},
): BigramScores | undefined {
  const { files, chunks } = index;
  index.load(query.bigrams.keys());
  const found = [...query.bigrams].filter(([pair]) => index.postings(pair) !== undefined);
  if (found.length === 0) return undefined;
  const { base, slope } = index.lasting.get(pairNorm);
  const column = (): Float32Array => new Float32Array(files.count);
  const scores = { A: column(), T: column(), code: column(), doc: column(), str: column() };
  const inChunks = hasChunks ? new Float32Array(chunks.count) : undefined;
  const held = new Set<number>();
  const counts = { all: column(), code: column(), doc: column(), str: column() };
  for (const [pair, [all, title]] of found) {
    const postings = index.postings(pair)!;
    const { tf } = postings;
    const hits: number[] = [];
    const chunkIdf = rarity(chunks.count, postings.chunks.length);
    postings.chunks.forEach((chunk, p) => {
      const file = chunks.file[chunk]!;
      if (counts.all[file] === 0) hits.push(file);
      let count = 0;
      for (const field of PAIR_FIELDS) {
        counts[field][file]! += tf[field][p]!;
        count += tf[field][p]!;
      }
      counts.all[file]! += count;
      if (inChunks) inChunks[chunk]! += all * chunkIdf * count / (count + K1);
    });
    const idf = rarity(files.count, hits.length) * (K1 + 1);
    for (const file of hits) {
      if (leftOut?.[file] === 1) {
        for (const field of PAIR_FIELDS) counts[field][file] = 0;
        counts.all[file] = 0;
        continue;
      }
      held.add(file);
      const norm = base + slope * lengthOf(file, index);
      const value = idf * counts.all[file]! / (counts.all[file]! + norm);
      scores.A[file]! += all * value;
      scores.T[file]! += title * value;
      for (const field of PAIR_FIELDS) {
        const count = counts[field][file]!;
        if (count > 0) scores[field][file]! += all * idf * count / (count + norm);
        counts[field][file] = 0;
      }
      counts.all[file] = 0;
    }
  }
  if (!inChunks) return { files: held, columns: scores };
  const chunk = column();
  for (const [pair] of found) {
    for (const at of index.postings(pair)!.chunks) {
      const file = chunks.file[at]!;
      if (inChunks[at]! > chunk[file]! && leftOut?.[file] !== 1) chunk[file] = inChunks[at]!;
    }
  }
  return { files: held, columns: { ...scores, chunk } };
}

function pairNorm(index: LexicalIndex): LengthNorm {
  let sum = 0;
  let filled = 0;
  for (let file = 0; file < index.files.count; file++) {
    const length = lengthOf(file, index);
    sum += length;
    if (length > 0) filled++;
  }
  return lengthNorm(sum, filled, 0.6);
}

function lengthOf(file: number, { files: { lengths: { code, doc, str } } }: LexicalIndex): number {
  return code[file]! + doc[file]! + str[file]!;
}
