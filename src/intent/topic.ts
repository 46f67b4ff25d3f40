import type { Intent, IntentKind } from "../model/intent.ts";
import { hasCjk } from "../text/chars.ts";
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

/** What asks for work on something, rather than where it is or how it works. */
const WORK: ReadonlySet<IntentKind> = new Set(["modify", "refactor", "debug", "test", "history"]);
const FEW_WORDS = 2;

/**
 * The words of which the answer must speak by name, when the prompt says hardly more than that there is work to do:
 * "use tabs instead"; none, and nothing can answer, for "make it faster", 性能太慢了. A place that merely holds such a
 * word is none that was meant. Undefined when the prompt names something, leans on earlier turns, or says enough; a
 * Chinese word does, since code has it in English.
 */
export function onlyTopic({ kind, isGuess, carried, terms }: Intent): readonly string[] | undefined {
  if (isGuess) return terms.words;
  const { identifiers, paths, phrases, words } = terms;
  if (!WORK.has(kind) || carried || identifiers.length + paths.length + phrases.length > 0) return undefined;
  const specific = words.filter((word) => !isVague(word));
  const isEnough = specific.length > FEW_WORDS || specific.some(hasCjk);
  return words.length > 0 && !isEnough ? specific : undefined;
}
