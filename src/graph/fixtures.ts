import type { LexicalIndex } from "../index/lexical_index.ts";
import { folderOf } from "../model/paths.ts";
import { wordsOf } from "../syntax/source.ts";
import type { ScopeView } from "./names.ts";
import { definitionAt, type SymbolRef } from "./symbol_ref.ts";

/** The fixture of pytest that a parameter names: one of the file, or of the nearest folder around it. */
export function fixtureNamed(index: LexicalIndex, view: ScopeView, name: string): SymbolRef | undefined {
  const { file, parsed, scope } = view;
  const { signature = "" } = parsed.definitions[scope] ?? {};
  if (parsed.language !== "python" || !wordsOf(signature).includes(name)) return undefined;
  const { paths } = index.files;
  const folder = (at: number): string => paths[at]!.endsWith("conftest.py") ? folderOf(paths[at]!) : "?";
  const known = index.definitionsNamed(name).filter((one) =>
    (one.file === file || paths[file]!.startsWith(folder(one.file))) &&
    definitionAt(index, one)[1]!.decorators.some((text) => text.includes("fixture"))
  ).sort((a, b) => folder(b.file).length - folder(a.file).length);
  return known.find((one) => one.file === file) ?? known[0];
}
