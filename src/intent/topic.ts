import type { Intent } from "../model/intent.ts";
import { isVague } from "./words.ts";

const FEW_WORDS = 2;
/** Points at what only the user sees. */
const POINTS =
  /\b(?:this|these|those)\b(?! (?:project|repo|repository|codebase|library|package|app|application)\b)/i;

/** True if no search can answer a prompt: it names nothing and refers to nothing, as "make it faster", 性能太慢了, "is this thread safe?". */
export function hasNoSubject(prompt: string, { carried, terms }: Intent): boolean {
  const { identifiers, paths, phrases, words } = terms;
  if (carried || identifiers.length + paths.length + phrases.length > 0) return false;
  const specific = words.filter((word) => !isVague(word));
  return words.length > 0 && (specific.length === 0 || (specific.length <= FEW_WORDS && POINTS.test(prompt)));
}
