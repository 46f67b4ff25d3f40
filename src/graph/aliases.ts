import type { LexicalIndex, ReferenceSite } from "../index/lexical_index.ts";
import { moduleName } from "../syntax/output.ts";
import type { Resolver } from "./resolve.ts";
import type { SymbolRef } from "./symbol_ref.ts";

/** Maximum number of modules followed through re-exports. */
const MOST_MODULES = 40;
/** Maximum number of uses examined per name. */
const MOST_IMPORTS = 1000;

/** A use under a name other than the definition's. */
export interface AliasedUse extends ReferenceSite {
  readonly name: string;
}

/** Uses of a definition in files that import it under another name, or from a module that exports it under one. */
export function aliasedUses(resolver: Resolver, symbol: SymbolRef): AliasedUse[] {
  const { index } = resolver;
  const { definitions = [], exports = [] } = index.parsed(symbol.file) ?? {};
  const target = definitions[symbol.definition];
  // Members of an object or class are found by their receivers; members of a namespace are imported, too.
  if (!target || (definitions[target.parent]?.kind ?? "module") !== "module") return [];
  const uses: AliasedUse[] = [];
  const queue = [{ file: symbol.file, name: target.name }];
  const known = new Set<string>();
  const add = (file: number, name: string): void => {
    const key = `${file}\0${name}`;
    if (!known.has(key) && known.size < MOST_MODULES) {
      known.add(key);
      queue.push({ file, name });
    }
  };
  for (const { name, alias } of exports) {
    if (name === target.name) add(symbol.file, alias);
  }
  for (const { file, name } of queue) {
    if (name !== target.name && name !== "default") uses.push(...namedUses(index, name));
    for (const key of name === "default" ? namesOfModule(index.files.paths[file] ?? "") : [name]) {
      for (const { user, alias } of importers(resolver, { file, name, key })) {
        if (alias === "default") add(user, alias);
        else uses.push(...usesIn(index, user, alias));
        if (reexportsImports(index.files.paths[user] ?? "")) add(user, alias);
        for (const one of index.parsed(user)?.exports ?? []) if (one.name === alias) add(user, one.alias);
      }
    }
  }
  return uses;
}

/** Last segments of module paths that denote a file: its own name, and for an index its folder's. */
function namesOfModule(path: string): string[] {
  const own = moduleName(path);
  return own === "index" ? ["index", moduleName(path.slice(0, path.lastIndexOf("/")))] : [own];
}

/** Files that import an export of another file, with their local alias. */
function importers(
  { index, modules }: Resolver,
  exported: { readonly file: number; readonly name: string; readonly key: string },
): { readonly user: number; readonly alias: string }[] {
  const users = new Set(
    index.referencesTo(exported.key, MOST_IMPORTS).filter((site) => site.kind === "import").map((site) =>
      site.file
    ),
  );
  return [...users].flatMap((user) =>
    (index.parsed(user)?.imports ?? []).flatMap(({ module, names }) => {
      const fitting = names.filter(({ name, alias }) =>
        alias !== "*" && (name === exported.name || (name === "*" && exported.name === "default"))
      );
      if (fitting.length === 0 || !modules.resolve(module, user).includes(exported.file)) return [];
      return fitting.map(({ alias }) => ({ user, alias }));
    })
  );
}

/** True if a file's imports are also exports: `export { a as b } from "m"`, a Python package. */
function reexportsImports(path: string): boolean {
  return /(?:^|\/)(?:__init__\.py|index\.[cm]?[jt]sx?)$|\.d\.ts$|\.[jt]s$/.test(path);
}

function usesIn(index: LexicalIndex, file: number, name: string): AliasedUse[] {
  return (index.parsed(file)?.references ?? []).flatMap((reference) =>
    reference.name === name && reference.receiver === "" && reference.kind !== "import"
      ? [{ ...reference, file }]
      : []
  );
}

function namedUses(index: LexicalIndex, name: string): AliasedUse[] {
  return index.referencesTo(name, MOST_IMPORTS).filter((site) => site.kind !== "import").map((site) => ({
    ...site,
    name,
  }));
}
