import type { CodeGraph } from "./edges.ts";
import type { SymbolRef } from "./symbol_ref.ts";

/** Unresolved calls in the structured answer. */
export interface UnresolvedData {
  readonly count: number;
  /** `path:line` of the first one. */
  readonly first: string;
}

/** The unresolved calls of the definitions' names; undefined if there are none. */
export function unresolvedData(graph: CodeGraph, symbols: readonly SymbolRef[]): UnresolvedData | undefined {
  const byName = new Map(
    symbols.map((symbol) => [graph.definition(symbol)?.name ?? "", graph.unresolved(symbol)]),
  );
  const all = [...byName.values()].filter(({ count }) => count > 0);
  const first = all[0]?.first;
  if (!first) return undefined;
  const count = all.reduce((sum, one) => sum + one.count, 0);
  return { count, first: `${graph.index.files.paths[first.file]}:${first.line}` };
}

/** `15 unresolved calls of that name, first: path:line`; "" if there are none. */
export function unresolvedText(data: UnresolvedData | undefined): string {
  if (!data) return "";
  const calls = data.count === 1 ? "1 unresolved call" : `${data.count} unresolved calls`;
  return `${calls} of that name, first: ${data.first}`;
}
