import type { Intent, IntentKind } from "../model/intent.ts";
import { hasCjk } from "../text/chars.ts";
import { isVague } from "./words.ts";

const ASKS_HOW = /^(?:(?:so|and|ok|okay|but)[ ,]+)?how (?:does|do|did|is|are)\b|怎么|如何|怎样/i;
/** UTF-16 units. */
const LONGEST = 60;
const MOST_WORDS = 3;

/** UTF-16 units. */
const LONGEST_QUOTING = 200;
const ASKS_ABOUT = /\b(?:where|what|who|which|why|when)\b|哪|什么|为何|怎么/i;

/**
 * True if a prompt without signals of code asks how one thing works ("how does recovery work?", 限购怎么做的) or about a
 * message that it quotes ('where does "Did you mean this?" come from?'). Only the repository can decide whether that
 * is part of it.
 */
export function asksAboutTopic(prompt: string, { kind, signals, terms }: Intent): boolean {
  const text = prompt.trim();
  if (kind !== "none" || signals.some(({ weight }) => weight < 0)) return false;
  if (text.length <= LONGEST_QUOTING && ASKS_ABOUT.test(text) && terms.phrases.some(isMessage)) return true;
  if (text.length > LONGEST || !ASKS_HOW.test(text)) return false;
  const { length } = terms.words.filter((word) => !isVague(word));
  return length > 0 && length <= MOST_WORDS;
}

/** Two words or more, or as much in Chinese: a word alone may be quoted for any reason. */
function isMessage(phrase: string): boolean {
  return /\S\s+\S|[\u4e00-\u9fff]{3}/.test(phrase);
}

const WORK: ReadonlySet<IntentKind> = new Set(["modify", "refactor", "debug", "test", "history"]);
const FEW_WORDS = 2;
/** Points at what only the user sees. */
const POINTS =
  /\b(?:this|these|those)\b(?! (?:project|repo|repository|codebase|library|package|app|application)\b)/i;
/** The work that is asked for, where the prompt begins with it. */
const ACTION =
  /^\W*(?:(?:please|can you|could you|now|then|ok|let'?s)[ ,]+)*(add|allow|cache|convert|create|delete|document|extract|handle|implement|inline|install|make|merge|migrate|move|port|remove|replace|reuse|rewrite|run|simplify|split|start|stop|support|update|upgrade|use|validate|write)\b/i;

/**
 * Returns the words that the answer must have in a name, if the prompt hardly does more than ask for work: "use tabs
 * instead"; none, and no word can answer, for "make it faster", 性能太慢了, "is this thread safe?". A mere occurrence of
 * such a word is no answer. Undefined when the prompt names something, refers to earlier turns, or has enough words;
 * a Chinese word suffices, since code has it in English.
 */
export function onlyTopic(
  prompt: string,
  { kind, isGuess, carried, terms }: Intent,
): readonly string[] | undefined {
  if (isGuess) return [...terms.words, ...terms.phrases];
  const { identifiers, paths, phrases, words } = terms;
  if (carried || identifiers.length + paths.length + phrases.length > 0) {
    return undefined;
  }
  const action = ACTION.exec(prompt)?.[1]?.toLowerCase();
  const specific = words.filter((word) => word !== action && !isVague(word));
  if (words.length === 0 || specific.length > FEW_WORDS || specific.some(hasCjk)) return undefined;
  if (POINTS.test(prompt)) return [];
  return specific.length === 0 || isWork(kind) ? specific : undefined;
}

/** True if it asks for work on something, rather than where it is, how it works, or what is wrong with it. */
export function isWork(kind: IntentKind): boolean {
  return WORK.has(kind);
}
