/** How far the nearest chunk stands out of all. */

/** How similar chunks are to a question. */
export interface Similarities {
  readonly mean: number;
  /** Standard deviation. */
  readonly deviation: number;
  /** Chunks. */
  readonly count: number;
}

/** Standard deviations that the nearest of very many chunks unlike the question never reaches. */
const FAR = 6;

/**
 * How far a chunk stands above the mean of all, in standard deviations, as a share of how far it could at most among so
 * few; from 0 to 1, and 0 where all are alike.
 */
export function shareOfFarthest(highest: number, { mean, deviation, count }: Similarities): number {
  if (count < 2 || !(deviation > 0)) return 0;
  const most = Math.min(FAR, (count - 1) / Math.sqrt(count));
  return Math.max(0, Math.min(1, (highest - mean) / deviation / most));
}

/**
 * The same where only the most similar chunks are known, by what their mean and their last one say of a normal
 * distribution of all.
 *
 * @param highest similarity of the chunk in question; undefined: 0
 * @param known the highest similarities of all, in descending order
 * @param count of all chunks; `known.length` or more
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

/** Above how many standard deviations this share of a normal distribution lies (Abramowitz and Stegun 26.2.22, to 0.003). */
function deviationsAbove(share: number): number {
  if (share > 0.5) return -deviationsAbove(1 - share);
  const t = Math.sqrt(-2 * Math.log(share));
  return t - (2.30753 + 0.27061 * t) / (1 + 0.99229 * t + 0.04481 * t * t);
}
