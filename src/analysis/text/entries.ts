import { lexicon } from "./lexicon.ts";
import { stem } from "./tokens.ts";

/** A line of the lexicon, found by an English word. */
export interface Entry {
  readonly chinese: string;
  /** The line's English expressions, the usual one first; words of one expression separated by a space. */
  readonly english: readonly string[];
  /** Which expression was asked for, from 0. */
  readonly rank: number;
}

/**
 * The entries that have an expression of exactly these stemmed words. Searches the lexicon's text instead of
 * building a reverse table: a question asks for a dozen words, a table of all of them costs fifty times as
 * much.
 */
export function entriesFor(stems: readonly string[]): Entry[] {
  const text = lexicon().text();
  const first = stems[0]!;
  const wanted = stems.join(" ");
  // The last letter of a stem may differ from the word's ("cooky", "cookie").
  const prefix = " " + (first.length > 3 ? first.slice(0, -1) : first);
  const found: Entry[] = [];
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at)) {
    const start = text.lastIndexOf("\n", at) + 1;
    const end = text.indexOf("\n", at);
    const line = text.slice(start, end < 0 ? undefined : end);
    at = end < 0 ? text.length : end;
    const [chinese, values] = line.split(": ");
    const english = values!.split(", ");
    const rank = english.findIndex((expression) => stemmed(expression) === wanted);
    if (rank >= 0) found.push({ chinese: chinese!, english, rank });
  }
  return found;
}

const stems = new Map<string, string>();

/** An expression with each word stemmed; the lexicon's vocabulary is small, so all answers are kept. */
export function stemmed(expression: string): string {
  let known = stems.get(expression);
  if (known === undefined) stems.set(expression, known = expression.split(" ").map(stem).join(" "));
  return known;
}
