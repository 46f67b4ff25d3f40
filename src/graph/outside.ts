import type { SymbolRef } from "./symbol_ref.ts";
/** An external type or value: its name, or "" if it is unknown. */
export type Outside = { readonly outside: string };

/** An external value about which nothing else is known. */
export const OUTSIDE: Outside = { outside: "" };

/** A value of an external type; the types of Go's library need their package to be distinct. */
export function outsideType(language: string, path: string): Outside {
  return language === "go" ? OUTSIDE : { outside: path.replace(/<.*>|^[^<]*\./g, "") };
}

/** Inferred type of an expression. */
export type ExpressionType =
  /** A class or an instance of it, with the number of enclosing collections, its type arguments, or a query of a model. */
  | {
    readonly type: SymbolRef;
    readonly isInferred: boolean;
    readonly collections?: number;
    readonly isQuery?: boolean;
    /** The class whose methods give the query. */
    readonly manager?: SymbolRef | undefined;
    readonly given?: readonly (ClassType | undefined)[];
  }
  /** A module or namespace, as its files. */
  | { readonly files: readonly number[] }
  | Outside;

/** A class or an instance of it. */
export type ClassType = Extract<ExpressionType, { readonly type: SymbolRef }>;

/** True for a class or an instance of one. */
export function isTyped(inferred: ExpressionType | undefined): inferred is ClassType {
  return inferred !== undefined && "type" in inferred;
}
