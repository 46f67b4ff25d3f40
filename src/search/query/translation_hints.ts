import { inEnglish, translateQuery } from "../../text/query_translation.ts";
import { hasCjk } from "../../text/chars.ts";
import { tokens } from "../../text/tokens.ts";
import type { WeightedTerm } from "../../text/terms.ts";

/** English terms for the Chinese words of a question; none for a question without any. */
export function translationHints(words: readonly string[]): WeightedTerm[] {
  if (!words.some(hasCjk)) return [];
  return translateQuery(words).filter(({ source }) => source !== undefined);
}

/** A Chinese question as a repository would say it. */
export interface Reading {
  /** See `inEnglish`. */
  readonly english: string;
  /** The other translations, and the Chinese that the repository has itself. */
  readonly translations: readonly WeightedTerm[];
}

/** Reads a Chinese question for a repository; `isKnown` checks if it has a token. */
export function readingOf(text: string, isKnown: (token: string) => boolean): Reading {
  const own = tokens(text.replace(NOT_HAN, " ")).filter(isKnown).map((term) => ({ term, weight: 1 }));
  return { english: inEnglish(text, isKnown), translations: [...own, ...translationHints([text])] };
}

const NOT_HAN = /\P{Script=Han}+/gu;
