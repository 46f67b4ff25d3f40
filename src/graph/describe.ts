import type { Finding } from "../model/calls.ts";
import type { CodeGraph } from "./edges.ts";
import type { SymbolRef } from "./symbol_ref.ts";

/** Location of a symbol in an answer. */
export interface Place {
  readonly path: string;
  /** Qualified name; absent for a file's top level. */
  readonly symbol?: string;
  readonly kind?: string;
  /** One-based, inclusive. */
  readonly start_line: number;
  /** One-based, inclusive. */
  readonly end_line: number;
}

/** The location of a symbol. */
export function placeOf(graph: CodeGraph, symbol: SymbolRef): Place {
  const path = graph.index.files.paths[symbol.file] ?? "";
  const definition = graph.definition(symbol);
  if (!definition) return { path, start_line: 1, end_line: 1 };
  const { qualifiedName, kind, startLine, endLine } = definition;
  return { path, symbol: qualifiedName, kind, start_line: startLine, end_line: endLine };
}

/** Maximum number of other definitions listed. */
const MOST_CANDIDATES = 10;

/** Locations of other definitions of a name, best first, at most 10. */
export function candidatePlaces(graph: CodeGraph, others: readonly SymbolRef[]): Place[] {
  return others.slice(0, MOST_CANDIDATES).map((one) => placeOf(graph, one));
}

/** A finding at a symbol's location. */
export function findingAt(graph: CodeGraph, symbol: SymbolRef, claim: string, score: number): Finding {
  return findingOf(placeOf(graph, symbol), claim, score);
}

/** A finding at a place; by default the first line, and a single one. */
export function findingOf(
  { path = "", symbol, start_line = 1, end_line = start_line }: Partial<Place>,
  claim: string,
  score = 1,
): Finding {
  const place = { path, startLine: start_line, endLine: end_line, ...(symbol !== undefined && { symbol }) };
  return { ...place, claim, score, reasons: [] };
}

/** `path:line  Qualified.name`, a line of a list. */
export function listed({ path, symbol, start_line }: Place): string {
  return `${path}:${start_line}  ${symbol ?? "(top level)"}`;
}

/** `path:Qualified.name`, or the path alone. */
export const label = ({ path, symbol }: Place): string => symbol === undefined ? path : `${path}:${symbol}`;
