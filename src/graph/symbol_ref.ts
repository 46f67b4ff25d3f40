/** A definition, identified by file number and ordinal in its parsed file. */
export interface SymbolRef {
  readonly file: number;
  readonly definition: number;
}

/** True if both refer to the same definition. */
export function sameSymbol(a: SymbolRef, b: SymbolRef): boolean {
  return a.file === b.file && a.definition === b.definition;
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
