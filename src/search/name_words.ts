import { stem, wordParts } from "../text/tokens.ts";

/** The words of a name, stemmed: `parseURLs` gives pars and url. */
export function wordsOf(name: string): string[] {
  return wordParts(name).map(stem);
}

/** The words that at least two thirds of some names have, those of the first names first. */
export function commonWords(names: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const words of names) {
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => 3 * count >= 2 * names.length).map(([word]) => word);
}
