import type { LexicalIndex, ReferenceSite } from "../index/lexical_index.ts";
import { nodeTables } from "../syntax/languages.ts";
import { SCRIPTS } from "./file_names.ts";
import { moduleName } from "../syntax/imports.ts";
import type { Resolver } from "./resolve.ts";
import { sameSymbol, type SymbolRef } from "./symbol_ref.ts";

/** Maximum number of names of one definition followed through re-exports. */
const MOST_NAMES = 40;
/** Maximum number of uses examined per name. */
const MOST_IMPORTS = 1000;

/** A use under a name other than the definition's. */
export interface AliasedUse extends ReferenceSite {
  readonly name: string;
}

/** Uses of a definition in files that import it under another name, or from a module that exports it under one. */
export function aliasedUses(resolver: Resolver, symbol: SymbolRef): AliasedUse[] {
  const { index } = resolver;
  const { definitions = [], exports = [], hints = [], language = "" } = index.parsed(symbol.file) ?? {};
  const target = definitions[symbol.definition];
  if (!target) return [];
  const names = new Set([target.name]);
  for (const { name, alias } of exports) if (name === target.name) names.add(alias);
  // The keys of objects: `{ stop: end }`.
  const values = SCRIPTS.has(language) ? hints.filter(({ type }) => type === `=${target.name}`) : [];
  for (const { name } of values) names.add(name);
  const uses: AliasedUse[] = [];
  let left = MOST_NAMES;
  // Names found on the way are appended to the set.
  for (const name of names) {
    if (left-- < 0) break;
    if (name !== target.name && name !== "default") uses.push(...namedUses(index, name));
    for (const { user, alias } of importers(resolver, symbol, name)) {
      uses.push(...usesIn(index, user, alias));
      if (reexportsImports(index.files.paths[user] ?? "")) names.add(alias);
      for (const one of index.parsed(user)?.exports ?? []) if (one.name === alias) names.add(one.alias);
    }
  }
  if (language === "php") uses.push(...traitAliases(index, target.name));
  const owner = target.name === nodeTables(language)?.invoke ? resolver.owner(symbol) : undefined;
  if (owner) uses.push(...usesOfObjects(resolver, owner));
  return uses;
}

/** Uses of the aliases of a trait's method in PHP: `use Greets { hello as greet; }`. */
function traitAliases(index: LexicalIndex, method: string): AliasedUse[] {
  const users = index.referencesTo(method, MOST_IMPORTS).filter(({ kind }) => kind === "import");
  const aliases = users.flatMap(({ file }) => index.parsed(file)?.hints ?? [])
    .filter(({ type }) => type.startsWith("=") && type.endsWith(`.${method}`)).map(({ name }) => name);
  return [...new Set(aliases)].flatMap((name) => namedUses(index, name));
}

/** Uses of the fields and variables that hold objects of a class, or of one that extends it, under any name. */
function usesOfObjects(resolver: Resolver, owner: SymbolRef): AliasedUse[] {
  const { index } = resolver;
  const own = index.parsed(owner.file)!.definitions[owner.definition]!.name;
  const types = new Set([own]);
  const names = new Set<string>();
  for (const type of types) {
    for (const { alias } of type === own ? importers(resolver, owner, own) : []) types.add(alias);
    for (const file of new Set(index.referencesTo(type, MOST_IMPORTS).map((one) => one.file))) {
      const { hints = [], heritage = [], definitions = [] } = index.parsed(file) ?? {};
      const isOf = (path: string): boolean => `.${path}`.endsWith(`.${type}`);
      for (const { base, definition } of heritage) if (isOf(base)) types.add(definitions[definition]!.name);
      for (const hint of hints) if (isOf(hint.type)) names.add(hint.name);
      // `self.rule = given`
      for (const { type, name } of hints) if (names.has(type.slice(1).split("@", 1)[0]!)) names.add(name);
    }
  }
  return [...names].flatMap((name) => namedUses(index, name));
}

/** Last segments of module paths that denote a file: its own name, and for an index its folder's. */
function namesOfModule(path: string): string[] {
  const own = moduleName(path);
  return own === "index" ? ["index", moduleName(path.slice(0, path.lastIndexOf("/")))] : [own];
}

/** Files that import a definition by a name under another one, directly or through re-exports. */
function importers(
  resolver: Resolver,
  symbol: SymbolRef,
  name: string,
): { readonly user: number; readonly alias: string }[] {
  const { index } = resolver;
  const keys = name === "default" ? namesOfModule(index.files.paths[symbol.file] ?? "") : [name];
  const users = new Set(
    keys.flatMap((key) => index.referencesTo(key, MOST_IMPORTS)).filter(({ kind }) => kind === "import")
      .map(({ file }) => file),
  );
  return [...users].flatMap((user) =>
    (index.parsed(user)?.imports ?? []).flatMap(({ names }) =>
      names.filter((one) =>
        one.alias !== "*" && (one.name === name || (one.name === "*" && name === "default"))
      )
    ).filter(({ alias }) => resolver.imported(user, alias).some((one) => sameSymbol(one, symbol)))
      .map(({ alias }) => ({ user, alias }))
  );
}

/** True if a file's imports are also exports: `export { a as b } from "m"`, a Python package, Rust's `pub use`. */
function reexportsImports(path: string): boolean {
  return /(?:^|\/)(?:__init__\.py|index\.[jt]sx)$|\.(?:[cm]?[jt]|r)s$/.test(path);
}

function usesIn(index: LexicalIndex, file: number, name: string): AliasedUse[] {
  const { references = [], language } = index.parsed(file) ?? {};
  return references.flatMap((reference) =>
    reference.name === name && (reference.receiver === "" || language === "kotlin") &&
      reference.kind !== "import"
      ? [{ ...reference, file }]
      : []
  );
}

/** Uses of a name, without imports. */
export function namedUses(index: LexicalIndex, name: string, most = MOST_IMPORTS): AliasedUse[] {
  return index.referencesTo(name, most).flatMap((site) => site.kind === "import" ? [] : { ...site, name });
}
