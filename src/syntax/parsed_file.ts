/**
 * The compact record of one source file: what it defines, calls and imports. It depends on the text and the
 * language alone, so it can be stored under the hash of both.
 */
export interface ParsedFile {
  readonly language: string;
  /** Number of lines; a final line break does not start another one. An empty file has 0. */
  readonly lines: number;
  /** The declared package or namespace of the whole file, with dots (Java, Go, PHP, C#, ...); "" when none. */
  readonly module: string;
  /** In source order; a container comes before its members. */
  readonly definitions: readonly Definition[];
  /** In source order. */
  readonly references: readonly Reference[];
  readonly imports: readonly ImportRef[];
  /** Own names that the file hands on under another one, or as all of it: `export { a as b }`, `module.exports = a`. */
  readonly exports: readonly ImportedName[];
  readonly heritage: readonly Heritage[];
  readonly hints: readonly TypeHint[];
  /** What could not be read, as stable phrases such as "parse errors near line 12". */
  readonly gaps: readonly string[];
}

/** The record of a file of which nothing is known but its lines; `gaps` are stable phrases that say why. */
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

/** What a definition is. `module` covers namespaces and Ruby modules, `constant` a module-level value. */
export type DefinitionKind =
  | "function"
  | "method"
  | "class"
  | "struct"
  | "interface"
  | "trait"
  | "enum"
  | "type"
  | "constant"
  | "variable"
  | "field"
  | "module"
  | "macro";

/** One named thing that the file defines. */
export interface Definition {
  readonly name: string;
  /** Names of the enclosing definitions and its own, joined with dots: `Class.method`. */
  readonly qualifiedName: string;
  readonly kind: DefinitionKind;
  /** One-based; decorators and attributes belong to the definition. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
  /** One-based line of the leading comment, or `startLine` when there is none. */
  readonly docStartLine: number;
  /** UTF-16 offset of the first character. */
  readonly startIndex: number;
  /** UTF-16 offset behind the last character. */
  readonly endIndex: number;
  /** Index of the enclosing definition in `definitions`, -1 at the top. */
  readonly parent: number;
  /** The head up to the body on one line, at most 200 characters. */
  readonly signature: string;
  /** Docstring or leading comment without its markers, at most 400 characters; "" when none. */
  readonly doc: string;
  /** Whether code outside the file can use it, by the language's own rule (keyword, capital, underscore, ...). */
  readonly exported: boolean;
  /** Decorators, annotations and attributes as written, without their markers: `app.route("/x")`; at most 80 characters. */
  readonly decorators: readonly string[];
}

/**
 * How a name is used. `reference` is a value handed on by name, such as a callback. `import` takes it under another name;
 * what a module exports as a whole goes by the module's last part then.
 */
export type ReferenceKind = "call" | "reference" | "type" | "new" | "decorator" | "import";

/** One use of a name. */
export interface Reference {
  readonly name: string;
  readonly kind: ReferenceKind;
  /**
   * What stands before the name as a chain of names and calls with dots: `self`, `os.path`, `self.env.doc()`; `?` for
   * what is no name, at the beginning or alone; at most 60 characters. "" when nothing does.
   */
  readonly receiver: string;
  /** One-based. */
  readonly line: number;
  /** Index of the innermost enclosing definition, -1 at the top. */
  readonly scope: number;
  /** What a call hands over, as `argumentsOf` writes it; only in languages with overloads. */
  readonly args?: string;
}

/** One import. `import x from "m"` is `{ module: "m", names: [{ name: "default", alias: "x" }] }`. */
export interface ImportRef {
  /** As written, without quotes: `./util`, `django.db`, `..models`. */
  readonly module: string;
  /** What is taken from it; empty when the module itself is loaded. `*` stands for all of it. */
  readonly names: readonly ImportedName[];
  /** One-based. */
  readonly line: number;
}

/**
 * A name taken from a module, and the name it has in this file. `default` is what a module exports as a whole; of what a
 * file hands on, the alias is the name that others see.
 */
export interface ImportedName {
  readonly name: string;
  readonly alias: string;
}

/**
 * `definitions[definition]` extends, implements or mixes in `base`, as written without type arguments; a function of Rust
 * belongs to a block that implements it.
 */
export interface Heritage {
  readonly definition: number;
  readonly base: string;
}

/**
 * A simple fact about a receiver: inside `scope`, `name` holds a `type`. In a type, `name` is a member of it. A type that
 * begins with `=` is the chain of names and calls whose value it is, with `@` and another scope where that is where the
 * chain stands. Each `[]` behind a type is a collection around it. The name `()` stands for what a function returns.
 */
export interface TypeHint {
  /** Index of the definition it holds in, -1 for the whole file. */
  readonly scope: number;
  readonly name: string;
  readonly type: string;
}

/** The definition around another one or around a scope; -1 at the top of the file. */
export function parentOf({ definitions }: ParsedFile, ordinal: number): number {
  return definitions[ordinal]?.parent ?? -1;
}

/** The name of a base without what that stands in: `Column` for `ui.Column`, `ui::Column` and `ui\Column`. */
export function baseName({ base }: Heritage): string {
  return base.split(/[.:\\]+/).at(-1)!;
}

/** Whether a definition, or any such range of lines, holds a line. One-based. */
export function holdsLine(
  { startLine, endLine }: Pick<Definition, "startLine" | "endLine">,
  line: number,
): boolean {
  return startLine <= line && line <= endLine;
}
