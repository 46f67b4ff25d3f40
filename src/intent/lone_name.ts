import type { Question } from "../model/question.ts";
import { hasCjk } from "../text/chars.ts";
import { isAsking } from "../text/words.ts";
import { isVague } from "./words.ts";

/**
 * The one word of a question that is not about code in general, as it is written: a name, if the repository has it.
 * Undefined where there are more, or none.
 */
export function loneName({ terms: { words } }: Pick<Question, "terms">, query: string): string | undefined {
  const left = words.filter((word) => !isAsking(word) && !isVague(word));
  const [name = ""] = left;
  const at = query.toLowerCase().indexOf(name);
  return left.length !== 1 || hasCjk(name) || at < 0 ? undefined : query.slice(at, at + name.length);
}
