import { ASCII, DIGIT, OTHER } from "../text/chars.ts";
import { isStopWord } from "../text/stop_words.ts";
import { wordOf } from "../text/words.ts";

/** Receives two adjacent words, stemmed. */
export type EmitPair = (first: string, second: string) => void;

/**
 * The pairs that `bigrams` gives, unjoined, of `text` from `start` to `end`. In prose they span the words of a line; in
 * code only the parts of one identifier.
 */
export function wordPairs(
  text: string,
  start: number,
  end: number,
  options: { readonly prose: boolean },
  emit: EmitPair,
): void {
  let previous = "";
  let at = start;
  while (at < end) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? ASCII[code]! : OTHER;
    if (kind === OTHER || kind === DIGIT) {
      if (code === 10) previous = "";
      at++;
      continue;
    }
    const begin = at++;
    while (at < end) {
      const next = text.charCodeAt(at);
      if (next >= 128 || ASCII[next] === OTHER) break;
      at++;
    }
    if (!options.prose) previous = "";
    for (const part of wordOf(text.slice(begin, at)).parts) {
      if (isStopWord(part)) continue;
      if (previous !== "") emit(previous, part);
      previous = part;
    }
  }
}
