import type { Intent, IntentKind } from "../model/intent.ts";
import { hasCjk } from "../text/chars.ts";
import { isVague } from "./words.ts";

const CHINESE = "提示：写上文件名、函数名或报错原文，就能直接找到相关代码";
const ENGLISH = "Hint: name a file, a symbol or the error text, and the matching code can be found";

/** Kinds that ask for work on something, rather than where it is, how it works, or how it came to be. */
const WORK: ReadonlySet<IntentKind> = new Set(["modify", "refactor", "debug", "test"]);

/** Every hint there is. */
export const HINTS: readonly string[] = [CHINESE, ENGLISH];

/**
 * One line for the user, in the prompt's language, when a prompt is about code but names nothing to look for. Undefined when it names
 * something, leans on earlier turns, asks for no work on code, or is a review of the current changes.
 */
export function thinHint(intent: Intent): string | undefined {
  if (!WORK.has(intent.kind)) return undefined;
  if (intent.signals.some((signal) => signal.type === "historical")) return undefined;
  const { identifiers, paths, phrases, words } = intent.terms;
  if (identifiers.length + paths.length + phrases.length > 0) return undefined;
  if (words.some((word) => !isVague(word))) return undefined;
  const chinese = intent.signals.some((signal) => hasCjk(signal.match));
  return chinese ? CHINESE : ENGLISH;
}
