import type { Finding } from "../model/calls.ts";
import { findingAt, placeOf } from "../graph/describe.ts";
import type { CodeGraph } from "../graph/edges.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import { CLASS_LIKE } from "../syntax/class_kinds.ts";

/** Types that derive from a class or an interface. */
export function subtypesOf(graph: CodeGraph, symbol: SymbolRef): readonly SymbolRef[] {
  const isType = CLASS_LIKE.has(graph.definition(symbol)?.kind ?? "function");
  return isType ? graph.resolver.subtypes(symbol) : [];
}

/**
 * Types that derive from a type; or implementations that must change with a method of an interface, or with an interface
 * by its first implemented method; product code first. Behind `most` only their names.
 */
export function implementers(graph: CodeGraph, symbol: SymbolRef, most: number): Finding[] {
  const definitions = graph.index.parsed(symbol.file)?.definitions ?? [];
  const methods = definitions.flatMap(({ parent }, definition): SymbolRef[] =>
    parent === symbol.definition ? [{ file: symbol.file, definition }] : []
  );
  const subtypes = subtypesOf(graph, symbol);
  const method = [symbol, ...methods.slice(0, most)].find((one) =>
    graph.resolver.implementations(one).length > 0
  );
  const [of, found, verb] = subtypes.length > 0 || !method
    ? [symbol, subtypes, "derives from"]
    : [method, graph.resolver.implementations(method), "implements"];
  const { symbol: name = "" } = placeOf(graph, of);
  const isTest = ({ file }: SymbolRef): number => graph.index.traits.test[file] === 1 ? 1 : 0;
  const sorted = [...found].sort((a, b) => isTest(a) - isTest(b));
  const others = sorted.slice(most).map((one) => placeOf(graph, one).symbol).join(", ");
  const more = others === "" ? "" : `; so do ${others}`;
  return sorted.slice(0, most).map((one, at) =>
    findingAt(graph, one, `${verb} ${name}${at === 0 ? more : ""}`, 1)
  );
}
