/** Questions about a position in a file, as a language server is asked them, and their answers. Structured-cloneable. */

/** Zero-based line, and column in UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** The end is exclusive. */
export interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** Supported methods. */
export const NAVIGATION_METHODS = [
  "definition",
  "references",
  "implementation",
  "hover",
  "documentSymbols",
  "workspaceSymbols",
  "incomingCalls",
  "outgoingCalls",
] as const;

/** A name in {@link NAVIGATION_METHODS}. */
export type NavigationMethod = typeof NAVIGATION_METHODS[number];

/** A file as the editor holds it, saved or not. */
export interface OpenText {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
}

/** One question. */
export interface NavigationQuery {
  readonly method: NavigationMethod;
  /** Relative to the root; absent for symbols of the workspace. */
  readonly path?: string;
  /** Default: the beginning of the file. */
  readonly position?: TextPosition;
  /** Part of a name, for symbols of the workspace. */
  readonly name?: string;
  /** True if references include the definition itself; default false. */
  readonly withDefinition?: boolean;
  /** These are read in place of the files. */
  readonly open: readonly OpenText[];
}

/** A place in a file. */
export interface TextPlace {
  /** Relative to the root. */
  readonly path: string;
  readonly range: TextRange;
}

/** A definition. */
export interface NavigationSymbol extends TextPlace {
  readonly name: string;
  /** Name of the enclosing definitions, joined with dots; "" at the top. */
  readonly container: string;
  /** Kind as the parser reports it: function, method, class, ... */
  readonly kind: string;
  /** Id of the language: python, typescript, ... */
  readonly language: string;
  /** Its head on one line. */
  readonly signature: string;
  readonly doc: string;
  /** Range of its name. */
  readonly nameRange: TextRange;
  readonly children: readonly NavigationSymbol[];
}

/** Calls between the asked symbol and another one. */
export interface NavigationCalls {
  readonly symbol: NavigationSymbol;
  /** Ranges of the calls, in the caller's file. */
  readonly ranges: readonly TextRange[];
}

/** Results; those of other methods are empty. */
export interface NavigationAnswer {
  readonly places: readonly TextPlace[];
  readonly symbols: readonly NavigationSymbol[];
  readonly calls: readonly NavigationCalls[];
}

/** Nothing found. */
export const NOWHERE: NavigationAnswer = { places: [], symbols: [], calls: [] };
