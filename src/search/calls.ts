import type { CodeGraph } from "../graph/edges.ts";
import { LEAST_CONFIDENCE, symbolKey } from "../graph/edges.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import { CALLABLE } from "../syntax/class_kinds.ts";

/** A definition that the question may be about. */
export interface Evidence {
  readonly symbol: SymbolRef;
  /** What naming it is worth, greater than 0. */
  readonly gain: number;
  /** What it is worth more at the beginning, and at the end. */
  readonly asFirst: number;
  readonly asLast: number;
}

/** The call that leads to a step. */
export interface Call {
  readonly from: SymbolRef;
  /** One-based, in the file of `from`. */
  readonly line: number;
  readonly confidence: number;
  /** No call: a channel, an event or a signal leads there; default false. */
  readonly isHandover?: boolean;
}

/** A call, and what it is of. */
export type Hop = Call & { readonly to: SymbolRef };

/** Calls followed from one definition. */
const MOST_CALLS = 40;

/** Calls and functions handed over, the first of each; types are used, not called. */
export function sureCalls(from: SymbolRef, graph: CodeGraph): readonly Hop[] {
  const found = new Map<string, Hop>();
  for (const { to, line, confidence, rule } of graph.callees(from)) {
    const key = symbolKey(to);
    if (confidence < LEAST_CONFIDENCE || found.has(key) || found.size === MOST_CALLS) continue;
    const kind = graph.definition(to)?.kind;
    if (kind === undefined || !CALLABLE.has(kind)) continue;
    const isHandover = rule === "dispatch" && !isNamedAt(line, from, to, graph);
    found.set(key, { from, to, line, confidence, ...(isHandover && { isHandover }) });
  }
  return [...found.values()];
}

/** Whether a line uses the name of a definition. */
function isNamedAt(line: number, from: SymbolRef, to: SymbolRef, graph: CodeGraph): boolean {
  const name = graph.definition(to)?.name;
  return graph.index.parsed(from.file)?.references.some((one) => one.line === line && one.name === name) ??
    false;
}
