import type { LexicalIndex } from "../index/lexical_index.ts";
import type { ParsedFile, Reference, TypeHint } from "../index/parse/parsed_file.ts";
import type { Bound } from "./file_names.ts";
import { namesOf } from "./file_names.ts";
import type { ModuleMap } from "./modules.ts";
import {
  CLASS_LIKE,
  enclosingClass,
  implicitThis,
  inScopes,
  related,
  sharesPackage,
  topOrdinals,
} from "./scopes.ts";
import { createModuleMap } from "./modules.ts";

/** A definition by file number and ordinal in its parsed file. */
export interface SymbolRef {
  readonly file: number;
  readonly definition: number;
}

/** What a use of a name may mean, and how sure that is: 1 certain, below 0.5 a guess by name alone. */
export interface Resolution extends SymbolRef {
  readonly confidence: number;
  /** The rule that found it. */
  readonly rule: Rule;
}

/** How a name was resolved, surest first. */
export type Rule = "local" | "import" | "receiver" | "inherited" | "package" | "unique name" | "name";

const CONFIDENCE: Record<Rule, number> = {
  local: 0.95,
  import: 0.95,
  receiver: 0.9,
  inherited: 0.85,
  package: 0.8,
  "unique name": 0.5,
  name: 0.3,
};

const SELF = new Set(["self", "this", "cls", "super", "Self", "@", "$this", "static", "parent", "base"]);
/** More homonyms than this and a name alone says nothing. */
const MOST_HOMONYMS = 4;
const DEEPEST_HERITAGE = 6;

/** Resolves uses of names to definitions: scopes, imports, receivers with simple type hints, heritage, packages. */
export interface Resolver {
  /** What a reference may mean, surest first; empty for names from outside the repository. */
  resolve(file: number, reference: Reference): readonly Resolution[];
  /** Classes that a class extends or implements, as far as they are in the repository. */
  bases(symbol: SymbolRef): readonly SymbolRef[];
  readonly modules: ModuleMap;
}

/** Creates a resolver over one index view. Answers are kept for the life of the view. */
export function createResolver(index: LexicalIndex): Resolver {
  return new IndexResolver(index);
}

class IndexResolver implements Resolver {
  readonly modules: ModuleMap;
  readonly #topLevel = new Map<string, readonly number[]>();
  readonly #baseCache = new Map<string, readonly SymbolRef[]>();

  constructor(private readonly index: LexicalIndex) {
    this.modules = createModuleMap(index);
  }

  resolve(file: number, reference: Reference): readonly Resolution[] {
    const parsed = this.index.parsed(file);
    if (!parsed) return [];
    const receiver = reference.receiver.replace(/\(\)$/, "");
    if (receiver === "") return this.#plain(file, parsed, reference);
    const [first = "", ...rest] = receiver.split(/\.|::|->|\\/).filter((part) => part !== "");
    if (SELF.has(first) && rest.length === 0) return this.#onSelf(file, parsed, reference, first);
    const typed = this.#hinted(file, parsed, reference, receiver);
    if (typed) return this.#member(typed, reference.name, "receiver");
    return this.#onName(file, parsed, reference, first, rest);
  }

  /** `foo()` */
  #plain(file: number, parsed: ParsedFile, reference: Reference): readonly Resolution[] {
    const local = inScopes(parsed, reference);
    if (local >= 0) return [found({ file, definition: local }, "local")];
    const imported = this.#byImport(file, parsed, reference.name);
    if (imported) return imported.map((symbol) => found(symbol, "import"));
    const own = enclosingClass(parsed, reference.scope);
    if (own >= 0 && implicitThis(parsed.language)) {
      const members = this.#member({ file, definition: own }, reference.name, "inherited");
      if (members.length > 0) return members;
    }
    const near = this.#inPackage(file, parsed, reference.name);
    return near.length > 0
      ? near.map((symbol) => found(symbol, "package"))
      : this.#byName(reference, parsed.language);
  }

  /** `self.foo()`, `super.foo()` */
  #onSelf(
    file: number,
    parsed: ParsedFile,
    reference: Reference,
    self: string,
  ): readonly Resolution[] {
    const own = enclosingClass(parsed, reference.scope);
    if (own < 0) return this.#byName(reference, parsed.language);
    const up = self === "super" || self === "parent" || self === "base";
    const members = up
      ? this.bases({ file, definition: own }).flatMap((base) =>
        this.#member(base, reference.name, "inherited")
      )
      : this.#member({ file, definition: own }, reference.name, "receiver");
    return members.length > 0 ? members : this.#byName(reference, parsed.language);
  }

  /** `module.foo()`, `Class.foo()`, `value.foo()` */
  #onName(
    file: number,
    parsed: ParsedFile,
    reference: Reference,
    first: string,
    rest: readonly string[],
  ): readonly Resolution[] {
    const bound = namesOf(parsed).import(first);
    if (bound) return this.#throughImport(file, bound, rest, reference);
    const type = this.#classNamed(file, parsed, first);
    if (type && rest.length === 0) return this.#member(type, reference.name, "receiver");
    const files = this.modules.resolve([first, ...rest].join("."), file);
    const inModule = files.length > 0 && first !== "" ? this.#topNamed(files, reference.name) : [];
    if (inModule.length > 0) return inModule.map((symbol) => found(symbol, "package"));
    return this.#byName(reference, parsed.language);
  }

  #throughImport(
    file: number,
    bound: Bound,
    rest: readonly string[],
    reference: Reference,
  ): readonly Resolution[] {
    const inner = [...(bound.name === undefined ? [] : [bound.name]), ...rest];
    const owner = inner.at(-1);
    const asModule = this.modules.resolve(joinModule(bound.module, inner), file);
    const direct = this.#topNamed(asModule, reference.name);
    if (direct.length > 0) return direct.map((symbol) => found(symbol, "import"));
    if (owner === undefined) return [];
    const types = this.#topNamed(this.modules.resolve(bound.module, file), owner);
    return types.flatMap((type) => this.#member(type, reference.name, "import"));
  }

  /** Definitions of that name at the top of the files. */
  #topNamed(files: readonly number[], name: string): SymbolRef[] {
    return files.flatMap((file) => {
      const key = `${file}\0${name}`;
      let ordinals = this.#topLevel.get(key);
      if (!ordinals) this.#topLevel.set(key, ordinals = topOrdinals(this.index.parsed(file), name));
      return ordinals.map((definition) => ({ file, definition }));
    });
  }

  /** The definitions an imported name stands for; undefined when the file does not import it. */
  #byImport(file: number, parsed: ParsedFile, name: string): SymbolRef[] | undefined {
    const bound = namesOf(parsed).import(name);
    if (bound) {
      const files = this.modules.resolve(bound.module, file);
      const original = bound.name === undefined || bound.name === "default" ? name : bound.name;
      const direct = this.#topNamed(files, original);
      if (direct.length > 0) return direct;
      const inner = this.#topNamed(
        this.modules.resolve(joinModule(bound.module, [original]), file),
        original,
      );
      return inner.length > 0 ? inner : this.#reExported(files, original);
    }
    const starred = namesOf(parsed).stars.flatMap((module) =>
      this.#topNamed(this.modules.resolve(module, file), name)
    );
    return starred.length > 0 ? starred : undefined;
  }

  /** One hop through a package's `__init__` or index that only passes names on. */
  #reExported(files: readonly number[], name: string): SymbolRef[] {
    return files.flatMap((file) => {
      const parsed = this.index.parsed(file);
      if (!parsed) return [];
      return parsed.imports.filter((one) =>
        one.names.some((taken) => taken.alias === name || taken.name === "*")
      )
        .flatMap((one) => this.#topNamed(this.modules.resolve(one.module, file), name));
    });
  }

  #inPackage(file: number, parsed: ParsedFile, name: string): SymbolRef[] {
    if (!sharesPackage(parsed.language)) return [];
    const sites = this.index.definitionsNamed(name);
    const folder = new Set(this.modules.siblings(file));
    return sites.filter((site) =>
      folder.has(site.file) && this.index.parsed(site.file)?.definitions[site.definition]?.parent === -1
    )
      .map(({ file, definition }) => ({ file, definition }));
  }

  #classNamed(file: number, parsed: ParsedFile, name: string): SymbolRef | undefined {
    const ordinal = namesOf(parsed).definitions(name)
      .find((one) => CLASS_LIKE.has(parsed.definitions[one]?.kind ?? "function"));
    if (ordinal !== undefined) return { file, definition: ordinal };
    const candidates = this.#byImport(file, parsed, name) ?? this.#inPackage(file, parsed, name);
    const known = candidates.find((symbol) => this.#isClass(symbol));
    if (known) return known;
    if (this.index.definitionCount(name) !== 1) return undefined;
    const only = this.index.definitionsNamed(name)[0];
    return only && CLASS_LIKE.has(only.kind) ? { file: only.file, definition: only.definition } : undefined;
  }

  #isClass({ file, definition }: SymbolRef): boolean {
    const kind = this.index.parsed(file)?.definitions[definition]?.kind;
    return kind !== undefined && CLASS_LIKE.has(kind);
  }

  /** The class a receiver holds: a field's by the hints of its class, a variable's by those of the scopes around. */
  #hinted(
    file: number,
    parsed: ParsedFile,
    reference: Reference,
    receiver: string,
  ): SymbolRef | undefined {
    const names = namesOf(parsed);
    const field = /^(?:(?:self|this|\$this)(?:\.|->)|@)(\w+)$/.exec(receiver)?.[1];
    if (field !== undefined) {
      return this.#typeOf(
        file,
        parsed,
        names.hint(enclosingClass(parsed, reference.scope), field) ?? names.anyHint(field),
      );
    }
    for (let scope = reference.scope;; scope = parsed.definitions[scope]?.parent ?? -1) {
      const hint = names.hint(scope, receiver);
      if (hint) return this.#typeOf(file, parsed, hint);
      if (scope < 0) return undefined;
    }
  }

  #typeOf(file: number, parsed: ParsedFile, hint: TypeHint | undefined): SymbolRef | undefined {
    return hint && this.#classNamed(file, parsed, hint.type.split(/\.|::|\\/).at(-1) ?? "");
  }

  /** A member of a class, or of what it extends. */
  #member(type: SymbolRef, name: string, rule: Rule): readonly Resolution[] {
    const seen = new Set<string>();
    let level: readonly SymbolRef[] = [type];
    for (let depth = 0; depth < DEEPEST_HERITAGE && level.length > 0; depth++) {
      const members = level.flatMap((one) => this.#ownMembers(one, name));
      if (members.length > 0) return members.map((symbol) => found(symbol, depth === 0 ? rule : "inherited"));
      level = level.flatMap((one) => this.bases(one)).filter((one) => {
        const key = `${one.file}:${one.definition}`;
        return !seen.has(key) && seen.add(key);
      });
    }
    return [];
  }

  /** Members in the class itself, and, where methods stand outside it (Go, Rust, C++), by their qualified name. */
  #ownMembers({ file, definition }: SymbolRef, name: string): SymbolRef[] {
    const parsed = this.index.parsed(file);
    const type = parsed?.definitions[definition];
    if (!parsed || !type) return [];
    const inside = namesOf(parsed).definitions(name)
      .filter((ordinal) => parsed.definitions[ordinal]?.parent === definition);
    if (inside.length > 0) return inside.map((ordinal) => ({ file, definition: ordinal }));
    if (!sharesPackage(parsed.language)) return [];
    const wanted = `${type.name}.${name}`;
    return this.index.definitionsNamed(name)
      .filter((site) =>
        this.index.parsed(site.file)?.definitions[site.definition]?.qualifiedName.endsWith(wanted)
      )
      .map(({ file, definition }) => ({ file, definition }));
  }

  bases(symbol: SymbolRef): readonly SymbolRef[] {
    const key = `${symbol.file}:${symbol.definition}`;
    let known = this.#baseCache.get(key);
    if (!known) {
      this.#baseCache.set(key, []); // A class that extends itself ends here.
      const parsed = this.index.parsed(symbol.file);
      known = !parsed ? [] : parsed.heritage.filter((one) => one.definition === symbol.definition)
        .flatMap((one) =>
          this.#classNamed(symbol.file, parsed, one.base.split(/\.|::|\\/).at(-1) ?? "") ?? []
        );
      this.#baseCache.set(key, known);
    }
    return known;
  }

  /** The last resort: all definitions of that name, if they are few. */
  #byName(reference: Reference, language: string): readonly Resolution[] {
    const count = this.index.definitionCount(reference.name);
    if (count === 0 || count > MOST_HOMONYMS || reference.name.length < 3) return [];
    return this.index.definitionsNamed(reference.name)
      .filter((site) => related(this.index.parsed(site.file)?.language, language))
      .map((site) => found(site, count === 1 ? "unique name" : "name", count));
  }
}

function joinModule(module: string, names: readonly string[]): string {
  const separator = module.includes("::")
    ? "::"
    : module.includes("/")
    ? "/"
    : module.includes("\\")
    ? "\\"
    : ".";
  return names.reduce((path, name) => path.endsWith(".") ? path + name : path + separator + name, module);
}

function found(symbol: SymbolRef, rule: Rule, homonyms = 1): Resolution {
  const confidence = rule === "name" ? CONFIDENCE.name / Math.max(1, homonyms - 1) : CONFIDENCE[rule];
  return { file: symbol.file, definition: symbol.definition, confidence, rule };
}
