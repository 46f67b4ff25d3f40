import { baseName } from "../model/paths.ts";
import { isAsking } from "../text/stop_words.ts";
import type { QueryTerms } from "../model/question.ts";

/** Something to look for in text and paths. */
export interface Pattern {
  /** Lower-cased; matched as a substring without regard to case. */
  readonly text: string;
  /** Weight of a match, before rarity. */
  readonly weight: number;
}

/** Weight of a pattern by its source: a word that people use about any code counts next to nothing. */
const WEIGHTS = { identifier: 3, phrase: 3, word: 1, part: 0.8, asking: 0.15 };
const MOST_PATTERNS = 24;

/** The prompt's terms as patterns, strongest first, at most 24, no repeats. */
export function patternsOf(terms: QueryTerms, translated: readonly Pattern[] = []): readonly Pattern[] {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    const key = text.trim().toLowerCase();
    if (key.length < (isWide(key) ? 1 : 2)) return;
    weights.set(key, Math.max(weights.get(key) ?? 0, weight));
  };
  for (const phrase of terms.phrases) {
    if (phrase.length >= 4 && phrase.length <= 80) add(phrase, WEIGHTS.phrase);
  }
  for (const identifier of terms.identifiers) {
    const last = identifier.split(/[.:#/]+|\(\)/).filter((part) => part !== "").at(-1) ?? identifier;
    add(last, WEIGHTS.identifier);
    for (const part of identifierParts(last)) if (part.length > 2) add(part, WEIGHTS.part);
  }
  for (const mention of terms.paths) add(stemOfPath(mention.path), WEIGHTS.identifier);
  for (const word of terms.words) {
    const lower = word.toLowerCase();
    add(stem(lower), isAsking(lower) ? WEIGHTS.asking : WEIGHTS.word);
  }
  for (const { text, weight } of translated) if (text.length > 2) add(text, weight);
  return [...weights].map(([text, weight]) => ({ text, weight }))
    .sort((a, b) => b.weight - a.weight || b.text.length - a.text.length || (a.text < b.text ? -1 : 1))
    .slice(0, MOST_PATTERNS);
}

/** `camelCase`, `snake_case` and `kebab-case` parts, lower-cased. */
export function identifierParts(identifier: string): string[] {
  return identifier.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[\s_\-$]+/).filter((part) => part !== "").map((part) => part.toLowerCase());
}

/** A prefix that the word's other forms share: plural, -ing and -ed endings are cut. */
export function stem(word: string): string {
  if (word.length <= 4 || !/^[a-z]+$/.test(word)) return word;
  const cut = word.replace(/(?:ies|ing|ed|es|s)$/, "");
  return cut.length >= 3 ? cut : word;
}

function stemOfPath(path: string): string {
  const name = baseName(path);
  return name.replace(/\.[^.]+$/, "") || name;
}

function isWide(text: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text);
}
