import { translateQuery } from "../text/bridge.ts";
import { hasCjk } from "../text/chars.ts";
import type { LearnedPairs } from "../text/learned.ts";
import type { BridgedTerm } from "./views.ts";

/** English terms for what a question says in Chinese; none for a question without any. */
export function bridgeHints(words: readonly string[], learned?: LearnedPairs): BridgedTerm[] {
  if (!words.some(hasCjk)) return [];
  return translateQuery(words, learned ? { learned } : {}).filter((term) => term.origin !== "question");
}
