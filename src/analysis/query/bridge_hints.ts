import { translateQuery } from "../text/bridge.ts";
import { hasCjk } from "../text/chars.ts";
import type { BridgedTerm } from "./views.ts";

/** English terms for what a question says in Chinese; none for a question without any. */
export function bridgeHints(words: readonly string[]): BridgedTerm[] {
  if (!words.some(hasCjk)) return [];
  return translateQuery(words).filter((term) => term.origin !== "question");
}
