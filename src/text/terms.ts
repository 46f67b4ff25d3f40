/** Search token for a word of a question. */
export interface WeightedTerm {
  /** Token as `tokenize` emits it: lower-case and stemmed, or a pair of CJK characters. */
  readonly term: string;
  /** 0 to 1.2; 1 is the weight of a word in the question itself. */
  readonly weight: number;
  /** Word of the question that it translates, in simplified characters; absent: a word of the question itself. */
  readonly source?: string;
  /** For a multi-word translation: its stemmed words joined by a space (as `bigrams` emits for two). */
  readonly phrase?: string;
}

/** Weight of a translation by its zero-based rank. */
export function rankWeight(rank: number): number {
  return BY_RANK[Math.min(rank, BY_RANK.length - 1)]!;
}

/** Collects terms: each token once, with its highest weight. */
export class TermList {
  readonly #terms = new Map<string, WeightedTerm>();

  /** Adds a term; of two with the same token the heavier one is retained. */
  add(term: WeightedTerm): void {
    if (term.term.length === 0) return;
    const known = this.#terms.get(term.term);
    if (known === undefined || known.weight < term.weight) this.#terms.set(term.term, term);
  }

  /** Strongest first, ties in order of first appearance. */
  sorted(): WeightedTerm[] {
    return [...this.#terms.values()].sort((a, b) => b.weight - a.weight);
  }
}

const BY_RANK = [1, 0.75, 0.55, 0.45, 0.35];
