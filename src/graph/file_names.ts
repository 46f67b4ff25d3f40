import { BUILT_IN, HIDDEN } from "../syntax/annotations.ts";
import type { ParsedFile, Reference, TypeHint } from "../syntax/parsed_file.ts";

/** What an imported name is bound to. */
export interface Bound {
  readonly module: string;
  /** Undefined when the module itself is bound. */
  readonly name: string | undefined;
}

/** Names of one file by the question that is asked of them; made once per record. */
export interface FileNames {
  /** Ordinals of the definitions with a name, in source order. */
  definitions(name: string): readonly number[];
  /** The import a name comes from. */
  import(alias: string): Bound | undefined;
  /** Own names that others see as `alias`. */
  exported(alias: string): readonly string[];
  /** Whether a definition of JavaScript holds members that stand outside of it: `app.run = function () {}`. */
  holds(ordinal: number): boolean;
  /** Modules of which everything is taken, or handed on. */
  readonly stars: readonly string[];
  hint(scope: number, name: string): TypeHint | undefined;
  /** Calls in a line whose arguments are recorded. */
  callsIn(line: number): readonly Reference[];
  /** Whether the file mentions a name: imports it, uses it as a type, calls something on it or by it. */
  mentions(name: string): boolean;
}

const made = new WeakMap<ParsedFile, FileNames>();
const NONE: readonly number[] = [];

/** The names of a file. */
export function namesOf(parsed: ParsedFile): FileNames {
  let names = made.get(parsed);
  if (!names) made.set(parsed, names = make(parsed));
  return names;
}

function make(parsed: ParsedFile): FileNames {
  // What is not asked for is not even read: a walk through headers asks for the imports alone.
  let definitions: Map<string, number[]> | undefined;
  let imports: Map<string, Bound> | undefined;
  let stars: readonly string[] | undefined;
  let holders: ReadonlySet<string> | undefined;
  let spoken: ReadonlySet<string> | undefined;
  let calls: Map<number, Reference[]> | undefined;
  let scoped: Map<string, TypeHint> | undefined;
  return {
    definitions: (name) => (definitions ??= definitionsOf(parsed)).get(name) ?? NONE,
    import: (alias) => (imports ??= importsOf(parsed)).get(alias),
    exported: (alias) => parsed.exports.filter((one) => one.alias === alias).map((one) => one.name),
    holds: (ordinal) => (holders ??= holdersOf(parsed)).has(parsed.definitions[ordinal]?.qualifiedName ?? ""),
    get stars() {
      return stars ??= starsOf(parsed);
    },
    callsIn: (line) => (calls ??= callsByLine(parsed)).get(line) ?? [],
    hint: (scope, name) => (scoped ??= hintsOf(parsed)).get(`${scope}\0${name}`),
    mentions: (name) => (spoken ??= mentionsOf(parsed)).has(name),
  };
}

function definitionsOf(parsed: ParsedFile): Map<string, number[]> {
  const definitions = new Map<string, number[]>();
  parsed.definitions.forEach(({ name }, ordinal) => {
    const known = definitions.get(name);
    if (known) known.push(ordinal);
    else definitions.set(name, [ordinal]);
  });
  return definitions;
}

function starsOf(parsed: ParsedFile): string[] {
  return parsed.imports.filter((one) => one.names.some(({ name, alias }) => name === "*" && alias === "*"))
    .map((one) => one.module);
}

/** By scope and name the hint that tells most. */
function hintsOf(parsed: ParsedFile): Map<string, TypeHint> {
  const scoped = new Map<string, TypeHint>();
  for (const hint of parsed.hints) {
    const key = `${hint.scope}\0${hint.name}`;
    const known = scoped.get(key);
    if (!known || weight(known) < weight(hint)) scoped.set(key, hint);
  }
  return scoped;
}

function callsByLine(parsed: ParsedFile): Map<number, Reference[]> {
  return Map.groupBy(parsed.references.filter((one) => one.args !== undefined), ({ line }) => line);
}

/** How much a hint tells: a named type more than a built-in one, that more than a variable of unknown type. */
function weight({ type }: TypeHint): number {
  return type === HIDDEN ? 0 : type.startsWith(BUILT_IN) ? 1 : 2;
}

/** Qualified names of what has methods or fields. */
function holdersOf(parsed: ParsedFile): Set<string> {
  if (!SCRIPTS.has(parsed.language)) return new Set();
  const members = parsed.definitions.filter(({ kind }) => kind === "method" || kind === "field");
  const holders = members.map(({ qualifiedName }) => qualifiedName.slice(0, qualifiedName.lastIndexOf(".")));
  // Functions that stand elsewhere: `const api = { start }`.
  const objects = parsed.hints.flatMap(({ scope }) => {
    const { kind, qualifiedName } = parsed.definitions[scope] ?? {};
    return kind === "constant" || kind === "variable" ? [qualifiedName!] : [];
  });
  return new Set([...holders, ...objects]);
}

/** Languages in which a function or a constant may hold members that stand outside of it. */
export const SCRIPTS: ReadonlySet<string> = new Set(["javascript", "typescript", "tsx"]);

/** The first import of an alias counts, as it stands in the file. */
function importsOf(parsed: ParsedFile): Map<string, Bound> {
  const imports = new Map<string, Bound>();
  const bind = (alias: string, bound: Bound): void => {
    if (!imports.has(alias)) imports.set(alias, bound);
  };
  for (const { module, names } of parsed.imports) {
    for (const { name, alias } of names) bind(alias, { module, name: name === "*" ? undefined : name });
    if (names.length > 0) continue;
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

/** Names that the package behind an import of Go may have: `nats` for `nats-io/nats.go`, `yaml` for `go-yaml/v3`. */
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
