import type { ToolOutcome } from "../model/calls.ts";
import type { ToolName } from "../model/tools.ts";
import { tokens } from "../text/tokens.ts";

/** Places that may be what the question is about. */
const LOOKED_AT = 3;

/** Tools that search by words; the others need a name. */
const BY_WORDS: ReadonlySet<ToolName> = new Set(["ci_search", "ci_graph_rag"]);

/**
 * Returns the findings for a question of which only its topic is known: all of them if a path, a name or the first
 * line of one of the best places contains the topic, else none found by words. A word's mere occurrence is no answer.
 */
export function onTopic(outcomes: readonly ToolOutcome[], words: readonly string[]): readonly ToolOutcome[] {
  const topic = new Set(words.flatMap(tokens));
  const search = outcomes.find(({ tool }) => tool === "ci_search");
  const best = search?.findings?.items.slice(0, LOOKED_AT) ?? [];
  const speaks = best.some(({ path, symbol = "", claim }) =>
    tokens(`${path} ${symbol} ${claim}`).some((token) => topic.has(token))
  );
  if (speaks) return outcomes;
  return outcomes.map(({ findings, ...outcome }) =>
    findings && !BY_WORDS.has(outcome.tool) ? { ...outcome, findings } : outcome
  );
}
