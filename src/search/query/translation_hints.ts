import { inEnglish, translateQuery, type WeightedTerm } from "../../text/query_translation.ts";
import { tokens } from "../../text/tokens.ts";

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
  return { english: inEnglish(text, isKnown), translations: [...own, ...translateQuery(text)] };
}

const NOT_HAN = /\P{Script=Han}+/gu;
