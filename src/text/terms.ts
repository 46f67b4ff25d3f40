/** One search token a question stands for. */
export interface WeightedTerm {
  /** A token as `tokenize` emits them: lower-cased and stemmed, or a pair of CJK characters. */
  readonly term: string;
  /** 0..1.3; 1 = as good as a word the question itself holds. */
  readonly weight: number;
  /**
   * `question`: stands there; `lexicon`: a translation; `part`: a word of a translation of several
   * words; `pinyin`: the word spelt in Latin letters; `taught`: what the repository says beside it.
   */
  readonly origin: "question" | "lexicon" | "part" | "pinyin" | "taught";
  /** The word of the question it comes from. */
  readonly source: string;
  /**
   * For a translation of several words: those words, stemmed, joined by a space (what `bigrams` emits for two).
   */
  readonly phrase?: string;
}

/** Weight of the n-th of several translations, from 0. */
export function rankWeight(rank: number): number {
  return BY_RANK[Math.min(rank, BY_RANK.length - 1)]!;
}

/** Collects terms: each token once, with its best weight. */
export class TermList {
  readonly #terms = new Map<string, WeightedTerm>();

  /** Keeps the heavier of two terms with one token. */
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
