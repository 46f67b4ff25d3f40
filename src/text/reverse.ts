import { DOMAINS } from "./domains.ts";
import { isStopWord } from "./stop_words.ts";
import { rankWeight, TermList, type WeightedTerm } from "./terms.ts";
import { stem, tokenize, tokens } from "./tokens.ts";
import { once } from "../model/once.ts";

/**
 * The Chinese tokens that the words of an English question stand for, for code that says it in Chinese: comments,
 * messages, identifiers. Neighbouring words are also read as one expression ("foreign key"). Strongest first.
 *
 * @param share how much of a word's weight its Chinese gets, 0..1, by the word's stem
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
      // A long word comes as its pairs of characters, which share its weight.
      const each = weight / Math.sqrt(Math.max(1, chinese.length - 1));
      tokenize(chinese, (term) => terms.add({ term, weight: each, origin: "lexicon", source }));
    }
  });
  return terms.sorted();
}

/** Chinese words per English expression. */
const MOST = 4;
/** A pair of words is a more precise concept than either. */
const PAIR = 1.2;

type Translation = readonly [chinese: string, weight: number];

/**
 * The entries that have an expression of exactly these stemmed words. Searches the lexicon's text: a question asks for
 * a dozen words, a table of all of them costs fifty times as much.
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
    // One character stands in too many words.
    if (chinese.length < 2) continue;
    const rank = english.split(", ").findIndex((one) => one.split(" ").map(stem).join(" ") === wanted);
    if (rank >= 0) found.push([chinese, factor * rankWeight(rank)]);
  }
  return found.sort((a, b) => b[1] - a[1]).slice(0, MOST);
}

/** Every line of every domain, each between line feeds. */
const allLines = once(() => `\n${Object.values(DOMAINS).map((domain) => domain.join("\n")).join("\n")}\n`);
