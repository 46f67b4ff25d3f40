import type { LineRange } from "../model/calls.ts";
/**
 * The compact record of one source file: its definitions, uses and imports. It depends only on text and language, so it
 * can be stored under the hash of both.
 */
export interface ParsedFile {
  readonly language: string;
  /** Number of lines; a final line break does not start another one. An empty file has 0. */
  readonly lines: number;
  /** The declared package or namespace of the whole file, dotted (Java, Go, PHP, C#, ...); "" if none. */
  readonly module: string;
  /** In source order; a container precedes its members. */
  readonly definitions: readonly Definition[];
  /** In source order. */
  readonly references: readonly Reference[];
  readonly imports: readonly ImportRef[];
  /** Exports under another name or as the whole module: `export { a as b }`, `module.exports = a`. */
  readonly exports: readonly ImportedName[];
  readonly heritage: readonly Heritage[];
  readonly hints: readonly TypeHint[];
  /** Parts that could not be parsed, as messages with stable wording such as "parse errors near line 12". */
  readonly gaps: readonly string[];
}

/** The record of an unparsed file; `gaps` are messages with stable wording that give the reason. */
export function emptyRecord(language: string, lines: number, gaps: readonly string[] = []): ParsedFile {
  return {
    language,
    lines,
    module: "",
    definitions: [],
    references: [],
    imports: [],
    heritage: [],
    hints: [],
    exports: [],
    gaps,
  };
}

/**
 * Kinds of definitions by stored number; append new ones at the end. `module` includes namespaces and Ruby modules,
 * `constant` is a module-level value.
 */
export const DEFINITION_KINDS = [
  "function",
  "method",
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
  "type",
  "constant",
  "variable",
  "field",
  "module",
  "macro",
] as const;

/** A name in {@link DEFINITION_KINDS}. */
export type DefinitionKind = typeof DEFINITION_KINDS[number];

/** A named definition; its lines include decorators and attributes. */
export interface Definition extends LineRange {
  readonly name: string;
  /** Names of the enclosing definitions and the own name, joined with dots: `Class.method`. */
  readonly qualifiedName: string;
  readonly kind: DefinitionKind;
  /** One-based line of the leading comment; `startLine` if there is none. */
  readonly docStartLine: number;
  /** UTF-16 offset of the first character. */
  readonly startIndex: number;
  /** UTF-16 offset after the last character. */
  readonly endIndex: number;
  /** Index of the enclosing definition in `definitions`; -1 at the top level. */
  readonly parent: number;
  /** The head up to the body in one line, at most 200 characters. */
  readonly signature: string;
  /** Docstring or leading comment without its markers, at most 400 characters; "" if none. */
  readonly doc: string;
  /** True if code outside of the file can use it, by the rules of the language (keyword, capital, underscore, ...). */
  readonly exported: boolean;
  /**
   * Decorators, annotations and attributes as written, without their markers: `app.route("/x")`; at most 80 characters
   * each.
   */
  readonly decorators: readonly string[];
}

/**
 * Kinds of uses by stored number; append new ones at the end. `reference` is a value passed on by name, such as a callback.
 * `import` is the original name of a renamed import; for the default export of a module, the last segment of the module's
 * path. `sign` is a call of a method by an operator or an index.
 */
export const REFERENCE_KINDS = ["call", "reference", "type", "new", "decorator", "import", "sign"] as const;

/** A name in {@link REFERENCE_KINDS}. */
export type ReferenceKind = typeof REFERENCE_KINDS[number];

/** One use of a name. */
export interface Reference {
  readonly name: string;
  readonly kind: ReferenceKind;
  /**
   * Receiver chain before the name: names and calls with dots, `self`, `os.path`, `self.env.doc()`; `?` for a prefix or
   * whole that is not a name; at most 60 characters. "" if there is none.
   */
  readonly receiver: string;
  /** One-based. */
  readonly line: number;
  /** Index of the innermost enclosing definition; -1 at the top level. */
  readonly scope: number;
  /** Arguments of a call as written by `argumentsOf`; only in languages with overloading. */
  readonly args?: string;
}

/** An import. `import x from "m"` is `{ module: "m", names: [{ name: "default", alias: "x" }] }`. */
export interface ImportRef {
  /** As written, without quotes: `./util`, `django.db`, `..models`. */
  readonly module: string;
  /** Imported names; empty if the module itself is loaded. `*` is all names. */
  readonly names: readonly ImportedName[];
  /** One-based. */
  readonly line: number;
}

/**
 * A name imported from a module, and its local name. `default` is the default export. In exports, the alias is the name
 * visible to other files.
 */
export type ImportedName = { readonly name: string; readonly alias: string };

/**
 * `definitions[definition]` extends, implements or mixes in `base`, as written without type arguments; for a Rust
 * function, `base` is the trait implemented by its block.
 */
export type Heritage = { readonly definition: number; readonly base: string };

/**
 * Type of a variable: in `scope`, `name` has the type `type`; if the scope is a type, `name` is its member. A type that
 * starts with `=` is the chain of names and calls whose value it is, followed by `@` and a scope if the chain belongs
 * to another one. Each trailing `[]` is an enclosing collection. The name `()` is a function's result.
 */
export interface TypeHint {
  /** Index of the definition; -1 for the whole file. */
  readonly scope: number;
  readonly name: string;
  readonly type: string;
}

/** The definition around another one or around a scope; -1 at the top level. */
export function parentOf({ definitions }: ParsedFile, ordinal: number): number {
  return definitions[ordinal]?.parent ?? -1;
}

/** The name of a base without its qualifier: `Column` for `ui.Column`, `ui::Column` and `ui\Column`. */
export const baseName = ({ base }: Heritage): string => base.split(/[.:\\]+/).at(-1)!;

/** True if a definition, or any such range of lines, contains a one-based line. */
export function holdsLine(
  { startLine, endLine }: Pick<Definition, "startLine" | "endLine">,
  line: number,
): boolean {
  return startLine <= line && line <= endLine;
}
