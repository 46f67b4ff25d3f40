import type { LexicalIndex } from "../../index/lexical_index.ts";
import type { ChunkScores } from "./chunk_scores.ts";

/** What a file's best chunks say together. */
export interface ChunkPools {
  readonly best: Float32Array;
  /** Mean of the best three; missing ones count 0. */
  readonly top3: Float32Array;
  /** The best eight, the n-th divided by log2(n + 1). */
  readonly top8: Float32Array;
}

const DEPTH = 8;
/** What the n-th best counts less. */
const DISCOUNTS = Float64Array.from({ length: DEPTH }, (_, at) => Math.log2(at + 2));

/** An index with a question's scores. */
interface Scored {
  readonly index: LexicalIndex;
  readonly text: {
    /** The files that may have a chunk with a score. */
    readonly candidates: Uint32Array;
    readonly pools: Map<ChunkScores, ChunkPools>;
  };
}

/** Pools one of the columns of `text.chunks` per file, once per column. Chunks of a file are consecutive. */
export function poolChunks(scores: ChunkScores, context: Scored): ChunkPools {
  const { pools } = context.text;
  let pooled = pools.get(scores);
  if (!pooled) pools.set(scores, pooled = pool(scores, context));
  return pooled;
}

function pool({ values, shifts }: ChunkScores, { index, text: { candidates } }: Scored): ChunkPools {
  const { count, firstChunk, chunkCount } = index.files;
  const pools = {
    best: new Float32Array(count),
    top3: new Float32Array(count),
    top8: new Float32Array(count),
  };
  const top = new Float32Array(DEPTH);
  for (let i = 0; i < candidates.length; i++) {
    const file = candidates[i]!;
    top.fill(0);
    const from = firstChunk[file]! + (shifts ? shifts[file]! : 0);
    const end = from + chunkCount[file]!;
    for (let at = from; at < end; at++) if (values[at]! > 0) insert(top, values[at]!);
    if (top[0] === 0) continue;
    pools.best[file] = top[0]!;
    pools.top3[file] = (top[0]! + top[1]! + top[2]!) / 3;
    let sum = 0;
    for (let i = 0; i < DEPTH; i++) sum += top[i]! / DISCOUNTS[i]!;
    pools.top8[file] = sum;
  }
  return pools;
}

/** Keeps `top` sorted, best first. */
function insert(top: Float32Array, value: number): void {
  if (value <= top[DEPTH - 1]!) return;
  let at = DEPTH - 1;
  for (; at > 0 && top[at - 1]! < value; at--) top[at] = top[at - 1]!;
  top[at] = value;
}
