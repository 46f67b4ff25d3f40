import type { ParsedFile, TypeHint } from "../index/parse/parsed_file.ts";

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
  /** Modules of which everything is taken. */
  readonly stars: readonly string[];
  hint(scope: number, name: string): TypeHint | undefined;
  /** The first hint for a name in any scope. */
  anyHint(name: string): TypeHint | undefined;
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
  const definitions = new Map<string, number[]>();
  parsed.definitions.forEach(({ name }, ordinal) => {
    const known = definitions.get(name);
    if (known) known.push(ordinal);
    else definitions.set(name, [ordinal]);
  });
  const imports = importsOf(parsed);
  const scoped = new Map<string, TypeHint>();
  const anywhere = new Map<string, TypeHint>();
  for (const hint of parsed.hints) {
    const key = `${hint.scope}\0${hint.name}`;
    if (!scoped.has(key)) scoped.set(key, hint);
    if (!anywhere.has(hint.name)) anywhere.set(hint.name, hint);
  }
  return {
    definitions: (name) => definitions.get(name) ?? NONE,
    import: (alias) => imports.get(alias),
    stars: parsed.imports.filter((one) => one.names.some(({ name, alias }) => name === "*" && alias === "*"))
      .map((one) => one.module),
    hint: (scope, name) => scoped.get(`${scope}\0${name}`),
    anyHint: (name) => anywhere.get(name),
  };
}

/** The first import of an alias counts, as it stands in the file. */
function importsOf(parsed: ParsedFile): Map<string, Bound> {
  const imports = new Map<string, Bound>();
  const bind = (alias: string, bound: Bound): void => {
    if (!imports.has(alias)) imports.set(alias, bound);
  };
  for (const { module, names } of parsed.imports) {
    for (const { name, alias } of names) bind(alias, { module, name: name === "*" ? undefined : name });
    if (names.length > 0) continue;
    bind(module.split(/\.|::|[\\/]/).at(-1) ?? module, { module, name: undefined });
    bind(module, { module, name: undefined });
  }
  return imports;
}
