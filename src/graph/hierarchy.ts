import { remember } from "../model/memo.ts";
import { endsWithAny } from "../model/text.ts";
import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import { baseName } from "../syntax/parsed_file.ts";
import { namesOf } from "./file_names.ts";
import type { Names } from "./names.ts";
import { definitionAt, symbolKey, type SymbolRef } from "./symbol_ref.ts";
import { PACKAGES } from "./scopes.ts";

/** A member, and the number of inheritance levels above the class. */
export interface Member extends SymbolRef {
  readonly depth: number;
}

/** Maximum number of base classes above a class that are followed. */
export const DEEPEST_HERITAGE = 6;

/** Ends of the names of Python's enumeration classes. */
const ENUMS = ["Enum", "Flag", "Choices"];

/** Class hierarchy with member lookup. */
export class Hierarchy {
  readonly #bases = new Map<string, readonly SymbolRef[]>();

  constructor(private readonly names: Names) {}

  /** Members of a class, or of its nearest base classes that have any. */
  members(type: SymbolRef, name: string): readonly Member[] {
    let found: Member[] = [];
    let at = -1;
    for (const { symbol, depth } of this.upwards(type)) {
      if (found.length > 0 && depth > at) break;
      const own = this.ownMembers(symbol, name).map((member) => ({ ...member, depth }));
      if (own.length > 0) [found, at] = [[...found, ...own], depth];
    }
    return found;
  }

  /** Base classes within the repository, direct and indirect, nearest first. */
  above(type: SymbolRef): SymbolRef[] {
    return this.upwards(type).slice(1).map(({ symbol }) => symbol);
  }

  /** True if all base classes, direct and indirect, are in the repository. */
  knowsAllBases(type: SymbolRef): boolean {
    return this.upwards(type).every(({ symbol }) => {
      const parsed = this.names.index.parsed(symbol.file);
      const listed = (parsed?.heritage ?? []).filter((one) => one.definition === symbol.definition);
      return this.bases(symbol).length >= listed.length;
    });
  }

  /** The class and all its base classes, nearest first. */
  upwards(type: SymbolRef): { readonly symbol: SymbolRef; readonly depth: number }[] {
    const seen = new Set([symbolKey(type)]);
    const all = [{ symbol: type, depth: 0 }];
    for (const { symbol, depth } of all) {
      if (depth >= DEEPEST_HERITAGE) break;
      for (const base of this.bases(symbol)) {
        if (seen.has(symbolKey(base))) continue;
        seen.add(symbolKey(base));
        all.push({ symbol: base, depth: depth + 1 });
      }
    }
    return all;
  }

  /** Names of a type and its bases, nearest first, also those of a library. */
  namesOf(type: SymbolRef): readonly string[] {
    return this.upwards(type).flatMap(({ symbol: { file, definition } }) => {
      const { definitions = [], heritage = [] } = this.names.index.parsed(file) ?? {};
      const bases = heritage.filter((one) => one.definition === definition).map((one) => baseName(one));
      return [definitions[definition]?.name ?? "", ...bases];
    });
  }

  /** True for an enumeration, in Python a class with such a base. */
  isEnum(type: SymbolRef): boolean {
    return this.upwards(type).some(({ symbol: { file, definition } }) => {
      const { definitions = [], heritage = [] } = this.names.index.parsed(file) ?? {};
      return definitions[definition]?.kind === "enum" ||
        heritage.some((one) => one.definition === definition && endsWithAny(one.base, ENUMS));
    });
  }

  /** Members declared in the class or, if methods are declared outside of it (Go, Rust, C++), by qualified name. */
  ownMembers({ file, definition }: SymbolRef, name: string): SymbolRef[] {
    const { index } = this.names;
    const [parsed, type] = definitionAt(index, { file, definition });
    if (!parsed || !type) return [];
    const outside = namesOf(parsed).holds(definition) ? `${type.qualifiedName}.${name}` : undefined;
    const inside = namesOf(parsed).definitions(name).filter((ordinal) => {
      const one = parsed.definitions[ordinal];
      return one?.parent === definition || one?.qualifiedName === outside;
    });
    if (inside.length > 0) return inside.map((ordinal) => ({ file, definition: ordinal }));
    if (!PACKAGES.has(parsed.language)) return [];
    const wanted = `${type.qualifiedName}.${name}`;
    const sites = index.definitionsNamed(name).filter((site) => {
      const { language, definitions = [] } = index.parsed(site.file) ?? {};
      const isNamed = language === parsed.language && definitions[site.definition]?.qualifiedName === wanted;
      // In Rust a file with a type of that name has members of its own type.
      return isNamed &&
        !(language === "rust" &&
          definitions.some((one) => one.qualifiedName === type.qualifiedName && CLASS_KINDS.has(one.kind)));
    });
    const near = new Set(this.names.modules.siblings(file));
    const close = sites.filter((site) => near.has(site.file));
    // Go methods are in the package of their type.
    const isElsewhere = close.length === 0 && parsed.language !== "go";
    return (isElsewhere ? sites : close).map(({ file, definition }) => ({ file, definition }));
  }

  /** Direct base classes and interfaces within the repository. */
  bases(symbol: SymbolRef): readonly SymbolRef[] {
    const key = symbolKey(symbol);
    return remember(this.#bases, key, () => {
      this.#bases.set(key, []); // Ends the recursion for a class that extends itself.
      const parsed = this.names.index.parsed(symbol.file);
      return !parsed ? [] : parsed.heritage.filter((one) => one.definition === symbol.definition)
        .flatMap((one) => this.names.classNamed({ file: symbol.file, parsed }, one.base) ?? []);
    });
  }
}
