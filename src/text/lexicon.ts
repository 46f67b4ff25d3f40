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
  // Few words of a question are asked for: their lines are taken apart only then.
  const listed = (chinese: string): string[] | undefined =>
    lines.get(chinese)?.slice(chinese.length + 2).split(", ");
  return {
    english: (chinese) => listed(chinese) ?? derived(chinese, listed),
    has: (chinese) => lines.has(chinese) || isDerived(chinese, lines),
    isStop: (chinese) => stop.has(chinese),
    isWeak: (chinese) => weak.has(chinese),
    isGeneral: (chinese) => general.has(chinese),
    longest,
  };
}

/** What does a thing, behind the word for doing it: 下载器, what downloads. */
const AGENT = /[器者]$/;
/** Once more, before the word for doing it: 重新加载, loading again. */
const AGAIN = "重新";

function isDerived(chinese: string, lines: ReadonlyMap<string, string>): boolean {
  if (chinese.length === 3) return AGENT.test(chinese) && lines.has(chinese.slice(0, -1));
  return chinese.length === 4 && chinese.startsWith(AGAIN) && lines.has(chinese.slice(2));
}

/** The English of a word that is made of a listed one: `downloader` and `download`, `reload` and `load`. */
function derived(
  chinese: string,
  listed: (chinese: string) => readonly string[] | undefined,
): string[] | undefined {
  const isAgent = chinese.length === 3 && AGENT.test(chinese);
  const isAgain = chinese.length === 4 && chinese.startsWith(AGAIN);
  if (!isAgent && !isAgain) return undefined;
  const words = listed(isAgent ? chinese.slice(0, -1) : chinese.slice(2));
  const made = words?.filter((word) => !word.includes(" "))
    .map((word) => isAgent ? `${word.replace(/e$/, "")}er` : `re${word}`);
  return words && made && [...made, ...words];
}
