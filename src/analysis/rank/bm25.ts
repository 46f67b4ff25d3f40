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

/** The length part of the denominator per document: k1 (1 - b + b length / mean). Documents of length 0 do not lower the mean. */
export function lengthNorms(lengths: Float32Array, b: number): Float32Array {
  let sum = 0;
  let filled = 0;
  for (let at = 0; at < lengths.length; at++) {
    sum += lengths[at]!;
    if (lengths[at]! > 0) filled++;
  }
  const mean = filled > 0 ? sum / filled : 1;
  const norms = new Float32Array(lengths.length);
  for (let at = 0; at < norms.length; at++) norms[at] = K1 * (1 - b + b * lengths[at]! / mean);
  return norms;
}
