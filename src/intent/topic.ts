import type { Intent, IntentKind } from "../model/intent.ts";
import { hasCjk } from "../text/chars.ts";
import { isVague } from "./words.ts";

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
  { kind, carried, terms }: Intent,
): readonly string[] | undefined {
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
