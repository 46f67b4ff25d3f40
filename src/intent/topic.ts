import type { Intent } from "../model/intent.ts";
import { isVague } from "./words.ts";

const ASKS_HOW = /^(?:(?:so|and|ok|okay|but)[ ,]+)?how (?:does|do|did|is|are)\b|怎么|如何|怎样/i;
/** UTF-16 units. */
const LONGEST = 60;
const MOST_WORDS = 3;

/**
 * Whether a prompt that nothing marks as being about code asks how one thing works: "how does recovery work?", 限购怎么做的.
 * Only the repository can tell whether that thing is part of it.
 */
export function asksAboutTopic(prompt: string, { kind, signals, terms }: Intent): boolean {
  const text = prompt.trim();
  if (kind !== "none" || text.length > LONGEST || !ASKS_HOW.test(text)) return false;
  if (signals.some(({ weight }) => weight < 0)) return false;
  const { length } = terms.words.filter((word) => !isVague(word));
  return length > 0 && length <= MOST_WORDS;
}
