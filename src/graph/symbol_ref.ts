import type { LexicalIndex } from "../index/lexical_index.ts";

/** Maximum number of definitions of a name examined individually. */
export const MOST_LOOKED_AT = 24;

/** A definition, identified by file number and ordinal in its parsed file. */
export type SymbolRef = { readonly file: number; readonly definition: number };

/** True if both refer to the same definition. */
export function sameSymbol(a: SymbolRef, b: SymbolRef): boolean {
  return a.file === b.file && a.definition === b.definition;
}

/** Map key of a symbol. */
export const symbolKey = ({ file, definition }: SymbolRef): string => `${file}:${definition}`;

/** The file of a definition, and the definition itself; undefined if there is none. */
export function definitionAt(index: LexicalIndex, { file, definition }: SymbolRef) {
  const parsed = index.parsed(file);
  return [parsed, parsed?.definitions[definition]] as const;
}

/** Each definition once, in the order of their first place; of equal ones the last. */
export function distinctSymbols<Symbol extends SymbolRef>(symbols: readonly Symbol[]): Symbol[] {
  return [...new Map(symbols.map((one) => [symbolKey(one), one])).values()];
}

/** Resolution rules with their confidence, highest first; `dispatch` is a call of an overridden method. */
export const CONFIDENCE = {
  local: 0.95,
  import: 0.95,
  receiver: 0.9,
  inherited: 0.85,
  inferred: 0.8,
  package: 0.8,
  dispatch: 0.7,
  "unique name": 0.5,
  name: 0.3,
};

/** A key of {@link CONFIDENCE}. */
export type Rule = keyof typeof CONFIDENCE;
