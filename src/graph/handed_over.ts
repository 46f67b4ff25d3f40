import type { Reference } from "../syntax/parsed_file.ts";
import type { SymbolRef } from "./symbol_ref.ts";

/** A definition at the other end of a hand-over. */
export interface HandedOver {
  readonly symbol: SymbolRef;
  /** One-based line where it is handed over, in the file of what hands over. */
  readonly line: number;
}

/** A use in a definition, with what it means if that is known. */
export interface KnownUse {
  readonly use: Reference;
  readonly meaning: SymbolRef | undefined;
}
