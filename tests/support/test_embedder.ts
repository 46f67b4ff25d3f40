import { tokens } from "../../src/text/tokens.ts";
import type { SendableText } from "../../src/model/brands.ts";
import type { Embedder } from "../../src/model/semantic.ts";

/** A model for tests: no learning, no chance, the same vectors on every machine. */

/** Dimensions of {@link embedText} unless told otherwise. */
export const TEST_DIMENSION = 256;

/**
 * Words and their letters' trigrams, hashed with a sign into a fixed number of dimensions (the hashing trick, Weinberger
 * et al. 2009): texts with like words have like vectors.
 */
export function embedText(text: string, dimension: number = TEST_DIMENSION): Float32Array<ArrayBuffer> {
  const vector = new Float32Array(dimension);
  const counts = new Map<string, number>();
  for (const token of tokens(text)) counts.set(token, (counts.get(token) ?? 0) + 1);
  for (const [token, count] of counts) {
    const weight = Math.sqrt(count);
    add(vector, token, weight);
    const padded = `<${token}>`;
    for (let at = 0; at + 3 <= padded.length; at++) {
      add(vector, padded.slice(at, at + 3), weight / padded.length);
    }
  }
  // A text without words has a vector too.
  if (counts.size === 0) vector[0] = 1;
  return vector;
}

/** An {@link Embedder} over {@link embedText} that counts what it was sent. */
export class TestEmbedder implements Embedder {
  readonly provider = "test";
  readonly batchSize = 16;
  /** Every text that was sent. */
  readonly sent: SendableText[] = [];

  constructor(readonly model: string = "hashing", private readonly dimension: number = TEST_DIMENSION) {}

  embed(texts: readonly SendableText[]): ReturnType<Embedder["embed"]> {
    this.sent.push(...texts);
    const vectors = texts.map((text) => embedText(text, this.dimension));
    return Promise.resolve({ ok: true, vectors, dimension: this.dimension, tokens: 0, requests: 1 });
  }
}

/** FNV-1a, 32 bits; the highest bit decides the sign. */
function add(vector: Float32Array, feature: string, weight: number): void {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  const sign = hash < 0 ? -1 : 1;
  vector[(hash & 0x7fffffff) % vector.length]! += sign * weight;
}
