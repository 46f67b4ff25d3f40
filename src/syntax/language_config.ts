import type { DefinitionKind, ReferenceKind } from "./parsed_file.ts";

/**
 * One entry of `config/languages.json`: how to recognise a language and what the nodes of its grammar mean.
 * Node types and fields that the grammar does not have are ignored, so related languages can share tables.
 */
export interface LanguageConfig {
  readonly id: string;
  /** With the leading dot, lower case. */
  readonly extensions: readonly string[];
  /** Whole file names, as written. */
  readonly filenames?: readonly string[];
  /** Names of interpreters on a `#!` line, without version. */
  readonly shebangs?: readonly string[];
  /** When several languages claim an extension: the first whose pattern matches the beginning of the text wins. */
  readonly sniff?: string;
  /** npm package and file of the grammar; absent when the language is only split into chunks of text. */
  readonly grammar?: { readonly package: string; readonly file: string };
  /** Patterns that find definitions when there is no grammar. */
  readonly outline?: OutlineConfig;
  /** The code of another language that stands inside of a tag (`<script>`); the rest of the file is not parsed. */
  readonly embedded?: { readonly tag: string; readonly language: string };
  /** How the text is cut when there is no syntax tree. */
  readonly chunks?: "headings" | "lines";
  /** Id of the language whose tables are taken over; keys given here replace the inherited ones. */
  readonly inherits?: string;
  readonly nodes?: NodeTables;
}

/** How to find definitions line by line. */
export interface OutlineConfig {
  /** Where a definition ends: with its braces, or before the next line that is indented as little. */
  readonly end: "braces" | "indent";
  /** The first that matches a line counts; the first group is the name. */
  readonly patterns: readonly { readonly kind: DefinitionKind; readonly line: string }[];
}

/** What the node types of one grammar mean. */
export interface NodeTables {
  readonly definitions?: Readonly<Record<string, DefinitionRule>>;
  /** Not definitions themselves, but their members belong to the named type (Rust `impl`). */
  readonly containers?: Readonly<Record<string, { readonly type: Place; readonly base?: Place }>>;
  /** Nodes around one definition whose range the definition takes over (`export`, decorators, templates). */
  readonly wrappers?: readonly string[];
  /** Nodes behind a definition, beside it in the tree, that are its body (Dart) or one more of the name (Haskell). */
  readonly trailingBodies?: readonly string[];
  /** Anonymous functions: variables inside are local. */
  readonly closures?: readonly string[];
  readonly calls?: Readonly<Record<string, CallRule>>;
  /** Calls that define something, by their callees as written, separated by spaces; for the naming `call`. */
  readonly definingCalls?: Readonly<Record<string, DefiningCall>>;
  /** Calls that are syntax rather than uses (Elixir `def`), separated by spaces. */
  readonly skipCalls?: string;
  /** Methods of functions that call them (`run.call(this)`), separated by spaces. */
  readonly functionMethods?: string;
  /** Methods of tasks that put them into a queue (`resize.delay(image)`), separated by spaces. */
  readonly taskMethods?: string;
  /** Functions whose first argument names an event that is sent or listened to, separated by spaces. */
  readonly eventCalls?: { readonly send: string; readonly listen: string };
  readonly comments?: readonly string[];
  readonly decorators?: readonly string[];
  /** Nodes that may stand between a decorator and the definition that contains it. */
  readonly modifiers?: readonly string[];
  /** Node types or fields under a definition that list its bases. */
  readonly heritage?: readonly string[];
  /** Nodes inside a heritage list that only group. */
  readonly heritageGroups?: readonly string[];
  /** Nodes inside a heritage list that are not bases. */
  readonly heritageSkips?: readonly string[];
  /** Nodes in a type whose children are its bases (`use Trait;`), with the field whose absence makes them that. */
  readonly mixins?: Readonly<Record<string, Place | "">>;
  /** Calls in a type whose arguments are its bases (Ruby `include`). */
  readonly mixinCalls?: readonly string[];
  /** Nodes that are, or contain, the names of types. */
  readonly types?: readonly string[];
  /** Fields whose nodes are, or contain, the names of types. */
  readonly typeFields?: readonly string[];
  /** Callees around the real one, with where it is (`f::<T>`). */
  readonly unwrap?: Readonly<Record<string, Place>>;
  /** Nodes of loose tokens, where a name before brackets is a call (macro arguments). */
  readonly tokenTrees?: readonly string[];
  /** Type names that are not worth a reference, separated by spaces. */
  readonly builtinTypes?: string;
  /** Node type to the strategy in `imports.ts`. */
  readonly imports?: Readonly<Record<string, string>>;
  /** Calls that import, by name. */
  readonly importCalls?: Readonly<Record<string, string>>;
  /** Nodes that declare the package or namespace of the whole file. */
  readonly modules?: readonly string[];
  readonly hints?: Readonly<Record<string, HintRule>>;
  /** Branches that run when a value is of a type: `if` with a test, a case of a type switch. */
  readonly narrowings?: readonly string[];
  /** Functions of one name are told apart by what they are called with. */
  readonly overloads?: boolean;
  /** Functions have several results and names with capitals; only braces make a value of a type (Go). */
  readonly manyResults?: boolean;
  /**
   * Nodes that name a value, and the parents under which that counts as handing it on, separated by spaces. Constants
   * (`MAX_SIZE`) count under any parent.
   */
  readonly values?: {
    readonly types: string;
    readonly parents: string;
    /** Those of the parents whose names outside of functions count wherever they are defined (C's tables of functions). */
    readonly tables?: string;
    /** A bare name may call a method of the same object (Ruby). */
    readonly implicitSelf?: boolean;
  };
  /** Where the description of a definition stands. */
  readonly docs?: "docstring" | "leading";
  readonly exports?: ExportRule;
}

/**
 * Where a child stands: the name of a field, `@` and a node type, or `*` for the first child; in calls also `<` for the
 * siblings before the node, back to where the chain of names begins.
 */
export type Place = string;

/** How a definition of a node type gets its name and kind. */
export interface DefinitionRule {
  /** `function` becomes `method` and `variable` becomes `field` inside a type. */
  readonly kind: DefinitionKind;
  /** Strategy in `naming.ts`; default `field`. */
  readonly naming?: string;
  /** Where the name is; default `name`. */
  readonly name?: Place;
  /** Where the body is, and the signature ends; default `body`. */
  readonly body?: Place;
  /** The name when none is written. */
  readonly fallback?: string;
  /** Only nodes with a body define something (C `struct x` may be a mere use). */
  readonly needsBody?: boolean;
  /** Only directly inside of a type. */
  readonly inType?: boolean;
  /** Only under nodes of this type. */
  readonly within?: string;
  /** It reaches to the next one of its kind beside it, or to the end (Perl's `package A;`). */
  readonly reaches?: boolean;
  /** What stands inside belongs to the surroundings (constructors of a type with fields). */
  readonly passing?: boolean;
  /** The name's field may repeat: each is a definition (`var a, b = 1, 2`). */
  readonly repeats?: boolean;
}

/** A call that defines what its literal arguments name (Ruby `attr_reader :a`). */
export interface DefiningCall {
  /** Default: the kind of the rule for the call's node type. */
  readonly kind?: DefinitionKind;
  /** Which arguments are names: `all`, the `first` one (default), the `last` one, the `rest` without the first. */
  readonly names?: "all" | "first" | "last" | "rest";
  /** Only directly inside of a type, which a call such as `Struct.new` may have made itself. */
  readonly inType?: boolean;
}

/** Which part of a call names what is called. */
export interface CallRule {
  /** The whole callee, receiver included. */
  readonly callee?: Place;
  /** The bare name, when the grammar keeps the receiver apart. */
  readonly name?: Place;
  readonly receiver?: Place;
  /** Default `call`. */
  readonly kind?: ReferenceKind;
  /** Only names with a capital count (JSX elements). */
  readonly capital?: boolean;
  /** Only names that the file defines or imports count (shell commands). */
  readonly known?: boolean;
  /** Calls as callees of calls are one call: \`f a b\` is \`(f a) b\` (Haskell). */
  readonly outermost?: boolean;
  /** A dot is a letter of a name like others (R). */
  readonly dotted?: boolean;
  /** No call: something is sent to a channel or received from one (Go). */
  readonly channel?: boolean;
}

/** The parts of a declaration that tells the type of a variable. */
export interface HintRule {
  /** Absent for what a function returns, and for lists of parameters. */
  readonly name?: Place;
  readonly type?: Place;
  readonly value?: Place;
  /**
   * The variable holds an element of the value (loops); the value is what the function returns; names without types; a
   * field of a literal of Go; the first parameter of a function that a collection calls with its elements.
   */
  readonly means?: "element" | "result" | "hidden" | "field" | "callback";
}

/**
 * When a definition can be used from outside: `keyword` inside an `export`; `underscore` unless the name starts
 * with `_`; `capital` when it starts with a capital; `pub`/`public` when the head says so; `private` unless the
 * head says private; `static` unless the head says static.
 */
export type ExportRule =
  | "keyword"
  | "underscore"
  | "capital"
  | "pub"
  | "public"
  | "private"
  | "static"
  | "always";
