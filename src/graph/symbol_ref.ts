/** A definition, identified by file number and ordinal in its parsed file. */
export interface SymbolRef {
  readonly file: number;
  readonly definition: number;
}

/** True if both refer to the same definition. */
export function sameSymbol(a: SymbolRef, b: SymbolRef): boolean {
  return a.file === b.file && a.definition === b.definition;
}

/** Map key of a symbol. */
export function symbolKey({ file, definition }: SymbolRef): string {
  return `${file}:${definition}`;
}

/** Each definition once, in the order of their first place; of equal ones the last. */
export function distinctSymbols<Symbol extends SymbolRef>(symbols: readonly Symbol[]): Symbol[] {
  return [...new Map(symbols.map((one) => [symbolKey(one), one])).values()];
}

/** Resolution rules, highest confidence first. */
export type Rule =
  | "local"
  | "import"
  | "receiver"
  | "inherited"
  | "inferred"
  | "package"
  | "dispatch"
  | "unique name"
  | "name";
