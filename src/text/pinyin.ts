import table from "../../config/lexicon/pinyin.json" with { type: "json" };
import { once } from "../model/once.ts";

/** Maximum number of spellings of a word; characters with two readings multiply them. */
const MAX_SPELLINGS = 4;

/**
 * Pinyin spellings of a simplified Chinese word, as lists of syllables without tones, not ordered by likelihood: 用户 ->
 * [["yong", "hu"]], 重置 -> [["chong", "zhi"], ["zhong", "zhi"]]. `ü` is `v`. Empty if the table lacks a character.
 */
export function pinyin(word: string): string[][] {
  let spellings: string[][] = [[]];
  for (const char of word) {
    const readings = syllables().get(char);
    if (readings === undefined) return [];
    spellings = spellings.flatMap((start) => readings.map((syllable) => [...start, syllable])).slice(
      0,
      MAX_SPELLINGS,
    );
  }
  return word === "" ? [] : spellings;
}

/** Readings by character. */
const syllables = once(() => {
  const found = new Map<string, string[]>();
  for (const [syllable, chars] of Object.entries(table)) {
    for (const char of chars) {
      const readings = found.get(char);
      if (readings === undefined) found.set(char, [syllable]);
      else readings.push(syllable);
    }
  }
  return found;
});
