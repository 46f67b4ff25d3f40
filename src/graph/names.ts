import { remember } from "../model/memo.ts";
import { folderOf } from "../model/paths.ts";
import { CALLABLE, CLASS_LIKE } from "../syntax/class_kinds.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import type { ParsedFile, Reference } from "../syntax/parsed_file.ts";
import { parentOf } from "../syntax/parsed_file.ts";
import { bodiesOf, isC } from "./bodies.ts";
import { namesOf, SCRIPTS } from "./file_names.ts";
import type { ImportBinding } from "./file_names.ts";
import { linked } from "./linked.ts";
import { createModuleMap, joinModule } from "./modules.ts";
import type { ModuleMap } from "./modules.ts";
import { isIdentifier, wordsOf } from "../syntax/source.ts";
import { MOST_LOOKED_AT, type SymbolRef } from "./symbol_ref.ts";
import { enclosingClass, isMember, PACKAGES, PRIVATE_IMPORTS, related, topOrdinals } from "./scopes.ts";

/** Maximum number of re-exports followed per name. */
const MOST_HOPS = 60;
/** Maximum number of classes of one name compared by their qualified names. */
const MOST_NAMESAKES = 50;

/** A file of the index with its parsed record. */
export type FileView = { readonly file: number; readonly parsed: ParsedFile };

/** The scope of a use: ordinal of the enclosing definition, -1 at the top level. */
export type UseScope = { readonly file: number; readonly scope: number };

/** A scope with its parsed file. */
export interface ScopeView extends FileView, UseScope {}

/** A reference with its parsed file. */
export interface Use extends FileView {
  readonly reference: Reference;
}

/** A path in C++ whose first name may be the alias of a namespace: `namespace st = acme::store`. */
export function wholePath(parsed: ParsedFile, path: readonly string[]): readonly string[] {
  const [first = "", ...rest] = path;
  const module = isC(parsed.language) ? namesOf(parsed).import(first)?.module ?? "" : "";
  const isHeader = module.includes(".") || module.includes("/");
  return module === "" || isHeader ? path : [...module.split("::"), ...rest];
}

/** Name resolution at the top level of files: imports, re-exports, packages, classes. */
export class Names {
  readonly modules: ModuleMap;
  readonly #top = new Map<string, readonly number[]>();
  readonly #classes = new Map<string, SymbolRef | null>();
  readonly #namesakes = new Map<string, readonly SymbolRef[]>();

  constructor(readonly index: LexicalIndex) {
    this.modules = index.lasting.get(createModuleMap);
  }

  /** Top-level definitions of a name in the files. */
  top(files: readonly number[], name: string): SymbolRef[] {
    return files.flatMap((file) => {
      const make = (): readonly number[] => topOrdinals(this.index.parsed(file), name);
      return remember(this.#top, `${file}\0${name}`, make).map((definition) => ({ file, definition }));
    });
  }

  /** The definitions of an imported name, empty if it is external; undefined if the name is not imported. */
  imported({ file, parsed }: FileView, name: string): SymbolRef[] | undefined {
    const bound = namesOf(parsed).import(name);
    if (bound) return this.bound(file, bound, name);
    const starred = namesOf(parsed).stars.flatMap((module) => {
      const found = this.exported(this.modules.resolve(module, file), name);
      return found.length > 0 ? found : this.declared(module, name, parsed.module);
    });
    return starred.length > 0 ? starred : undefined;
  }

  /** The definitions that an import binding refers to. */
  bound(file: number, bound: ImportBinding, name: string): SymbolRef[] {
    const isWhole = bound.name === undefined || bound.name === "default";
    // A PHP class without a namespace.
    const isGlobal = isWhole && this.index.parsed(file)?.language === "php" && isIdentifier(bound.module);
    if (isGlobal) return this.declared("", bound.module);
    const files = this.modules.resolve(bound.module, file);
    const whole = isWhole ? this.exported(files, "default") : [];
    if (whole.length > 0) return whole;
    const original = isWhole ? name : bound.name!;
    const found = this.exported(files, original);
    if (found.length > 0) return found;
    const inner = this.top(this.modules.resolve(joinModule(bound.module, [original]), file), original);
    if (inner.length > 0) return inner;
    // A member of what a module exports as a whole: `local trim = require("text").trim`.
    const member = this.exported(files, "default").flatMap(({ file, definition }) =>
      this.declared(this.index.parsed(file)!.definitions[definition]!.qualifiedName, original)
        .filter((one) => one.file === file)
    );
    if (member.length > 0) return member;
    if (!isWhole) return this.declared(bound.module, original, this.index.parsed(file)?.module);
    // `using T = A.B.Type` binds a type by its whole path.
    const cut = Math.max(...[".", "\\", ":"].map((sign) => bound.module.lastIndexOf(sign)));
    return cut < 0 ? [] : this.declared(bound.module.slice(0, cut), bound.module.slice(cut + 1));
  }

  /**
   * Definitions by their full name: the file's package, then the qualified name; also those inside of TypeScript's
   * `declare module "name"`.
   *
   * @param around package of the file that imports the module by a part of its path
   */
  declared(module: string, name: string, around = ""): SymbolRef[] {
    if (this.index.definitionCount(name) === 0) return [];
    const path = `${module}.${name}`.replace(/^(?:crate::|[\\:.]+)/, "").replace(/[\\:.]+/g, ".")
      .replace(".Companion.", ".");
    return this.index.definitionsNamed(name).filter(({ file, definition }) => {
      const { module: own = "", definitions = [], language } = this.index.parsed(file) ?? {};
      const { qualifiedName = "", parent = -1, signature = "" } = definitions[definition] ?? {};
      const full = own === "" ? qualifiedName : `${own}.${qualifiedName}`;
      const isExtension = language === "kotlin" && own === module && signature.includes(`.${name}(`);
      return full === path || full === `${around}.${path}` || isExtension ||
        (definitions[parent]?.kind === "module" && definitions[parent]?.name === module);
    }).map(({ file, definition }) => ({ file, definition }));
  }

  /** A member of an imported namespace that no file of that path holds: PHP's `use A\B; B\run()`. */
  inImport(parsed: ParsedFile, [first = "", ...rest]: readonly string[], name: string): SymbolRef[] {
    const bound = namesOf(parsed).import(first);
    // Go imports a path; another package here may have its last segment as its name.
    if (!bound || parsed.language === "go") return [];
    return this.declared(joinModule(bound.module, bound.name ? [bound.name, ...rest] : rest), name);
  }

  /** Terraform: `var.region` is a block of the same folder. */
  inFolder(file: number, { receiver, name }: Reference): SymbolRef[] {
    const folder = new Set(this.modules.siblings(file));
    return this.declared(receiver, name).filter((one) => folder.has(one.file));
  }

  /** The files of a module that other files re-export under a name: `export * as tools from "./a"`. */
  namespace(files: readonly number[], name: string, seen = new Set<number>()): readonly number[] {
    return files.flatMap((file) => {
      const parsed = this.index.parsed(file);
      if (!parsed || seen.has(file)) return [];
      seen.add(file);
      const { stars, import: importOf } = namesOf(parsed);
      const bound = importOf(name);
      const inner = bound?.name === undefined ? [] : [bound.name];
      if (bound) return this.modules.resolve(joinModule(bound.module, inner), file);
      if (!SCRIPTS.has(parsed.language)) return [];
      return stars.flatMap((module) => this.namespace(this.modules.resolve(module, file), name, seen));
    });
  }

  /** Definitions of a name in the files, or in the files that they re-export from (`__init__`, `export * from`). */
  exported(files: readonly number[], name: string, seen = new Set<string>()): SymbolRef[] {
    const renamed = files.flatMap((file) => this.#renamedExports(file, name, seen));
    if (renamed.length > 0) return renamed;
    const direct = this.top(files, name);
    return direct.length > 0 ? direct : files.flatMap((file) => this.#reexported(file, name, seen));
  }

  /** Definitions that a file exports under another name. */
  #renamedExports(file: number, alias: string, seen: Set<string>): SymbolRef[] {
    const parsed = this.index.parsed(file);
    const own = parsed ? namesOf(parsed).exported(alias) : [];
    return own.flatMap((name) => {
      const direct = this.top([file], name);
      const reexported = this.#reexported(file, name, seen);
      return reexported.length > 0 ? reexported : direct;
    });
  }

  #reexported(file: number, name: string, seen: Set<string>): SymbolRef[] {
    const parsed = this.index.parsed(file);
    const key = `${file}\0${name}`;
    if (!parsed || seen.has(key) || seen.size > MOST_HOPS) return [];
    seen.add(key);
    if (PRIVATE_IMPORTS.has(parsed.language)) return [];
    const { stars, import: importOf } = namesOf(parsed);
    const bound = importOf(name);
    if (bound) {
      const files = this.modules.resolve(bound.module, file);
      const whole = bound.name === undefined ? this.exported(files, "default", seen) : [];
      return whole.length > 0 ? whole : this.exported(files, bound.name ?? name, seen);
    }
    // `export * from` leaves the default out.
    const all = name === "default" ? [] : stars;
    const found = all.values().map((module) => this.exported(this.modules.resolve(module, file), name, seen))
      .find((symbols) => symbols.length > 0);
    if (found) return found;
    // Rust's macros belong to the root of their crate.
    const path = this.index.files.paths[file]!;
    return path.endsWith("lib.rs")
      ? this.index.definitionsNamed(name).filter((one) =>
        one.kind === "macro" && this.index.files.paths[one.file]!.startsWith(folderOf(path))
      )
      : [];
  }

  /** Top-level definitions in files that see each other without an import. */
  inPackage({ file, parsed }: FileView, name: string): SymbolRef[] {
    if (!PACKAGES.has(parsed.language)) return [];
    const folder = new Set(this.modules.siblings(file));
    const sites = this.index.definitionsNamed(name);
    // Go's packages are folders; those of others are declared, in sources and tests alike.
    const isDeclared = parsed.module !== "" && parsed.language !== "go" && sites.length <= MOST_LOOKED_AT;
    return sites.filter((site) => {
      const isNear = folder.has(site.file) &&
        related(this.index.parsed(site.file)?.language, parsed.language);
      const other = isNear || isDeclared ? this.index.parsed(site.file) : undefined;
      if (!isNear && other?.module !== parsed.module) return false;
      return other?.definitions[site.definition]?.parent === -1 && !isMember(other, site.definition);
    }).map(({ file, definition }) => ({ file, definition }));
  }

  /** The class around a scope, also for a method defined outside of it (`void Foo::run() {}`). */
  ownClass(view: FileView, scope: number): SymbolRef | undefined {
    const { file, parsed } = view;
    const definition = enclosingClass(parsed, scope);
    if (definition >= 0 && parsed.definitions[definition]?.kind !== "module") return { file, definition };
    for (let at = scope; at >= 0; at = parentOf(parsed, at)) {
      const { kind = "", qualifiedName = "" } = parsed.definitions[at] ?? {};
      // A JavaScript function with a prototype is a class.
      if (kind === "function" && namesOf(parsed).holds(at)) return { file, definition: at };
      const owner = kind === "method" ? qualifiedName.split(".").at(-2) : undefined;
      const type = owner === undefined ? undefined : this.classNamed(view, owner);
      if (type) return type;
    }
    return definition < 0 ? undefined : { file, definition };
  }

  /** The class that a path (`Foo`, `pkg.Foo`, `Outer.Inner`) refers to in a file. */
  classNamed(view: FileView, path: string): SymbolRef | undefined {
    const make = (): SymbolRef | null => this.#findClass(view, path) ?? null;
    return remember(this.#classes, `${view.file}\0${path}`, make) ?? undefined;
  }

  #findClass(view: FileView, path: string): SymbolRef | undefined {
    const { file, parsed } = view;
    const parts = wholePath(parsed, path.split(/\.|::|\\/).filter((part) => part !== ""));
    const name = parts.at(-1) ?? "";
    if (parts.length > 1) {
      const bound = isC(parsed.language) ? undefined : namesOf(parsed).import(parts[0]!);
      const inner = bound && [...(bound.name === undefined ? [] : [bound.name]), ...parts.slice(1, -1)];
      const found = bound && inner
        ? this.exported(this.modules.resolve(joinModule(bound.module, inner), file), name)
        : this.inModule(view, parts.slice(0, -1), name);
      const known = found.find((symbol) => this.isClass(symbol));
      return known ?? (bound ? undefined : this.#qualified(parts, file));
    }
    const ordinal = namesOf(parsed).definitions(name)
      .find((one) => this.isClass({ file, definition: one }));
    if (ordinal !== undefined) return { file, definition: ordinal };
    const imported = this.imported(view, name);
    const known = (imported ?? this.inPackage(view, name)).find((symbol) => this.isClass(symbol));
    if (known || (imported !== undefined && !this.#isInside(view, name))) return known;
    const all = this.#classesOf(name).filter((one) =>
      related(this.index.parsed(one.file)?.language, parsed.language)
    );
    // Swift's extensions of a type are classes of its name.
    const near = all.length < 2
      ? all
      : isC(parsed.language)
      ? this.#included(file, name)
      : parsed.language === "ruby"
      ? this.#opened(view, all, name)
      : all.filter(({ file, definition }) =>
        !wordsOf(this.index.parsed(file)!.definitions[definition]!.signature).includes("extension")
      );
    return near.length === 1 ? near[0] : undefined;
  }

  /**
   * The first part of a Ruby class that several files open: of one in a module that the file opens too, of that outside of
   * modules, or of the only one.
   */
  #opened({ parsed }: FileView, classes: readonly SymbolRef[], name: string): readonly SymbolRef[] {
    const around = new Set(parsed.definitions.map((one) => `.${one.qualifiedName}.${name}`));
    const inside = classes.filter((one) => around.has(this.#qualifiedName(one)));
    const outside = classes.filter((one) => this.#qualifiedName(one) === `.${name}`);
    const parts = [inside, outside].find((some) => some.length > 0) ?? classes;
    const names = new Set(parts.map((one) => this.#qualifiedName(one)));
    return names.size === 1 ? parts.slice(0, 1) : parts;
  }

  /** C and C++ classes of a name in the included files. */
  #included(file: number, name: string): SymbolRef[] {
    const tools = { modules: this.modules, bodies: bodiesOf(this.index) };
    return linked(this.index, tools, { file, name, kind: "type", path: [], around: "" }).symbols
      .filter((symbol) => this.isClass(symbol));
  }

  /** Definitions of a name in the module at an absolute path. */
  inModule({ file, parsed }: FileView, path: readonly string[], name: string): SymbolRef[] {
    const [first = "", ...rest] = path;
    // `\Shop\total()` names no file.
    if (parsed.language === "php") return this.declared(path.join("."), name);
    const specifier = parsed.language === "rust" ? path.join("::") : joinModule(first, rest);
    return this.exported(this.modules.resolve(specifier, file), name);
  }

  /** True if an imported name comes from the repository, even if its module is ambiguous. */
  #isInside({ file, parsed }: FileView, name: string): boolean {
    const module = namesOf(parsed).import(name)?.module ?? "";
    return /^(?:\.|crate\b|self\b|super\b)/.test(module) || this.modules.resolve(module, file).length > 0;
  }

  /**
   * The class whose qualified name ends with the path; a path of two parts also matches the only class of its last
   * name.
   */
  #qualified(parts: readonly string[], file: number): SymbolRef | undefined {
    const name = parts.at(-1) ?? "";
    const wanted = `.${parts.join(".")}`;
    const classes = this.#classesOf(name);
    // In C++ a namespace may be hidden in a macro.
    const isWhole = isC(this.index.parsed(file)?.language) && parts[0] !== "std";
    const exact = classes.filter((symbol) => {
      const qualified = `.${this.#qualifiedName(symbol)}`.replace("..", ".");
      return qualified.endsWith(wanted) || (isWhole && wanted.endsWith(qualified));
    });
    return exact.find((symbol) => symbol.file === file) ?? exact[0] ??
      (classes.length === 1 && parts.length === 2 ? classes[0] : undefined);
  }

  /** All classes of a name; empty if there are too many. */
  #classesOf(name: string): readonly SymbolRef[] {
    return remember(this.#namesakes, name, () => this.#findClasses(name));
  }

  #findClasses(name: string): SymbolRef[] {
    const { languages, languageNames } = this.index.files;
    // Only in scripts the record is needed to determine whether another definition has members.
    const sites = this.index.definitionsNamed(name).filter(({ file, kind }) =>
      CLASS_LIKE.has(kind) || SCRIPTS.has(languageNames[languages[file]!] ?? "")
    );
    const looked = sites.length > MOST_NAMESAKES ? sites.filter(({ kind }) => CLASS_LIKE.has(kind)) : sites;
    return looked.length > MOST_NAMESAKES ? [] : looked.map(({ file, definition }) => ({ file, definition }))
      .filter((symbol) => this.isClass(symbol));
  }

  #qualifiedName({ file, definition }: SymbolRef): string {
    const { module = "", definitions } = this.index.parsed(file) ?? {};
    return `${module}.${definitions?.[definition]?.qualifiedName ?? ""}`;
  }

  /** True if the definition is a namespace or module. */
  isModule({ file, definition }: SymbolRef): boolean {
    return this.index.parsed(file)?.definitions[definition]?.kind === "module";
  }

  /** True if the definition is called, and no class. */
  isFunction({ file, definition }: SymbolRef): boolean {
    return CALLABLE.has(this.index.parsed(file)?.definitions[definition]?.kind ?? "type");
  }

  /** True if the definition has members. */
  isClass({ file, definition }: SymbolRef): boolean {
    const parsed = this.index.parsed(file);
    const kind = parsed?.definitions[definition]?.kind;
    // A Rust module is a file.
    if (parsed === undefined || kind === undefined) return false;
    if (!CLASS_LIKE.has(kind)) return namesOf(parsed).holds(definition);
    return !(kind === "module" && parsed.language === "rust");
  }
}
