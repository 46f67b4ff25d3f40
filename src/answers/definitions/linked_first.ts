import { LEAST_CONFIDENCE } from "../../graph/edges.ts";
import { MOST_USER_FILES } from "../../graph/context.ts";
import { graphOver } from "../../graph/open_graph.ts";
import { symbolKey } from "../../graph/symbol_ref.ts";
import type { RankedDefinition } from "../../search/rank/hybrid.ts";
import type { SearchResult } from "../../search/rank/search_result.ts";
import { CALLABLE } from "../../syntax/class_kinds.ts";
import { MOST_LOOKED_AT } from "./definition_findings.ts";

/** Score of a call to or from one of so many first functions; definitions that it may move. */
const LINKED = 0.6;
const FIRST = 2;
const MOVED = 14;

/** A flow: of its first definitions those rank higher that one of the two best calls, or that call it. */
export function linkedFirst(result: SearchResult): SearchResult {
  const { functions, semantic, table: { context: { index } } } = result;
  // Ranks by meaning are no scores.
  if (semantic) return result;
  const graph = graphOver(index);
  const best = functions.slice(0, FIRST).filter(({ definition: { kind } }) => CALLABLE.has(kind));
  const links = best.flatMap(({ file, at, definition: { name } }) => {
    const symbol = { file, definition: at };
    const isRare = index.referencesTo(name, MOST_LOOKED_AT + 1).length <= MOST_LOOKED_AT;
    // The graph's own tool looks at the same ones.
    const calls = graph.callees(symbol).map(({ to, confidence }) => ({ end: to, confidence }));
    const callers = isRare ? graph.callers(symbol, MOST_USER_FILES) : [];
    return [...calls, ...callers.map(({ from, confidence }) => ({ end: from, confidence }))];
  });
  const sure = links.filter(({ confidence }) => confidence >= LEAST_CONFIDENCE);
  const linked = new Set(sure.map(({ end }) => symbolKey(end)));
  const valueOf = ({ file, at, definition: { kind }, score }: RankedDefinition): number =>
    score + (CALLABLE.has(kind) && linked.has(symbolKey({ file, definition: at })) ? LINKED : 0);
  const others = functions.slice(1, MOVED).sort((a, b) => valueOf(b) - valueOf(a));
  return { ...result, functions: [...functions.slice(0, 1), ...others, ...functions.slice(MOVED)] };
}
