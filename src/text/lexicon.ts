import stopWords from "../../config/lexicon/stop_words.json" with { type: "json" };
import { DOMAINS } from "./domains.ts";
import { once } from "../model/once.ts";

/** The developer lexicon: Chinese words and their English counterparts. Built on first use; see `lexicon()`. */
export interface Lexicon {
  /**
   * English expressions for a simplified Chinese word, the usual one first; each one or more words, separated
   * by a space.
   */
  english(chinese: string): readonly string[] | undefined;
  /** Whether the lexicon has `chinese` (simplified). */
  has(chinese: string): boolean;
  /** Whether a word of questions that names nothing: "the", "where", "how". */
  isStop(chinese: string): boolean;
  /** Whether a word so common in questions about code that it separates little: "code", "file", "get". */
  isWeak(chinese: string): boolean;
  /** Whether an everyday word, of which code says less than of a term: "keep", "satisfy", "previous". */
  isGeneral(chinese: string): boolean;
  /** Length of the longest word, in UTF-16 units. */
  readonly longest: number;
}

/** The one lexicon of the process. The first call takes a few milliseconds, later ones nothing. */
export const lexicon: () => Lexicon = once(load);

function load(): Lexicon {
  const lines = new Map<string, string>();
  let longest = 0;
  for (const domain of Object.values(DOMAINS)) {
    for (const line of domain) {
      const length = line.indexOf(": ");
      lines.set(line.slice(0, length), line);
      if (length > longest) longest = length;
    }
  }
  const general = new Set(DOMAINS["general"]!.map((line) => line.slice(0, line.indexOf(":"))));
  const stop = new Set(stopWords.stop.split(" "));
  const weak = new Set(stopWords.weak.split(" "));
  return {
    // Few words of a question are asked for: their lines are taken apart only then.
    english: (chinese) => lines.get(chinese)?.slice(chinese.length + 2).split(", "),
    has: (chinese) => lines.has(chinese),
    isStop: (chinese) => stop.has(chinese),
    isWeak: (chinese) => weak.has(chinese),
    isGeneral: (chinese) => general.has(chinese),
    longest,
  };
}
