/**
 * Okapi BM25 with its field variant BM25F: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and
 * Beyond" (2009). The inverse document frequency is the never-negative form ln(1 + (N - n + .5) / (n + .5)).
 */

/** Saturation of repeated occurrences. */
export const K1 = 1.2;

/** Rarity of something that occurs in `containing` of `all` documents. */
export function rarity(all: number, containing: number): number {
  return Math.log(1 + (all - containing + 0.5) / (containing + 0.5));
}

/** The length part of the denominator: `base + slope * length`. */
export interface LengthNorm {
  readonly base: number;
  readonly slope: number;
}

/**
 * k1 (1 - b + b length / mean). Documents of length 0 do not lower the mean.
 *
 * @param sum of all lengths
 * @param filled documents that have a length; with none no length is ever asked for
 */
export function lengthNorm(sum: number, filled: number, b: number): LengthNorm {
  return { base: K1 * (1 - b), slope: K1 * b / (sum / filled) };
}
