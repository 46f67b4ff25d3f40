import { codeBytes } from "./quantise.ts";
import { shareOfFarthest } from "./standout.ts";

/** First pass of the vector search: scans the bit codes of all vectors for candidates. */

/** A page of bit codes, as stored. */
export interface CodePage {
  /** Pairs of blob number and number of chunks. */
  readonly contents: Uint32Array;
  /** Bit codes of the chunks, blob by blob. */
  readonly codes: Uint8Array;
}

/** A candidate chunk. */
export interface Candidate {
  readonly content: number;
  /** Index among the blob's chunks. */
  readonly chunk: number;
}

/** Result of the first pass. */
export interface FirstPass {
  /** Candidates, best first. */
  readonly candidates: readonly Candidate[];
  /**
   * Best score above the mean of all, in standard deviations, as a fraction of the maximum possible for the number of
   * chunks; 0 to 1.
   */
  readonly standout: number;
}

/**
 * Returns the `most` chunks whose signs agree best with the query, weighted by the query's values: the query keeps full
 * precision, the stored side is one bit per dimension. Ties are in page order. Chunks without a vector (no bit set) are
 * excluded from the result and the mean.
 *
 * @param wanted returns true for blobs to scan
 */
export function firstPass(
  query: Float32Array,
  pages: Iterable<CodePage>,
  options: { readonly most: number; readonly wanted: (content: number) => boolean },
): FirstPass {
  const width = codeBytes(query.length);
  const sums = sumsByByte(query, width);
  const best = new Best(options.most);
  // Score of a chunk without a vector.
  const blank = scoreOf(new Uint8Array(width), 0, width, sums);
  for (const { contents, codes } of pages) {
    for (let entry = 0, row = 0; entry + 1 < contents.length; entry += 2) {
      const content = contents[entry]!;
      const end = row + contents[entry + 1]!;
      if (end * width > codes.length) break;
      const isWanted = options.wanted(content);
      for (let at = row; at < end && isWanted; at++) {
        const from = at * width;
        const score = scoreOf(codes, from, width, sums);
        if (score !== blank || hasBits(codes, from, from + width)) best.see(score, content, at - row);
      }
      row = end;
    }
  }
  return { candidates: best.inOrder(), standout: best.standout };
}

function hasBits(codes: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (codes[at] !== 0) return true;
  return false;
}

/** Hot path: runs once per stored chunk. */
function scoreOf(codes: Uint8Array, from: number, width: number, sums: Float32Array): number {
  const whole = from + (width & ~3);
  let score = 0;
  let table = 0;
  let at = from;
  for (; at < whole; at += 4, table += 1024) {
    score += sums[table + codes[at]!]! + sums[table + 256 + codes[at + 1]!]! +
      sums[table + 512 + codes[at + 2]!]! + sums[table + 768 + codes[at + 3]!]!;
  }
  for (; at < from + width; at++, table += 256) score += sums[table + codes[at]!]!;
  return score;
}

/**
 * Lookup table: for every byte position of a code and every byte value, the sum of the query's eight values with the
 * bits as signs.
 */
function sumsByByte(query: Float32Array, width: number): Float32Array {
  const sums = new Float32Array(width * 256);
  for (let byte = 0; byte < width; byte++) {
    const table = byte * 256;
    for (let bit = 0; bit < 8; bit++) sums[table]! -= query[byte * 8 + bit] ?? 0;
    for (let value = 1; value < 256; value++) {
      const lowest = 31 - Math.clz32(value & -value);
      sums[table + value] = sums[table + (value & (value - 1))]! + 2 * (query[byte * 8 + lowest] ?? 0);
    }
  }
  return sums;
}

/** The highest scores so far, and their distribution. */
class Best {
  #found: (Candidate & { readonly score: number })[] = [];
  /** Lowest of the highest scores when they were last counted; only higher scores enter. */
  #floor = -Infinity;
  #seen = 0;
  #sum = 0;
  #squares = 0;
  #highest = -Infinity;

  constructor(private readonly most: number) {}

  get standout(): number {
    const mean = this.#sum / this.#seen;
    const deviation = Math.sqrt(this.#squares / this.#seen - mean * mean);
    return shareOfFarthest(this.#highest, { mean, deviation, count: this.#seen });
  }

  see(score: number, content: number, chunk: number): void {
    this.#seen++;
    this.#sum += score;
    this.#squares += score * score;
    if (score <= this.#floor || this.most === 0) return;
    this.#highest = Math.max(this.#highest, score);
    this.#found.push({ score, content, chunk });
    if (this.#found.length >= 2 * this.most) this.#drop();
  }

  inOrder(): Candidate[] {
    this.#drop();
    return this.#found.sort((a, b) => b.score - a.score || a.content - b.content || a.chunk - b.chunk)
      .map(({ content, chunk }) => ({ content, chunk }));
  }

  /** Drops all but the highest scores; of equal ones the first are kept. */
  #drop(): void {
    this.#found = this.#found.sort((a, b) => b.score - a.score).slice(0, this.most);
    if (this.#found.length === this.most) this.#floor = this.#found.at(-1)?.score ?? -Infinity;
  }
}
