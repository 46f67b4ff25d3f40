import { languageConfig } from "../syntax/languages.ts";
import type { CodeGraph } from "./edges.ts";
import type { SymbolRef } from "./symbol_ref.ts";

/** Unresolved calls in the structured answer. */
export interface UnresolvedData {
  readonly count: number;
  /** `path:line` of the first one; "" if there are none. */
  readonly first: string;
  /** `path:line` of the likeliest, the first included. */
  readonly places?: readonly string[];
  /** `sql files`, or operators whose object is unknown, if calls of those are not read. */
  readonly unread?: string;
}

/** The unresolved calls of the definitions' names; undefined if there are none. */
export function unresolvedData(graph: CodeGraph, symbols: readonly SymbolRef[]): UnresolvedData | undefined {
  const unread = symbols.flatMap((symbol) => unreadCalls(graph, symbol) ?? [])[0];
  if (unread !== undefined) return { count: 0, first: "", unread };
  const byName = new Map(
    symbols.map((symbol) => [graph.definition(symbol)?.name ?? "", graph.unresolved(symbol)]),
  );
  const all = [...byName.values()].filter(({ count }) => count > 0);
  const places = all.flatMap(({ sites }) => sites)
    .map(({ file, line }) => `${graph.index.files.paths[file]}:${line}`);
  const [first] = places;
  if (first === undefined) return undefined;
  const count = all.reduce((sum, one) => sum + one.count, 0);
  return { count, first, ...(places.length > 1 && { places }) };
}

/** The one-based lines of places `path:line`, by path. */
export function linesByFile(places: readonly string[] = []): Map<string, number[]> {
  const files = new Map<string, number[]>();
  for (const place of places) {
    const at = place.lastIndexOf(":");
    const path = place.slice(0, at);
    files.set(path, [...files.get(path) ?? [], Number(place.slice(at + 1))]);
  }
  return files;
}

/** Definitions found by patterns have no calls; operators have many objects of libraries. */
function unreadCalls(graph: CodeGraph, symbol: SymbolRef): string | undefined {
  const language = graph.index.parsed(symbol.file)?.language ?? "";
  if (languageConfig(language)?.outline !== undefined) return `${language} files`;
  const isOperator = /^operator\W/.test(graph.definition(symbol)?.name ?? "");
  return isOperator ? "operators of unknown objects" : undefined;
}

/** `15 unresolved calls of that name, first: path:line`, `calls of sql files are not read`; "" if there are none. */
export function unresolvedText(data: UnresolvedData | undefined): string {
  if (!data) return "";
  if (data.unread !== undefined) return `calls of ${data.unread} are not read`;
  const calls = data.count === 1 ? "1 unresolved call" : `${data.count} unresolved calls`;
  return `${calls} of that name, first: ${data.first}`;
}
