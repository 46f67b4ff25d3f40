import type { LexicalIndex } from "../index/lexical_index.ts";
import { isC } from "./bodies.ts";
import { definitionAt, distinctSymbols, sameSymbol, type SymbolRef } from "./symbol_ref.ts";

/** Other names of a C struct, union or enum: `typedef struct object {} obj;` makes `object` and `obj` equal. */
export function typedefsOf(index: LexicalIndex, symbol: SymbolRef): SymbolRef[] {
  const [parsed, one] = definitionAt(index, symbol);
  if (!parsed || !one || !isC(parsed.language)) return [];
  const tag = one.kind === "type" ? tagOf(one.signature) : one.name;
  if (tag === undefined || (one.kind !== "type" && !TAGGED.has(one.kind))) return [];
  const named = parsed.definitions.flatMap((other, definition) =>
    other.kind === "type" && tagOf(other.signature) === tag ? [{ file: symbol.file, definition }] : []
  );
  const others = index.definitionsNamed(tag).flatMap(({ file, definition, kind }) => {
    const other = index.parsed(file);
    if (!isC(other?.language)) return [];
    const isTypedef = kind === "type" && tagOf(other!.definitions[definition]?.signature ?? "") === tag;
    return isTypedef || (TAGGED.has(kind) && one.kind === "type") ? [{ file, definition }] : [];
  });
  return distinctSymbols([...named, ...others]).filter((other) => !sameSymbol(other, symbol));
}

const TAGGED: ReadonlySet<string> = new Set(["struct", "class", "enum"]);

/** The tag in a typedef: `object` in `typedef struct object obj`. */
function tagOf(signature: string): string | undefined {
  return /^typedef\s+(?:struct|union|enum)\s+(\w+)/.exec(signature)?.[1];
}
