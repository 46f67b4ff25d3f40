import type { LexicalIndex } from "../index/lexical_index.ts";
import type { DefinitionKind, ParsedFile, Reference, TypeHint } from "../index/parse/parsed_file.ts";
import type { Bound } from "./file_names.ts";
import { namesOf } from "./file_names.ts";
import type { ModuleMap } from "./modules.ts";
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

const CLASS_LIKE: ReadonlySet<DefinitionKind> = new Set([
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
  "module",
  "type",
]);
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
  const modules = createModuleMap(index);
  const topLevel = new Map<string, readonly number[]>();
  const baseCache = new Map<string, readonly SymbolRef[]>();

  function resolve(file: number, reference: Reference): readonly Resolution[] {
    const parsed = index.parsed(file);
    if (!parsed) return [];
    const receiver = reference.receiver.replace(/\(\)$/, "");
    if (receiver === "") return plain(file, parsed, reference);
    const [first = "", ...rest] = receiver.split(/\.|::|->|\\/).filter((part) => part !== "");
    if (SELF.has(first) && rest.length === 0) return onSelf(file, parsed, reference, first);
    const typed = hinted(file, parsed, reference, receiver);
    if (typed) return member(typed, reference.name, "receiver");
    return onName(file, parsed, reference, first, rest);
  }

  /** `foo()` */
  function plain(file: number, parsed: ParsedFile, reference: Reference): readonly Resolution[] {
    const local = inScopes(parsed, reference);
    if (local >= 0) return [found({ file, definition: local }, "local")];
    const imported = byImport(file, parsed, reference.name);
    if (imported) return imported.map((symbol) => found(symbol, "import"));
    const own = enclosingClass(parsed, reference.scope);
    if (own >= 0 && implicitThis(parsed.language)) {
      const members = member({ file, definition: own }, reference.name, "inherited");
      if (members.length > 0) return members;
    }
    const near = inPackage(file, parsed, reference.name);
    return near.length > 0
      ? near.map((symbol) => found(symbol, "package"))
      : byName(reference, parsed.language);
  }

  /** `self.foo()`, `super.foo()` */
  function onSelf(
    file: number,
    parsed: ParsedFile,
    reference: Reference,
    self: string,
  ): readonly Resolution[] {
    const own = enclosingClass(parsed, reference.scope);
    if (own < 0) return byName(reference, parsed.language);
    const up = self === "super" || self === "parent" || self === "base";
    const members = up
      ? bases({ file, definition: own }).flatMap((base) => member(base, reference.name, "inherited"))
      : member({ file, definition: own }, reference.name, "receiver");
    return members.length > 0 ? members : byName(reference, parsed.language);
  }

  /** `module.foo()`, `Class.foo()`, `value.foo()` */
  function onName(
    file: number,
    parsed: ParsedFile,
    reference: Reference,
    first: string,
    rest: readonly string[],
  ): readonly Resolution[] {
    const bound = namesOf(parsed).import(first);
    if (bound) return throughImport(file, bound, rest, reference);
    const type = classNamed(file, parsed, first);
    if (type && rest.length === 0) return member(type, reference.name, "receiver");
    const files = modules.resolve([first, ...rest].join("."), file);
    const inModule = files.length > 0 && first !== "" ? topNamed(files, reference.name) : [];
    if (inModule.length > 0) return inModule.map((symbol) => found(symbol, "package"));
    return byName(reference, parsed.language);
  }

  function throughImport(
    file: number,
    bound: Bound,
    rest: readonly string[],
    reference: Reference,
  ): readonly Resolution[] {
    const inner = [...(bound.name === undefined ? [] : [bound.name]), ...rest];
    const owner = inner.at(-1);
    const asModule = modules.resolve(joinModule(bound.module, inner), file);
    const direct = topNamed(asModule, reference.name);
    if (direct.length > 0) return direct.map((symbol) => found(symbol, "import"));
    if (owner === undefined) return [];
    const types = topNamed(modules.resolve(bound.module, file), owner);
    return types.flatMap((type) => member(type, reference.name, "import"));
  }

  /** Definitions of that name at the top of the files. */
  function topNamed(files: readonly number[], name: string): SymbolRef[] {
    return files.flatMap((file) => {
      const key = `${file}\0${name}`;
      let ordinals = topLevel.get(key);
      if (!ordinals) topLevel.set(key, ordinals = topOrdinals(index.parsed(file), name));
      return ordinals.map((definition) => ({ file, definition }));
    });
  }

  /** The definitions an imported name stands for; undefined when the file does not import it. */
  function byImport(file: number, parsed: ParsedFile, name: string): SymbolRef[] | undefined {
    const bound = namesOf(parsed).import(name);
    if (bound) {
      const files = modules.resolve(bound.module, file);
      const original = bound.name === undefined || bound.name === "default" ? name : bound.name;
      const direct = topNamed(files, original);
      if (direct.length > 0) return direct;
      const inner = topNamed(modules.resolve(joinModule(bound.module, [original]), file), original);
      return inner.length > 0 ? inner : reExported(files, original);
    }
    const starred = namesOf(parsed).stars.flatMap((module) => topNamed(modules.resolve(module, file), name));
    return starred.length > 0 ? starred : undefined;
  }

  /** One hop through a package's `__init__` or index that only passes names on. */
  function reExported(files: readonly number[], name: string): SymbolRef[] {
    return files.flatMap((file) => {
      const parsed = index.parsed(file);
      if (!parsed) return [];
      return parsed.imports.filter((one) =>
        one.names.some((taken) => taken.alias === name || taken.name === "*")
      )
        .flatMap((one) => topNamed(modules.resolve(one.module, file), name));
    });
  }

  function inPackage(file: number, parsed: ParsedFile, name: string): SymbolRef[] {
    if (!sharesPackage(parsed.language)) return [];
    const sites = index.definitionsNamed(name);
    const folder = new Set(modules.siblings(file));
    return sites.filter((site) =>
      folder.has(site.file) && index.parsed(site.file)?.definitions[site.definition]?.parent === -1
    )
      .map(({ file, definition }) => ({ file, definition }));
  }

  function classNamed(file: number, parsed: ParsedFile, name: string): SymbolRef | undefined {
    const ordinal = namesOf(parsed).definitions(name)
      .find((one) => CLASS_LIKE.has(parsed.definitions[one]?.kind ?? "function"));
    if (ordinal !== undefined) return { file, definition: ordinal };
    const candidates = byImport(file, parsed, name) ?? inPackage(file, parsed, name);
    const known = candidates.find((symbol) => isClass(symbol));
    if (known) return known;
    if (index.definitionCount(name) !== 1) return undefined;
    const only = index.definitionsNamed(name)[0];
    return only && CLASS_LIKE.has(only.kind) ? { file: only.file, definition: only.definition } : undefined;
  }

  function isClass({ file, definition }: SymbolRef): boolean {
    const kind = index.parsed(file)?.definitions[definition]?.kind;
    return kind !== undefined && CLASS_LIKE.has(kind);
  }

  /** The class a receiver holds: a field's by the hints of its class, a variable's by those of the scopes around. */
  function hinted(
    file: number,
    parsed: ParsedFile,
    reference: Reference,
    receiver: string,
  ): SymbolRef | undefined {
    const names = namesOf(parsed);
    const field = /^(?:(?:self|this|\$this)(?:\.|->)|@)(\w+)$/.exec(receiver)?.[1];
    if (field !== undefined) {
      return typeOf(
        file,
        parsed,
        names.hint(enclosingClass(parsed, reference.scope), field) ?? names.anyHint(field),
      );
    }
    for (let scope = reference.scope;; scope = parsed.definitions[scope]?.parent ?? -1) {
      const hint = names.hint(scope, receiver);
      if (hint) return typeOf(file, parsed, hint);
      if (scope < 0) return undefined;
    }
  }

  function typeOf(file: number, parsed: ParsedFile, hint: TypeHint | undefined): SymbolRef | undefined {
    return hint && classNamed(file, parsed, hint.type.split(/\.|::|\\/).at(-1) ?? "");
  }

  /** A member of a class, or of what it extends. */
  function member(type: SymbolRef, name: string, rule: Rule): readonly Resolution[] {
    const seen = new Set<string>();
    let level: readonly SymbolRef[] = [type];
    for (let depth = 0; depth < DEEPEST_HERITAGE && level.length > 0; depth++) {
      const members = level.flatMap((one) => ownMembers(one, name));
      if (members.length > 0) return members.map((symbol) => found(symbol, depth === 0 ? rule : "inherited"));
      level = level.flatMap((one) => bases(one)).filter((one) => {
        const key = `${one.file}:${one.definition}`;
        return !seen.has(key) && seen.add(key);
      });
    }
    return [];
  }

  /** Members in the class itself, and, where methods stand outside it (Go, Rust, C++), by their qualified name. */
  function ownMembers({ file, definition }: SymbolRef, name: string): SymbolRef[] {
    const parsed = index.parsed(file);
    const type = parsed?.definitions[definition];
    if (!parsed || !type) return [];
    const inside = namesOf(parsed).definitions(name)
      .filter((ordinal) => parsed.definitions[ordinal]?.parent === definition);
    if (inside.length > 0) return inside.map((ordinal) => ({ file, definition: ordinal }));
    if (!sharesPackage(parsed.language)) return [];
    const wanted = `${type.name}.${name}`;
    return index.definitionsNamed(name)
      .filter((site) => index.parsed(site.file)?.definitions[site.definition]?.qualifiedName.endsWith(wanted))
      .map(({ file, definition }) => ({ file, definition }));
  }

  function bases(symbol: SymbolRef): readonly SymbolRef[] {
    const key = `${symbol.file}:${symbol.definition}`;
    let known = baseCache.get(key);
    if (!known) {
      baseCache.set(key, []); // A class that extends itself ends here.
      const parsed = index.parsed(symbol.file);
      known = !parsed ? [] : parsed.heritage.filter((one) => one.definition === symbol.definition)
        .flatMap((one) => classNamed(symbol.file, parsed, one.base.split(/\.|::|\\/).at(-1) ?? "") ?? []);
      baseCache.set(key, known);
    }
    return known;
  }

  /** The last resort: all definitions of that name, if they are few. */
  function byName(reference: Reference, language: string): readonly Resolution[] {
    const count = index.definitionCount(reference.name);
    if (count === 0 || count > MOST_HOMONYMS || reference.name.length < 3) return [];
    return index.definitionsNamed(reference.name)
      .filter((site) => related(index.parsed(site.file)?.language, language))
      .map((site) => found(site, count === 1 ? "unique name" : "name", count));
  }

  return { resolve, bases, modules };
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

/** The definition that a bare name means by the scopes around it, the innermost; -1 when none does. */
function inScopes(parsed: ParsedFile, reference: Reference): number {
  let best = -1;
  let bestParent = -2;
  for (const ordinal of namesOf(parsed).definitions(reference.name)) {
    const parent = parsed.definitions[ordinal]?.parent ?? -1;
    if (parent <= bestParent || !isVisible(parsed, parent, reference.scope)) continue;
    if (parent >= 0 && CLASS_LIKE.has(parsed.definitions[parent]?.kind ?? "function")) continue;
    [best, bestParent] = [ordinal, parent];
  }
  return best;
}

/** Whether what `owner` holds can be named bare in `scope`. */
function isVisible(parsed: ParsedFile, owner: number, scope: number): boolean {
  if (owner < 0) return true;
  for (let at = scope; at >= 0; at = parsed.definitions[at]?.parent ?? -1) if (at === owner) return true;
  return false;
}

function enclosingClass(parsed: ParsedFile, scope: number): number {
  for (let at = scope; at >= 0; at = parsed.definitions[at]?.parent ?? -1) {
    if (CLASS_LIKE.has(parsed.definitions[at]?.kind ?? "function")) return at;
  }
  return -1;
}

function topOrdinals(parsed: ParsedFile | undefined, name: string): readonly number[] {
  if (!parsed) return [];
  const named = namesOf(parsed).definitions(name);
  const parentOf = (ordinal: number): number => parsed.definitions[ordinal]?.parent ?? -1;
  const top = named.filter((ordinal) => parentOf(ordinal) === -1);
  if (top.length > 0) return top;
  // Inside a namespace or module the members are the file's top level.
  return named.filter((ordinal) => parsed.definitions[parentOf(ordinal)]?.kind === "module");
}

function found(symbol: SymbolRef, rule: Rule, homonyms = 1): Resolution {
  const confidence = rule === "name" ? CONFIDENCE.name / Math.max(1, homonyms - 1) : CONFIDENCE[rule];
  return { file: symbol.file, definition: symbol.definition, confidence, rule };
}

/** Languages where a bare name may be a member of the enclosing class. */
function implicitThis(language: string): boolean {
  return ["java", "kotlin", "scala", "c_sharp", "csharp", "c-sharp", "cpp", "ruby", "swift"].includes(
    language,
  );
}

/** Languages where the files of a folder or namespace see each other without an import. */
function sharesPackage(language: string): boolean {
  return [
    "go",
    "java",
    "kotlin",
    "scala",
    "c_sharp",
    "csharp",
    "c-sharp",
    "c",
    "cpp",
    "swift",
    "php",
    "ruby",
    "rust",
  ]
    .includes(language);
}

/** Names do not cross languages, except where compilers mix them. */
function related(a: string | undefined, b: string): boolean {
  const family = (language: string): string =>
    ({
      typescript: "js",
      tsx: "js",
      javascript: "js",
      jsx: "js",
      c: "c",
      cpp: "c",
      kotlin: "jvm",
      java: "jvm",
      scala: "jvm",
    })[language] ?? language;
  return a !== undefined && family(a) === family(b);
}
