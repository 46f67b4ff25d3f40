/** A definition by file number and ordinal in its parsed file. */
export interface SymbolRef {
  readonly file: number;
  readonly definition: number;
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
