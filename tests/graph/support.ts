import type { SymbolRef } from "../../src/graph/resolve.ts";
import type { LexicalIndex } from "../../src/index/lexical_index.ts";

/** `path:Qualified.name` of a definition; the path alone for a file's top level. */
export function symbolName(index: LexicalIndex, { file, definition }: SymbolRef): string {
  const path = index.files.paths[file] ?? "";
  const name = index.parsed(file)?.definitions[definition]?.qualifiedName;
  return name === undefined ? path : `${path}:${name}`;
}
