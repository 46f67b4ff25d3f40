import table from "../../config/lexicon/pinyin.json" with { type: "json" };
import { once } from "../model/once.ts";

/** No more spellings of one word than this: characters with two readings multiply. */
const MAX_SPELLINGS = 4;

/**
 * The pinyin spellings of a simplified Chinese word, each as its syllables without tones, likeliest reading not
 * necessarily first: 用户 -> [["yong", "hu"]], 重置 -> [["chong", "zhi"], ["zhong", "zhi"]]. `ü` is `v`. Empty when
 * a character has no entry.
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

/** Syllables by the characters that can be read so. */
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
