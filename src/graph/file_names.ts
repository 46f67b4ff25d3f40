import { weight } from "../syntax/local_calls.ts";
import type { ParsedFile, Reference, TypeHint } from "../syntax/parsed_file.ts";

/** Binding of an imported name. */
export interface ImportBinding {
  readonly module: string;
  /** Undefined if the module itself is bound. */
  readonly name: string | undefined;
}

/** Symbol table of one file; created once per record. */
export type FileNames = Readonly<ReturnType<typeof make>>;

const made = new WeakMap<ParsedFile, FileNames>();
const NONE: readonly number[] = [];

/** The symbol table of a file. */
export function namesOf(parsed: ParsedFile): FileNames {
  let names = made.get(parsed);
  if (!names) made.set(parsed, names = make(parsed));
  return names;
}

function make(parsed: ParsedFile) {
  // Computed lazily: a walk through headers needs only the imports.
  let definitions: Map<string, number[]> | undefined;
  let imports: Map<string, ImportBinding> | undefined;
  let stars: readonly string[] | undefined;
  let holders: ReadonlySet<string> | undefined;
  let mentioned: ReadonlySet<string> | undefined;
  let calls: Map<number, Reference[]> | undefined;
  let scoped: ReturnType<typeof hintsOf> | undefined;
  return {
    /** Ordinals of the definitions with a name, in source order. */
    definitions: (name: string): readonly number[] =>
      (definitions ??= Map.groupBy(parsed.definitions.keys(), (at) => parsed.definitions[at]!.name)).get(
        name,
      ) ?? NONE,
    /** The import that binds a name. */
    import: (alias: string) => (imports ??= importsOf(parsed)).get(alias),
    /** Local names exported as `alias`. */
    exported: (alias: string) => parsed.exports.filter((one) => one.alias === alias).map((one) => one.name),
    /** True if a JavaScript definition has members defined outside of it: `app.run = function () {}`. */
    holds: (ordinal: number) =>
      (holders ??= holdersOf(parsed)).has(parsed.definitions[ordinal]?.qualifiedName ?? ""),
    /** Modules with a wildcard import or re-export. */
    get stars(): readonly string[] {
      return stars ??= parsed.imports.filter(({ names }) => names.some(({ alias }) => alias === "*")).map((
        one,
      ) => one.module);
    },
    /** Calls in a line whose arguments are recorded. */
    callsIn: (line: number): readonly Reference[] =>
      (calls ??= Map.groupBy(parsed.references.filter(({ args }) => args !== undefined), (one) => one.line))
        .get(line) ?? [],
    /** Type hint of a name declared in a scope. */
    hint: (scope: number, name: string) => (scoped ??= hintsOf(parsed)).best.get(`${scope}\0${name}`),
    /** True if a scope declares the name of a hint with another type, too, as two blocks of a function may. */
    isAmbiguous: ({ scope, name }: TypeHint) => (scoped ??= hintsOf(parsed)).several.has(`${scope}\0${name}`),
    /** True if the file mentions a name: imports it, uses it as a type, or calls something on it or by it. */
    mentions: (name: string) => (mentioned ??= mentionsOf(parsed)).has(name),
  };
}

/** The most specific hint per scope and name, and the names with several. */
function hintsOf(parsed: ParsedFile) {
  const best = new Map<string, TypeHint>();
  const several = new Set<string>();
  for (const hint of parsed.hints) {
    const key = `${hint.scope}\0${hint.name}`;
    const known = best.get(key);
    if (known && known.type !== hint.type) several.add(key);
    if (!known || weight(known) < weight(hint)) best.set(key, hint);
  }
  return { best, several };
}

/** Qualified names of definitions with methods or fields. */
function holdersOf(parsed: ParsedFile): Set<string> {
  if (!SCRIPTS.has(parsed.language) && parsed.language !== "lua") return new Set();
  const members = parsed.definitions.filter(({ kind }) => kind === "method" || kind === "field");
  const holders = members.map(({ qualifiedName }) => qualifiedName.slice(0, qualifiedName.lastIndexOf(".")));
  // References to functions defined elsewhere: `const api = { start }`.
  const objects = parsed.hints.flatMap(({ scope }) => {
    const { kind, qualifiedName } = parsed.definitions[scope] ?? {};
    return kind === "constant" || kind === "variable" ? [qualifiedName!] : [];
  });
  return new Set([...holders, ...objects]);
}

/** Languages in which a function or constant may have members defined outside of it. */
export const SCRIPTS: ReadonlySet<string> = new Set(["javascript", "typescript", "tsx"]);

/** Bindings by alias; the first import of an alias in source order wins. */
function importsOf(parsed: ParsedFile): Map<string, ImportBinding> {
  const imports = new Map<string, ImportBinding>();
  const bind = (alias: string, bound: ImportBinding): void => {
    if (!imports.has(alias)) imports.set(alias, bound);
  };
  for (const { module, names } of parsed.imports) {
    for (const { name, alias } of names) bind(alias, { module, name: name === "*" ? undefined : name });
    // Ruby's `require "shop/client"` binds no name.
    if (names.length > 0 || parsed.language === "ruby") continue;
    if (parsed.language === "go") {
      for (const alias of packageNames(module)) bind(alias, { module, name: undefined });
      continue;
    }
    const parts = module.split(/\.|::|[\\/]/);
    bind(parts.at(-1) ?? module, { module, name: undefined });
    bind(module, { module, name: undefined });
  }
  return imports;
}

/** Possible package names of a Go import: `nats` for `nats-io/nats.go`, `yaml` for `go-yaml/v3`. */
function packageNames(module: string): Set<string> {
  const last = module.replace(/\/v\d+$/, "").replace(/^.*\//, "");
  const bare = last.replace(/\.v\d+$|\.go$/, "");
  return new Set([last, bare, bare.replace(/^go-|-go$/g, ""), bare.replace(/^.*-/, ""), module]);
}

function mentionsOf(parsed: ParsedFile): Set<string> {
  const words = new Set<string>();
  const add = (path: string): void => {
    for (const part of path.split(/[^\p{L}\p{N}_$]+/u)) words.add(part);
  };
  for (const { module, names } of parsed.imports) {
    add(module);
    for (const { name, alias } of names) words.add(name).add(alias);
  }
  for (const { name, kind, receiver } of parsed.references) {
    if (kind !== "call") words.add(name);
    if (receiver !== "") add(receiver);
  }
  for (const { type } of parsed.hints) add(type);
  for (const { base } of parsed.heritage) add(base);
  for (const { name, kind } of parsed.definitions) if (kind === "class") words.add(name);
  return words;
}

/** True if a file imports a module or one of its submodules. */
export function imports(parsed: ParsedFile, name: string): boolean {
  return parsed.imports.some(({ module }) => module === name || module.startsWith(`${name}.`));
}
