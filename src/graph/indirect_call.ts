import type { Reference } from "../syntax/parsed_file.ts";
import type { SymbolRef } from "./symbol_ref.ts";

/** Maximum number of uses of a name that are examined. */
export const MOST_USES = 500;

/** A definition at the other end of an indirect call. */
export interface IndirectCall {
  readonly symbol: SymbolRef;
  /** One-based line of the indirect call, in the caller's file. */
  readonly line: number;
}

/** A use within a definition, and its target if known. */
export type ResolvedUse = { readonly use: Reference; readonly target: SymbolRef | undefined };
