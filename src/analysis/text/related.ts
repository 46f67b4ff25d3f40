import { entriesFor, stemmed } from "./entries.ts";
import { isStopWord } from "./stop_words.ts";
import { TermList, type WeightedTerm } from "./terms.ts";
import { tokens } from "./tokens.ts";

/** Options of `expandEnglish`. */
export interface ExpandOptions {
  /** Related words per word of the question; default 3. */
  readonly limit?: number;
  /** Weight of the nearest related word; default 0.3. */
  readonly weight?: number;
}

/**
 * An English question's own tokens at weight 1 and, weaker, the words developers use for the same thing: two
 * English words are related when Chinese words translate to both ("login" and "signin" by way of 登录). Score
 * terms of one concept by the best match plus little for the others; as a plain sum the related words blur the
 * order.
 */
export function expandEnglish(words: readonly string[], options: ExpandOptions = {}): WeightedTerm[] {
  const { limit = 3, weight = 0.3 } = options;
  const terms = new TermList();
  for (const source of words.flatMap(tokens)) {
    if (isStopWord(source)) continue;
    const concept = terms.newConcept();
    terms.add({ term: source, weight: 1, concept, origin: "question", source });
    const near = relatedTo(source);
    const best = near[0]?.[1] ?? 1;
    for (const [term, strength] of near.slice(0, limit)) {
      terms.add({ term, weight: (weight * strength) / best, concept, origin: "lexicon", source });
    }
  }
  return terms.sorted();
}

/**
 * Single words that share entries with `source`, strongest first: both high in one entry counts most, every
 * entry adds.
 */
function relatedTo(source: string): [string, number][] {
  const strength = new Map<string, number>();
  for (const { chinese, english, rank } of entriesFor([source])) {
    if (chinese.length < 2) continue;
    english.forEach((expression, other) => {
      const word = stemmed(expression);
      if (other === rank || word === source || word.includes(" ")) return;
      strength.set(word, (strength.get(word) ?? 0) + 1 / ((rank + 1) * (other + 1)));
    });
  }
  return [...strength].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
