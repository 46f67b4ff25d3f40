import type {
  CallHierarchyItem,
  DocumentSymbol,
  Hover,
  Location,
  SymbolInformation,
  SymbolKind,
} from "vscode-languageserver-types";
import type { NavigationCalls, NavigationSymbol } from "../../model/navigation.ts";

/** The URI of a path relative to the root. */
export type UriOf = (path: string) => string;

const KINDS: ReadonlyMap<string, SymbolKind> = new Map([
  ["module", 2],
  ["class", 5],
  ["type", 5],
  ["method", 6],
  ["field", 8],
  ["enum", 10],
  ["interface", 11],
  ["trait", 11],
  ["function", 12],
  ["macro", 12],
  ["variable", 13],
  ["constant", 14],
  ["struct", 23],
]);

function named({ name, kind }: NavigationSymbol): { readonly name: string; readonly kind: SymbolKind } {
  // A kind that the protocol lacks is a variable.
  return { name: name || "(unnamed)", kind: KINDS.get(kind) ?? 13 };
}

/** Location of a symbol's name. */
export function locationOf(symbol: NavigationSymbol, uriOf: UriOf): Location {
  return { uri: uriOf(symbol.path), range: symbol.nameRange };
}

/** The symbols of a document as a tree. */
export function documentSymbol(symbol: NavigationSymbol): DocumentSymbol {
  const { signature: detail, range, nameRange: selectionRange } = symbol;
  const children = symbol.children.map((one) => documentSymbol(one));
  return { ...named(symbol), detail, range, selectionRange, children };
}

/** A symbol and those in it as a list, for clients without trees and for the workspace. */
export function symbolInformation(symbol: NavigationSymbol, uriOf: UriOf): SymbolInformation[] {
  const { container, children } = symbol;
  const own = { ...named(symbol), location: locationOf(symbol, uriOf) };
  return [
    { ...own, ...(container && { containerName: container }) },
    ...children.flatMap((one) => symbolInformation(one, uriOf)),
  ];
}

/** Head, comment and place of the first symbol. */
export function hover(symbols: readonly NavigationSymbol[], isMarkdown: boolean): Hover | null {
  const [symbol] = symbols;
  if (!symbol) return null;
  const { signature, doc, path, nameRange, language, container } = symbol;
  const place = `${path}:${nameRange.start.line + 1}${container && `, in ${container}`}`;
  const more = symbols.length > 1 ? ` (1 of ${symbols.length} definitions)` : "";
  // A fence in the text would end the block.
  const head = isMarkdown ? `\`\`\`${language}\n${signature.replaceAll("```", "'''")}\n\`\`\`` : signature;
  const value = [head, doc, place + more].filter((part) => part !== "").join("\n\n");
  return { contents: { kind: isMarkdown ? "markdown" : "plaintext", value } };
}

/** A symbol whose calls can be asked for. */
export function callItem(symbol: NavigationSymbol, uriOf: UriOf): CallHierarchyItem {
  const { path, container, range, nameRange: selectionRange } = symbol;
  return { ...named(symbol), detail: container || path, uri: uriOf(path), range, selectionRange };
}

/** Callers, or what is called. */
export function callsAs(side: "from" | "to", calls: readonly NavigationCalls[], uriOf: UriOf): unknown[] {
  return calls.map(({ symbol, ranges }) => ({ [side]: callItem(symbol, uriOf), fromRanges: ranges }));
}
