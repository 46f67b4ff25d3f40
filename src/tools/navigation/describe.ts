import type { SymbolRef } from "../../graph/symbol_ref.ts";
import type { NavigationSymbol } from "../../model/navigation.ts";
import type { Definition, ParsedFile } from "../../syntax/parsed_file.ts";
import { nameRangeOf, type NavigationView, type Texts } from "./texts.ts";

/** A definition with its ranges, without its members; undefined where there is none. */
export function describe(
  { graph, texts }: NavigationView,
  { file, definition }: SymbolRef,
): NavigationSymbol | undefined {
  const parsed = graph.index.parsed(file);
  const one = parsed?.definitions[definition];
  return parsed && one
    ? symbolOf(parsed, one, { path: graph.index.files.paths[file] ?? "", texts })
    : undefined;
}

/** Definitions in an outline: what a tool may answer holds some 8,000, and no editor shows more. */
const MOST_OUTLINED = 5000;

/** The first definitions of one file, in its order, with their members. */
export function outlineOf(parsed: ParsedFile, path: string, texts: Texts): NavigationSymbol[] {
  const first = parsed.definitions.slice(0, MOST_OUTLINED).map((one, at) => ({ one, at }));
  const membersOf = Map.groupBy(first, ({ one }) => one.parent);
  const below = (parent: number): NavigationSymbol[] =>
    (membersOf.get(parent) ?? []).map(({ one, at }) => ({
      ...symbolOf(parsed, one, { path, texts }),
      children: below(at),
    }));
  return below(-1);
}

function symbolOf(
  { language }: ParsedFile,
  one: Definition,
  { path, texts }: { readonly path: string; readonly texts: Texts },
): NavigationSymbol {
  const lines = texts.of(path);
  const nameRange = nameRangeOf(one, lines);
  return {
    name: one.name,
    container: one.qualifiedName.slice(0, Math.max(0, one.qualifiedName.length - one.name.length - 1)),
    kind: one.kind,
    language,
    signature: one.signature,
    doc: one.doc,
    path,
    range: lines.rangeOf(one.startIndex, one.endIndex),
    nameRange,
    children: [],
  };
}
