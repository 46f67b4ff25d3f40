/** Standout of the nearest chunk: a normalized z-score. */

/** Distribution of the chunks' similarities to a query. */
export interface Similarities {
  readonly mean: number;
  /** Standard deviation. */
  readonly deviation: number;
  /** Number of chunks. */
  readonly count: number;
}

/** Upper limit in standard deviations, never reached by the nearest of very many chunks unrelated to the query. */
const FAR = 6;

/**
 * Standard deviations of a chunk above the mean of all, as a fraction of the maximum possible for their number; 0 to 1,
 * and 0 if all are equal.
 */
export function shareOfFarthest(highest: number, { mean, deviation, count }: Similarities): number {
  if (count < 2 || !(deviation > 0)) return 0;
  const most = Math.min(FAR, (count - 1) / Math.sqrt(count));
  return Math.max(0, Math.min(1, (highest - mean) / deviation / most));
}

/**
 * Estimates {@link shareOfFarthest} from the most similar chunks alone: the mean and the lowest of them determine a
 * normal distribution of all.
 *
 * @param highest similarity of the chunk in question; undefined: 0
 * @param known the highest similarities, descending
 * @param count number of all chunks; at least `known.length`
 */
export function standoutOf(highest: number | undefined, known: readonly number[], count: number): number {
  if (highest === undefined || known.length < 2) return 0;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  if (known.length === count) {
    const squares = known.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return shareOfFarthest(highest, { mean, deviation: Math.sqrt(squares / count), count });
  }
  const share = known.length / count;
  const cut = deviationsAbove(share);
  const meanAboveCut = Math.exp(-cut * cut / 2) / Math.sqrt(2 * Math.PI) / share;
  const deviation = (mean - known.at(-1)!) / (meanAboveCut - cut);
  return shareOfFarthest(highest, { mean: mean - meanAboveCut * deviation, deviation, count });
}

/**
 * Upper quantile of the normal distribution: the standard deviations exceeded by this share (Abramowitz and Stegun
 * 26.2.22, accurate to 0.003).
 */
function deviationsAbove(share: number): number {
  if (share > 0.5) return -deviationsAbove(1 - share);
  const t = Math.sqrt(-2 * Math.log(share));
  return t - (2.30753 + 0.27061 * t) / (1 + 0.99229 * t + 0.04481 * t * t);
}
