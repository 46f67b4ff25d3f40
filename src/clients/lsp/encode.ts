import type {
  CallHierarchyItem,
  DocumentSymbol,
  Hover,
  Location,
  Range,
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
const VARIABLE: SymbolKind = 13;

function kindOf({ kind }: NavigationSymbol): SymbolKind {
  return KINDS.get(kind) ?? VARIABLE;
}

/** Where a symbol's name stands. */
export function locationOf(symbol: NavigationSymbol, uriOf: UriOf): Location {
  return { uri: uriOf(symbol.path), range: symbol.nameRange };
}

/** The symbols of a document as a tree. */
export function documentSymbol(symbol: NavigationSymbol): DocumentSymbol {
  return {
    name: symbol.name || "(unnamed)",
    detail: symbol.signature,
    kind: kindOf(symbol),
    range: symbol.range,
    selectionRange: symbol.nameRange,
    children: symbol.children.map(documentSymbol),
  };
}

/** A symbol and those in it as a list, for clients without trees and for the workspace. */
export function symbolInformation(symbol: NavigationSymbol, uriOf: UriOf): SymbolInformation[] {
  const own: SymbolInformation = {
    name: symbol.name || "(unnamed)",
    kind: kindOf(symbol),
    location: locationOf(symbol, uriOf),
    ...(symbol.container && { containerName: symbol.container }),
  };
  return [own, ...symbol.children.flatMap((one) => symbolInformation(one, uriOf))];
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
  return {
    name: symbol.name || "(unnamed)",
    kind: kindOf(symbol),
    detail: symbol.container || symbol.path,
    uri: uriOf(symbol.path),
    range: symbol.range,
    selectionRange: symbol.nameRange,
  };
}

/** Callers, or what is called. */
export function callsAs(
  side: "from" | "to",
  calls: readonly NavigationCalls[],
  uriOf: UriOf,
): readonly { readonly fromRanges: readonly Range[] }[] {
  return calls.map(({ symbol, ranges }) => ({ [side]: callItem(symbol, uriOf), fromRanges: ranges }));
}
