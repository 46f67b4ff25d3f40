import { DOMAINS } from "./domains.ts";
import { isStopWord } from "./stop_words.ts";
import { rankWeight, TermList, type WeightedTerm } from "./terms.ts";
import { stem, tokenize, tokens } from "./tokens.ts";
import { once } from "../model/once.ts";

/**
 * Chinese tokens for the words of an English question, to match Chinese comments, messages and identifiers. Adjacent
 * words are also looked up as one expression ("foreign key"). Strongest first.
 *
 * @param share factor for the Chinese translations of a word, 0 to 1, by the word's stem
 */
export function toChinese(question: string, share: (stem: string) => number): WeightedTerm[] {
  const terms = new TermList();
  const words = tokens(question).filter((token) => !isStopWord(token));
  words.forEach((source, at) => {
    const next = words[at + 1];
    const found = next === undefined
      ? []
      : translations([source, next], PAIR * Math.max(share(source), share(next)));
    found.push(...translations([source], share(source)));
    for (const [chinese, weight] of found) {
      // A long word gives its character pairs, which share its weight.
      const each = weight / Math.sqrt(Math.max(1, chinese.length - 1));
      tokenize(chinese, (term) => terms.add({ term, weight: each, origin: "lexicon", source }));
    }
  });
  return terms.sorted();
}

/** Maximum number of Chinese words per English expression. */
const MOST = 4;
/** Factor of a word pair: a more precise concept than a single word. */
const PAIR = 1.2;

type Translation = readonly [chinese: string, weight: number];

/**
 * Lexicon entries with a translation of exactly these stems. Searches the lexicon's text: a question looks up a dozen
 * words, and a table of all words costs fifty times as much.
 */
function translations(stems: readonly string[], factor: number): Translation[] {
  const first = stems[0]!;
  const wanted = stems.join(" ");
  // The last letter of a stem may differ from the word's ("cooky", "cookie").
  const prefix = " " + (first.length > 3 ? first.slice(0, -1) : first);
  const text = allLines();
  const found: Translation[] = [];
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at)) {
    const start = text.lastIndexOf("\n", at) + 1;
    const end = text.indexOf("\n", at);
    const [chinese = "", english = ""] = text.slice(start, end).split(": ");
    at = end;
    // A single character is part of too many words.
    if (chinese.length < 2) continue;
    const rank = english.split(", ").findIndex((one) => one.split(" ").map(stem).join(" ") === wanted);
    if (rank >= 0) found.push([chinese, factor * rankWeight(rank)]);
  }
  return found.sort((a, b) => b[1] - a[1]).slice(0, MOST);
}

/** All lines of all domains, each between line feeds. */
const allLines = once(() => `\n${Object.values(DOMAINS).map((domain) => domain.join("\n")).join("\n")}\n`);
