import type { Finding } from "../model/calls.ts";
import { findingAt, placeOf } from "../graph/describe.ts";
import type { CodeGraph } from "../graph/edges.ts";
import { symbolKey, type SymbolRef } from "../graph/symbol_ref.ts";
import { CLASS_LIKE } from "../syntax/class_kinds.ts";

/** Types that derive from a class or an interface. */
export function subtypesOf(graph: CodeGraph, symbol: SymbolRef): readonly SymbolRef[] {
  const isType = CLASS_LIKE.has(graph.definition(symbol)?.kind ?? "function");
  return isType ? graph.resolver.dispatch.subtypes(symbol) : [];
}

/**
 * What must change with a symbol: types that derive from it; implementations of a method, or of an interface's first
 * implemented method, in other types; product code first. Behind `most` only their names.
 */
export function implementers(graph: CodeGraph, symbol: SymbolRef, most: number): Finding[] {
  const { resolver, index } = graph;
  const definitions = index.parsed(symbol.file)?.definitions ?? [];
  const methods = definitions.flatMap(({ parent }, definition): SymbolRef[] =>
    parent === symbol.definition ? [{ file: symbol.file, definition }] : []
  );
  const subtypes = subtypesOf(graph, symbol);
  const known = new Set(subtypes.map(symbolKey));
  const isElsewhere = (one: SymbolRef): boolean => {
    const owner = resolver.owner(one);
    return !owner || !known.has(symbolKey(owner));
  };
  const implementations = [symbol, ...methods.slice(0, most)].values()
    .map((of) =>
      resolver.implementations(of).filter(isElsewhere).map((one) => ({ one, of, verb: "implements" }))
    )
    .find(({ length }) => length > 0) ?? [];
  const all = [...subtypes.map((one) => ({ one, of: symbol, verb: "derives from" })), ...implementations]
    .sort((a, b) => index.traits.test[a.one.file]! - index.traits.test[b.one.file]!);
  const others = all.slice(most).map(({ one }) => placeOf(graph, one).symbol).join(", ");
  const more = others === "" ? "" : `; so do ${others}`;
  return all.slice(0, most).map(({ one, of, verb }, at) =>
    findingAt(graph, one, `${verb} ${placeOf(graph, of).symbol}${at === 0 ? more : ""}`, 1)
  );
}
