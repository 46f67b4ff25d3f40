import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Hierarchy } from "./hierarchy.ts";
import type { SymbolRef } from "./symbol_ref.ts";

/** Extension methods of C#: `static int Total(this Cart cart)`. */
export function extensionsOf(
  index: LexicalIndex,
  hierarchy: Hierarchy,
  type: SymbolRef,
  name: string,
): readonly SymbolRef[] {
  if (index.parsed(type.file)?.language !== "csharp") return [];
  const types = hierarchy.upwards(type).map(({ symbol }) =>
    index.parsed(symbol.file)?.definitions[symbol.definition]?.name ?? ""
  );
  return index.definitionsNamed(name).filter(({ file, definition }) => {
    const signature = index.parsed(file)?.definitions[definition]?.signature ?? "";
    return types.includes(/\(\s*this\s+(?:\w+\.)*(\w+)/.exec(signature)?.[1] ?? "?");
  });
}
