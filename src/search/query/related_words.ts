import index from "../../../config/related_words.index.json" with { type: "json" };
import { stems } from "../../text/stem.ts";
import { lookUp } from "../../text/table.ts";
import { tokens } from "../../text/tokens.ts";

/** Words of an entry at most. */
const LONGEST_ENTRY = 4;
/**
 * Weight of a word of code for a phrase of the question, or for one word of it; that of each next word of the entry
 * is multiplied. The question's own words have weight 1.
 */
const BY_PHRASE = 0.5;
const BY_WORD = 0.2;
const NEXT = 0.8;

const CLAUSE_END = /[.,;:?!()"“”\n]+/;

/**
 * Words that code may use for the everyday words of a text: a token, as `tokenize` emits it, to its weight. Tokens
 * that the text has itself are left out.
 */
export function relatedWords(text: string): Map<string, number> {
  const own = new Set(tokens(text));
  const found = new Map<string, number>();
  for (const clause of text.split(CLAUSE_END)) {
    const words = stems(clause);
    words.forEach((_, at) => {
      for (let length = 1; length <= LONGEST_ENTRY && at + length <= words.length; length++) {
        const first = length > 1 ? BY_PHRASE : BY_WORD;
        const entry = lookUp(index.lines, words.slice(at, at + length).join(" "));
        entry?.split(" ").forEach((word, rank) => {
          const weight = first * NEXT ** rank;
          if (!own.has(word) && weight > (found.get(word) ?? 0)) found.set(word, weight);
        });
      }
    });
  }
  return found;
}
