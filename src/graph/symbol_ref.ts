/** A definition by file number and ordinal in its parsed file. */
export interface SymbolRef {
  readonly file: number;
  readonly definition: number;
}

/** Whether two references name the same definition. */
export function sameSymbol(a: SymbolRef, b: SymbolRef): boolean {
  return a.file === b.file && a.definition === b.definition;
}

/** How a name was resolved, surest first. */
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
