import words from "../../config/general_words.json" with { type: "json" };
import { endsWithAny } from "../model/text.ts";

/**
 * Light stemmer for words in code: plural, `-ing`, `-ed` and a silent final `e`; the sense of a word is never changed.
 * Deterministic and applied to index and queries alike, so a stem need not be a word ("cache" -> "cach"). Suffix order
 * and the restored `e` follow step 1 of Porter (1980); the rest is fitted to programming vocabulary.
 */

/**
 * Returns the stem of a lower-case word. Not idempotent: apply it once. Words of up to three letters, and words with
 * digits or non-ASCII characters, are returned unchanged.
 */
export function stem(word: string): string {
  if (word.length < 4 || ENDS[word.charCodeAt(word.length - 1)] !== 1 || !PLAIN.test(word)) return word;
  const fixed = IRREGULAR.get(word);
  if (fixed !== undefined) return fixed;
  return trimEnd(unsuffix(singular(word)));
}

/** Stems of the words in an English text, in order. Digits and other letters separate words. */
export function stems(text: string): string[] {
  return (text.toLowerCase().match(/[a-z]+/g) ?? []).map(stem);
}

const PLAIN = /^[a-z]+$/;
const VOWEL = /[aeiouy]/;
const SHORT_CVC = /^[^aeiou][aeiouy][^aeiouwxy]$/;

const IRREGULAR: ReadonlyMap<string, string> = new Map(Object.entries(words.stems));

/** 1 for the last letters of suffixes and irregular words: for most words the last letter decides. */
const ENDS = new Uint8Array(128);
for (const end of [...IRREGULAR.keys(), ..."sdgel"]) ENDS[end.charCodeAt(end.length - 1)] = 1;

function singular(word: string): string {
  if (!word.endsWith("s") || endsWithAny(word, ["ss", "us", "is"])) return word;
  if (word.endsWith("ies")) return word.length > 4 ? word.slice(0, -3) + "y" : word;
  if (endsWithAny(word, ["sses", "shes", "ches", "xes", "zzes"])) return word.slice(0, -2);
  return word.slice(0, -1);
}

function unsuffix(word: string): string {
  if (word.endsWith("ied") && word.length > 4) return word.slice(0, -3) + "y";
  if (word.length > 5 && word.endsWith("ing")) return restore(word, word.slice(0, -3));
  if (word.length > 4 && word.endsWith("ed") && !word.endsWith("eed")) {
    return restore(word, word.slice(0, -2));
  }
  return word;
}

/** Base of `word` after removal of its suffix: "logg" -> "log", "nam" -> "name", "str" -> the whole word. */
function restore(word: string, rest: string): string {
  if (rest.length < 2 || !VOWEL.test(rest) || IRREGULAR.has(word)) return word;
  const last = rest[rest.length - 1];
  if (rest.length > 3 && last === rest[rest.length - 2] && last !== "l" && last !== "s") {
    return rest.slice(0, -1);
  }
  return SHORT_CVC.test(rest) ? rest + "e" : rest;
}

function trimEnd(word: string): string {
  if (word.length <= 4) return word;
  if (word.endsWith("ie")) return word.slice(0, -2) + "y";
  if (word.endsWith("e")) return word.slice(0, -1);
  return word.length > 5 && word.endsWith("ll") ? word.slice(0, -1) : word;
}
