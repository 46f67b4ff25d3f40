import { translateQuery } from "../../text/query_translation.ts";
import { hasCjk } from "../../text/chars.ts";
import { toChinese } from "../../text/reverse.ts";
import type { Teacher } from "../../text/taught.ts";
import type { TranslatedTerm } from "./fields.ts";

/** English terms for what a question says in Chinese; none for a question without any. */
export function translationHints(words: readonly string[], teacher?: Teacher): TranslatedTerm[] {
  if (!words.some(hasCjk)) return [];
  return translateQuery(words, teacher ? { teacher } : {}).filter((term) => term.origin !== "question");
}

/** Chinese terms for an English question on code that says much in Chinese; see `speaksChinese` of the index. */
export function reverseHints(question: string, teacher: Teacher): TranslatedTerm[] {
  return toChinese(question, (stem) => teacher.share(stem) === 0 ? OPEN : KNOWN).filter(({ term }) =>
    teacher.share(term) > 0
  );
}

/** Weight of the Chinese for a word that the code does not have, and for one that it has. */
const OPEN = 1;
const KNOWN = 0.4;
