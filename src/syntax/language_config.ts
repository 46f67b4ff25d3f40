import type { DefinitionKind, ReferenceKind } from "./parsed_file.ts";

/**
 * An entry of `config/languages.json`: detection of a language and the roles of its grammar's nodes. Node types and
 * fields missing in the grammar are ignored, so that related languages can share tables.
 */
export interface LanguageConfig {
  readonly id: string;
  /** With leading dot, lower case. */
  readonly extensions: readonly string[];
  /** Complete file names, case-sensitive. */
  readonly filenames?: readonly string[];
  /** Names of interpreters in a `#!` line, without version. */
  readonly shebangs?: readonly string[];
  /**
   * Pattern for an extension shared by languages: the first language whose pattern matches the start of the text wins.
   */
  readonly sniff?: string;
  /** npm package and file of the grammar; absent if the language is only split into chunks of text. */
  readonly grammar?: { readonly package: string; readonly file: string };
  /** Patterns that find definitions without a grammar. */
  readonly outline?: OutlineConfig;
  /** Another language's code within the file, found by a pattern: see `onlyEmbedded`. */
  readonly embedded?: { readonly language: string; readonly pattern: string; readonly value?: string };
  /** Chunking without a syntax tree. */
  readonly chunks?: "headings" | "lines";
  /** Id of the language whose tables are inherited; keys given here replace the inherited ones. */
  readonly inherits?: string;
  readonly nodes?: NodeTables;
}

/** Line-based detection of definitions. */
export interface OutlineConfig {
  /** End of a definition: its closing brace, or the next line with equal or less indentation. */
  readonly end: "braces" | "indent";
  /** The first pattern that matches a line wins; its first group is the name. */
  readonly patterns: readonly { readonly kind: DefinitionKind; readonly line: string }[];
}

/**
 * Import statement as a pattern with the groups `module`, `alias`, `member` (what the alias names instead of the module),
 * `names` (`a as b, c`), `renames` (`a b`) and `open` (present if all names are imported too).
 */
export interface ImportPattern {
  readonly pattern: string;
  /** True if the statement may hold several imports. */
  readonly all?: boolean;
  /** Name bound without an alias: the whole path of the module, or its last part. */
  readonly binds?: "module" | "last";
  /** True if an import without names imports all. */
  readonly star?: boolean;
  /** True if paths are relative to the file. */
  readonly here?: boolean;
  /** True if dashes of the module are underscores in its path. */
  readonly dashes?: boolean;
}

/** Roles of a grammar's node types. */
export interface NodeTables {
  /** Pattern of text that the grammar cannot read, see `withoutUnread`. */
  readonly unread?: string;
  /** Names with other signs than letters: dots and dashes (R, Lisp, PowerShell), dashes only (Nix), or a final
   * `?` or `!` (Elixir). */
  readonly names?: "dotted" | "dashed" | "marked";
  readonly definitions?: Readonly<Record<string, DefinitionRule>>;
  /** Blocks that are not definitions, but whose members belong to the named type (Rust `impl`). */
  readonly containers?: Readonly<Record<string, { readonly type: Place; readonly base?: Place }>>;
  /** Nodes around a definition that extend its range (`export`, decorators, templates). */
  readonly wrappers?: readonly string[];
  /** Siblings after a definition that are its body (Dart) or another equation of the name (Haskell). */
  readonly trailingBodies?: readonly string[];
  /** Anonymous functions: variables inside are local. */
  readonly closures?: readonly string[];
  readonly calls?: Readonly<Record<string, CallRule>>;
  /** Calls that define symbols, by callee as written, space-separated; for the naming `call`. */
  readonly definingCalls?: Readonly<Record<string, DefiningCall>>;
  /** Calls that are syntax rather than uses (Elixir `def`), space-separated. */
  readonly skipCalls?: string;
  /** Methods of function objects that call them (`run.call(this)`), space-separated. */
  readonly functionMethods?: string;
  /** Functions that run a block as a member of their object (Kotlin's `cart.apply { add(1) }`), space-separated. */
  readonly scopeFunctions?: string;
  /** Methods of tasks that enqueue them (`resize.delay(image)`), space-separated. */
  readonly taskMethods?: string;
  /** Functions whose first argument names an event that is sent or listened to, space-separated. */
  readonly eventCalls?: { readonly send: string; readonly listen: string };
  /** Literals that name functions, space-separated: see `namedCallable`. */
  readonly callables?: string;
  /** Nodes that read a member, space-separated: properties and getters run code. */
  readonly reads?: string;
  /** Nodes that bind local variables, with the places of their names, space-separated; "" for the whole node. */
  readonly locals?: Readonly<Record<string, string>>;
  /** Nodes in which a local variable hides outer definitions of its name, space-separated. */
  readonly blocks?: string;
  /** True if a local variable hides outer definitions only behind its own name. */
  readonly ordered?: boolean;
  /** True if capitalized names in patterns are constructors (Rust, Scala, Haskell). */
  readonly constructors?: boolean;
  /** Name of the method that a call of an object calls (Python `__call__`). */
  readonly invoke?: string;
  readonly comments?: readonly string[];
  readonly decorators?: readonly string[];
  /** Nodes permitted between a decorator and the definition that contains it. */
  readonly modifiers?: readonly string[];
  /** Node types or fields in a definition that list its bases. */
  readonly heritage?: readonly string[];
  /** Nodes in a heritage list that only group others. */
  readonly heritageGroups?: readonly string[];
  /** Nodes in a heritage list that are not bases. */
  readonly heritageSkips?: readonly string[];
  /** Nodes in a type whose children are its bases (`use Trait;`), with the field that must be absent for that. */
  readonly mixins?: Readonly<Record<string, Place | "">>;
  /** Calls in a type whose arguments are its bases (Ruby `include`). */
  readonly mixinCalls?: readonly string[];
  /** Nodes that are or contain type names. */
  readonly types?: readonly string[];
  /** Fields whose nodes are or contain type names. */
  readonly typeFields?: readonly string[];
  /** Nodes around the actual callee, with its location (`f::<T>`). */
  readonly unwrap?: Readonly<Record<string, Place>>;
  /** Nodes of unparsed tokens, in which a name before brackets is a call (macro arguments). */
  readonly tokenTrees?: readonly string[];
  /** Type names without references, space-separated. */
  readonly builtinTypes?: string;
  /** Node type to the strategy in `imports.ts`. */
  readonly imports?: Readonly<Record<string, string>>;
  /** Strategies of this language that are patterns. */
  readonly importPatterns?: Readonly<Record<string, ImportPattern>>;
  /** Calls that import, by name. */
  readonly importCalls?: Readonly<Record<string, string>>;
  /** Nodes that declare the package or namespace of the whole file. */
  readonly modules?: readonly string[];
  readonly hints?: Readonly<Record<string, HintRule>>;
  /** Nodes around the values of fields, with their type: see `literalField`. */
  readonly literals?: Readonly<Record<string, Place>>;
  /** Branches that narrow a value's type: `if` with a type test, a case of a type switch. */
  readonly narrowings?: readonly string[];
  /** True if the language has overloading. */
  readonly overloads?: boolean;
  /** True if functions may have several results and capitalized names, so that only braces construct a value (Go). */
  readonly manyResults?: boolean;
  /**
   * Nodes that name a value, and the parents in which they count as passed on, space-separated. Constants (`MAX_SIZE`)
   * count in any parent.
   */
  readonly values?: {
    readonly types: string;
    readonly parents: string;
    /** Parents whose names outside of functions count wherever they are defined (function tables in C). */
    readonly tables?: string;
    /** True if a bare name may be defined in another file without being named by an import (Go, C, Haskell). */
    readonly elsewhere?: boolean;
    /** True if a bare name may call a method of the same object (Ruby). */
    readonly implicitSelf?: boolean;
    /** True if a bare name may be a method of the same object as a value (C#). */
    readonly implicitMembers?: boolean;
    /** Recorded uses of fields and variables: of the object itself, those with any object, or `bare` ones too (`total + 1`). */
    readonly fields?: "own" | "members" | "bare";
    /** True if variables never hide functions of their name (Java). */
    readonly separate?: boolean;
  };
  /** Nodes with two operands, or with an object and an index, and the methods that they may call by sign, space-separated. */
  readonly operators?: { readonly nodes: string; readonly names: Readonly<Record<string, string>> };
  /** Pattern of types in descriptions with the groups `type` and `name`, and `result` for that of a function's result. */
  readonly docTypes?: string;
  /** Position of a definition's description. */
  readonly docs?: "docstring" | "leading";
  /** Name of a rule for visibility outside of the file, see `exports.ts`. */
  readonly exports?: string;
}

/**
 * Location of a child: a field name, `@` and a node type, `*` for the first child, or `+` for the second; in calls also `<` for the
 * preceding siblings, back to the start of the name chain.
 */
export type Place = string;

/** Rule for the name and kind of definitions of a node type. */
export interface DefinitionRule {
  /** Within a type, `function` becomes `method` and `variable` becomes `field`. */
  readonly kind: DefinitionKind;
  /** Strategy in `naming.ts`; default `field`. */
  readonly naming?: string;
  /** Location of the name; default `name`. */
  readonly name?: Place;
  /** Location of the body, where the signature ends; default `body`. */
  readonly body?: Place;
  /** Default name. */
  readonly fallback?: string;
  /** True if only nodes with a body are definitions (C `struct x` may be only a use). */
  readonly needsBody?: boolean;
  /** True if it applies only directly inside a type. */
  readonly inType?: boolean;
  /** Required node type of the parent. */
  readonly within?: string;
  /** True if the definition extends to the next sibling of its kind, or to the end (Perl's `package A;`). */
  readonly reaches?: boolean;
  /** True if nested definitions belong to the enclosing scope (constructors that declare fields). */
  readonly passing?: boolean;
  /** True if the name's field may repeat, each occurrence a definition (`var a, b = 1, 2`). */
  readonly repeats?: boolean;
}

/** A call that defines the names in its literal arguments (Ruby `attr_reader :a`). */
export interface DefiningCall {
  /** Default: the kind of the rule for the call's node type. */
  readonly kind?: DefinitionKind;
  /** Arguments with names: `all`, the `first` (default), the `last`, or the `rest` after the first. */
  readonly names?: "all" | "first" | "last" | "rest";
  /** True if it applies only directly inside a type, which a call such as `Struct.new` may have created. */
  readonly inType?: boolean;
}

/** Location of the callee in a call. */
export interface CallRule {
  /** The whole callee, including the receiver. */
  readonly callee?: Place;
  /** The bare name, if the grammar separates the receiver. */
  readonly name?: Place;
  readonly receiver?: Place;
  /** Default `call`. */
  readonly kind?: ReferenceKind;
  /** True if only capitalized names count (JSX elements). */
  readonly capital?: boolean;
  /** True if only names with a number of parameters count (Elixir `&run/1`). */
  readonly capture?: boolean;
  /** True if only names defined or imported in the file count (shell commands). */
  readonly known?: boolean;
  /** A constructor's call of another one, or a construction whose class the declaration around it names. */
  readonly means?: "constructor" | "typed";
  /** True if calls as callees of calls are one call: \`f a b\` is \`(f a) b\` (Haskell). */
  readonly outermost?: boolean;
}

/** See {@link HintRule}. */
type HintMeaning =
  | "fields"
  | "case"
  | "result"
  | "hidden"
  | "field"
  | "callback"
  | "alias"
  | "memo"
  | ValueMeaning;
type ValueMeaning = "element" | "typed" | "bound" | "put";

/** Location of the parts of a declaration with the type of a variable. */
export interface HintRule {
  /** Absent for function results and parameter lists. */
  readonly name?: Place;
  readonly type?: Place;
  readonly value?: Place;
  /**
   * Special meanings: the variable is an element of the value (loops); the value is the function's result; names
   * without types; a field of a literal; a type behind a colon; a name bound to the value behind it (`if let a = b`);
   * the first parameter of a callback that a collection calls with its elements; the value inside of an option's case;
   * a member of a trait under another name; a value that tests share; a value that is put into a list by an operator;
   * types of fields without names.
   */
  readonly means?: HintMeaning;
}
