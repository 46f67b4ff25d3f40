import { lookUp } from "../model/json.ts";
import type { ParsedFile, TypeHint } from "../syntax/parsed_file.ts";
import { isC } from "./bodies.ts";
import type { Link } from "./chains.ts";
import { linksOf } from "./chains.ts";
import { BUILT_IN, collectedType, HIDDEN } from "../syntax/annotations.ts";
import { ITSELF, RESULT } from "../syntax/hints.ts";
import { EACH, ONE_ELEMENT, SAME_COLLECTION } from "./collections.ts";
import { namesOf } from "./file_names.ts";
import { hintAround, isHidden, outerHint } from "./hint_scopes.ts";
import { isGlobal } from "./library_names.ts";
import { libraryMember } from "./library_types.ts";
import { Hierarchy } from "./hierarchy.ts";
import { joinModule } from "./modules.ts";
import type { FileView, Names, ScopeView, UseScope } from "./names.ts";
import { libraryPackage, OUTSIDE, type Outside, outsideType } from "./outside.ts";
import type { ArgumentType } from "./overloads.ts";
import type { SymbolRef } from "./symbol_ref.ts";
import { returnType } from "./return_type.ts";
import { enclosingClass, implicitThis, isParentWord } from "./scopes.ts";

/** What an expression holds. */
export type Held =
  /** A class, or a value of it, in so many collections. */
  | { readonly type: SymbolRef; readonly isInferred: boolean; readonly collections?: number }
  /** A module or namespace: these files. */
  | { readonly files: readonly number[] }
  | Outside;

/** A value of a class. */
type Typed = Extract<Held, { readonly type: SymbolRef }>;

const SELF = new Set(["self", "this", "cls", "Self", "static"]);
/** What gives the class of an object, or an object that stands for it. */
const OWN_CLASS: Readonly<Record<string, string>> = {
  ruby: "class",
  java: "this",
  python: "__class__",
  javascript: "constructor",
  typescript: "constructor",
  tsx: "constructor",
};
/** Hints lead to calls, calls to hints: beyond this nothing is sure any more. */
const DEEPEST_INFERENCE = 5;
/** Methods that give the same thing back, or what is wrapped in it, in languages where wrappers go unnoticed. */
const TRANSPARENT = new Set(
  "clone unwrap expect as_ref as_mut borrow borrow_mut to_owned dup freeze lock get as_deref as_deref_mut"
    .split(" "),
);

/** Classes of values: hints, fields, results of calls, heritage. */
export class Types {
  readonly hierarchy: Hierarchy;
  readonly #arguments = new Map<string, ArgumentType | undefined>();
  #depth = 0;

  /** @param called what a call of a name in a namespace means, the surest; undefined when that is not clear */
  constructor(
    private readonly names: Names,
    private readonly called: (
      file: number,
      scope: number,
      name: string,
      path: readonly string[],
    ) => SymbolRef | undefined,
  ) {
    this.hierarchy = new Hierarchy(names);
  }

  /** What is known of the type of an argument in a call. */
  argumentType(place: UseScope, chain: string): ArgumentType | undefined {
    const { file, scope } = place;
    const key = `${file}\0${scope}\0${chain}`;
    if (!this.#arguments.has(key)) this.#arguments.set(key, this.#argumentType(place, chain));
    return this.#arguments.get(key);
  }

  #argumentType(place: UseScope, chain: string): ArgumentType | undefined {
    const parsed = this.names.index.parsed(place.file);
    const links = linksOf(chain);
    if (!parsed || !links) return undefined;
    const held = this.ofChain(place, links);
    if (held && "type" in held && !held.collections) {
      const names = this.hierarchy.upwards(held.type).map(({ symbol }) =>
        this.names.index.parsed(symbol.file)?.definitions[symbol.definition]?.name ?? ""
      );
      return {
        names,
        isWhole: !isC(parsed.language) && this.hierarchy.knowsAllBases(held.type) && names.length > 1,
      };
    }
    if (!held || !("outside" in held) || held.outside === "") return undefined;
    return { names: [held.outside], isWhole: false };
  }

  /** Types of Go's library that a chain may hold: its own, or those that a type of the repository embeds. */
  libraryTypes(place: UseScope, links: readonly Link[]): readonly string[] {
    const held = this.ofChain(place, links);
    if (held === undefined || "files" in held) return [];
    if ("outside" in held) return held.outside === "" ? [] : [held.outside];
    return held.collections ? [] : this.hierarchy.upwards(held.type).flatMap(({ symbol }) => {
      const parsed = this.names.index.parsed(symbol.file);
      const bases = parsed?.heritage.filter((one) => one.definition === symbol.definition) ?? [];
      return bases.map(({ base }) => outsideType(parsed!, base)).flatMap((one) =>
        "outside" in one && one.outside !== "" ? [one.outside] : []
      );
    });
  }

  /** What a chain of names and calls holds; undefined when that is not known. */
  ofChain(place: UseScope, links: readonly Link[]): Held | undefined {
    if (this.#depth >= DEEPEST_INFERENCE) return undefined;
    this.#depth++;
    try {
      const [first, ...rest] = links;
      let held = first && this.#first(place, first);
      let left = rest;
      if (held === undefined) [held, left] = this.#path(place, links);
      for (const link of left) {
        if (held === undefined) return undefined;
        held = "outside" in held
          ? { outside: libraryMember(held.outside, link.name) ?? "" }
          : "files" in held
          ? this.#inModule(held.files, link)
          : this.#ofValue(held, link);
      }
      return held;
    } finally {
      this.#depth--;
    }
  }

  #first(place: UseScope, link: Link): Held | undefined {
    const { file, scope } = place;
    const { name, form } = link;
    const parsed = this.names.index.parsed(file);
    if (!parsed) return undefined;
    const view = { file, parsed, scope };
    if (form === "index") return this.#element(this.#first(place, { name, form: "name" }));
    if (parsed.language === "rust" && /^(?:std|core|alloc)$/.test(name)) return OUTSIDE;
    const isSelf = SELF.has(name) || isParentWord(parsed.language, name);
    const own = isSelf ? this.#own(view, name) : undefined;
    if (own) return own;
    if (form === "call") return this.#called(place, link);
    const around = this.#around(view, name);
    if (around !== undefined || isSelf || isHidden(parsed, scope, name)) return around;
    const bound = namesOf(parsed).import(name);
    if (bound) return this.#imported(file, name);
    const type = this.names.classNamed(view, name);
    // A namespace of C++ is opened in many places: see {@link linked}.
    if (type && isC(parsed.language) && this.names.isModule(type)) return undefined;
    if (type) return { type, isInferred: false };
    if (isGlobal(parsed.language, name)) return OUTSIDE;
    const shared = this.names.inPackage(view, name).map((one) => this.#value(one)).find((held) => held);
    if (shared) return shared;
    const holder = implicitThis(parsed.language) ? this.names.ownClass(view, scope) : undefined;
    return holder && this.#ofMember(holder, { name, form: "name" });
  }

  /** What the hints in the scopes around say, the innermost that says something. */
  #around({ file, parsed, scope }: ScopeView, name: string): Held | undefined {
    let outside: Held | undefined;
    for (let hint = hintAround(parsed, scope, name); hint; hint = outerHint(parsed, hint)) {
      if (hint.type === HIDDEN) return undefined;
      const held = this.#hinted(file, hint) ??
        (hint.type.startsWith("=") ? undefined : outsideType(parsed, hint.type));
      if (held !== undefined && !("outside" in held)) return held;
      outside ??= held;
    }
    return outside;
  }

  /** The class that the longest plain beginning of a chain names (`crate.runtime.Handle`), and the links behind it. */
  #path({ file, scope }: UseScope, links: readonly Link[]): [Held | undefined, Link[]] {
    const parsed = this.names.index.parsed(file);
    const behind = links.findIndex((link) => link.form !== "name");
    const words = links.slice(0, behind === -1 ? links.length : behind).map((link) => link.name);
    for (let length = words.length; parsed && length > 1; length--) {
      const type = this.names.classNamed({ file, parsed }, words.slice(0, length).join("."));
      if (type) return [{ type, isInferred: false }, links.slice(length)];
    }
    const call = links[behind];
    if (!parsed || behind < 1 || call?.form !== "call") return [undefined, []];
    const made = this.names.classNamed({ file, parsed }, [...words, call.name].join("."));
    const symbol = made ?? this.called(file, scope, call.name, words);
    return [symbol && this.#result(symbol), links.slice(behind + 1)];
  }

  #own(view: ScopeView, name: string): Held | undefined {
    const own = this.names.ownClass(view, view.scope);
    if (!own) return undefined;
    const type = isParentWord(view.parsed.language, name) ? this.hierarchy.bases(own)[0] : own;
    return type && { type, isInferred: false };
  }

  #called({ file, scope }: UseScope, { name, result }: Link): Held | undefined {
    const symbol = this.called(file, scope, name, []);
    if (symbol) return this.#result(symbol, result);
    // `Foo{}` of Go, a value asserted to be a Foo.
    const parsed = this.names.index.parsed(file);
    const isClass = /^\p{Lu}|\./u.test(name);
    const type = parsed && isClass ? this.names.classNamed({ file, parsed }, name) : undefined;
    if (type) return { type, isInferred: false };
    const bound = parsed && namesOf(parsed).import(name);
    const isOutside = bound
      ? this.names.modules.resolve(bound.module, file).length === 0
      : isGlobal(parsed?.language ?? "", name);
    return isOutside ? OUTSIDE : undefined;
  }

  /** What a collection holds. */
  #element(held: Held | undefined): Held | undefined {
    if (!isTyped(held)) return undefined;
    if (held.collections) return { ...held, collections: held.collections - 1 };
    // `type Routes []*Route`
    const parsed = this.names.index.parsed(held.type.file);
    const definition = parsed?.definitions[held.type.definition];
    if (!parsed || definition?.kind !== "type") return undefined;
    const { name, signature } = definition;
    const path = collectedType(signature.slice(signature.indexOf(name) + name.length));
    return path.endsWith("[]")
      ? this.#element(this.#typed({ file: held.type.file, parsed, scope: held.type.definition }, path))
      : undefined;
  }

  /** What follows a value: a member of its class, or of the collection around it. */
  #ofValue(held: Typed, link: Link): Held | undefined {
    if (link.name === EACH) return this.#element(held) ?? held;
    if (!held.collections) return this.#ofMember(held.type, link);
    if (link.form !== "call") return OUTSIDE;
    if (SAME_COLLECTION.has(link.name)) return held;
    return ONE_ELEMENT.has(link.name) ? this.#element(held) : OUTSIDE;
  }

  /** A class when a class is called, else what the function says or shows it returns. */
  #result(symbol: SymbolRef, result?: number): Held | undefined {
    if (this.names.isClass(symbol)) return { type: symbol, isInferred: false };
    const parsed = this.names.index.parsed(symbol.file);
    const definition = parsed?.definitions[symbol.definition];
    if (!parsed || !definition) return undefined;
    const declared = returnType(definition, parsed.language, result);
    const owner = enclosingClass(parsed, definition.parent);
    if (declared === "") return this.#accessor(symbol, parsed, owner) ?? this.#returned(symbol, parsed);
    if (SELF.has(declared)) {
      return owner < 0 ? undefined : { type: { file: symbol.file, definition: owner }, isInferred: true };
    }
    const held = this.#typed({ file: symbol.file, parsed, scope: symbol.definition }, declared);
    return held ? { ...held, isInferred: true } : outsideType(parsed, declared);
  }

  /** Whether a method gives back what it is called on, or another of its class. */
  #givesItself({ file, definition }: SymbolRef): boolean {
    const parsed = this.names.index.parsed(file);
    const own = parsed?.definitions[definition];
    if (!parsed || !own) return false;
    const declared = returnType(own, parsed.language);
    return declared === "" ? namesOf(parsed).hint(definition, RESULT)?.type === ITSELF : SELF.has(declared);
  }

  /** What the values that a function returns show. */
  #returned({ file, definition }: SymbolRef, parsed: ParsedFile): Held | undefined {
    const hint = namesOf(parsed).hint(definition, RESULT);
    const held = hint && this.#hinted(file, hint);
    return isTyped(held) ? { ...held, isInferred: true } : undefined;
  }

  /** A value of the type that a path names, in the collections that `[]` behind it stand for. */
  #typed(view: ScopeView, path: string): Typed | undefined {
    const bare = path.replace(/(?:\[\])+$/, "");
    const type = this.#named(view, bare);
    const collections = (path.length - bare.length) / 2;
    return type && { type, isInferred: false, ...(collections > 0 && { collections }) };
  }

  /** A method that is called like a field of its class is taken to return it. */
  #accessor({ file, definition: ordinal }: SymbolRef, parsed: ParsedFile, owner: number): Held | undefined {
    const name = parsed.definitions[ordinal]?.name ?? "";
    const names = namesOf(parsed);
    const hint = (owner < 0 ? undefined : names.hint(owner, name)) ?? names.hint(ordinal, name);
    return hint && this.#hinted(file, hint);
  }

  #imported(file: number, name: string): Held | undefined {
    const parsed = this.names.index.parsed(file);
    const bound = parsed && namesOf(parsed).import(name);
    if (!bound) return undefined;
    for (const symbol of this.names.bound(file, bound, name)) {
      const held = this.#value(symbol);
      if (held) return held;
    }
    const inner = bound.name === undefined ? [] : [bound.name];
    const files = this.names.modules.resolve(joinModule(bound.module, inner), file);
    if (files.length > 0) return { files };
    return this.names.modules.resolve(bound.module, file).length > 0
      ? undefined
      : { outside: libraryPackage(parsed, name) ?? "" };
  }

  /** What a top-level definition holds: itself if it is a class, else what is known of the variable. */
  #value(symbol: SymbolRef): Held | undefined {
    if (this.names.isClass(symbol)) return { type: symbol, isInferred: false };
    const parsed = this.names.index.parsed(symbol.file);
    const name = parsed?.definitions[symbol.definition]?.name;
    if (!parsed || name === undefined) return undefined;
    const hint = namesOf(parsed).hint(symbol.definition, name) ?? namesOf(parsed).hint(-1, name);
    return hint && this.#hinted(symbol.file, hint);
  }

  #inModule(files: readonly number[], link: Link): Held | undefined {
    const { name, form, result } = link;
    const [symbol] = this.names.exported(files, name);
    if (!symbol) {
      // `module.exports = thing`: what the module is has members.
      const whole = this.names.exported(files, "default").map((one) => this.#value(one)).find(isTyped);
      return whole ? this.#ofMember(whole.type, link) : OUTSIDE;
    }
    if (form === "call") return this.#result(symbol, result);
    const held = this.#value(symbol);
    return form === "name" ? held : this.#element(held);
  }

  #ofMember(type: SymbolRef, { name, form, result }: Link): Held | undefined {
    if (form === "index") return this.#element(this.#ofMember(type, { name, form: "name" }));
    const { language } = this.names.index.parsed(type.file) ?? {};
    if (name === lookUp(OWN_CLASS, language ?? "")) return { type, isInferred: false };
    if (name === "class") return OUTSIDE;
    const [member] = this.hierarchy.members(type, name);
    if (member) {
      if (this.names.isClass(member)) return { type: member, isInferred: false };
      const kind = this.names.index.parsed(member.file)?.definitions[member.definition]?.kind;
      if (kind === "method" || kind === "function") {
        return this.#givesItself(member) ? { type, isInferred: true } : this.#result(member, result);
      }
    }
    const held = this.#field(type, name);
    if (held) return held;
    return TRANSPARENT.has(name) ? { type: type, isInferred: true } : undefined;
  }

  /** What the hints of a class, or of those above it, say about a field. */
  #field(type: SymbolRef, name: string): Held | undefined {
    for (const { file, hint } of this.fieldHints(type, name)) {
      const held = this.#hinted(file, hint);
      if (held) return held;
    }
    return undefined;
  }

  /** The hints for a field in a class and those above it, nearest first. */
  *fieldHints(type: SymbolRef, name: string): Iterable<{ readonly file: number; readonly hint: TypeHint }> {
    for (const { symbol: { file, definition } } of this.hierarchy.upwards(type)) {
      const parsed = this.names.index.parsed(file);
      const hint = parsed && namesOf(parsed).hint(definition, name);
      if (hint) yield { file, hint };
    }
  }

  #hinted(file: number, hint: TypeHint): Held | undefined {
    const parsed = this.names.index.parsed(file);
    if (!parsed) return undefined;
    if (hint.type.startsWith(BUILT_IN)) {
      return this.#object({ file, parsed }, hint) ?? { outside: hint.type.slice(BUILT_IN.length) };
    }
    if (hint.type.startsWith("=")) {
      const [chain = "", scope] = hint.type.slice(1).split("@");
      const links = linksOf(chain);
      const from = { file, scope: scope === undefined ? hint.scope : Number(scope) };
      const held = links && this.ofChain(from, links);
      return isTyped(held) ? { ...held, isInferred: true } : held;
    }
    return this.#typed({ file, parsed, scope: hint.scope }, hint.type);
  }

  /** An object with methods of its own: `const app = { run() {} }`. */
  #object({ file, parsed }: FileView, { scope, name }: TypeHint): Held | undefined {
    const definition = namesOf(parsed).definitions(name).find((one) =>
      parsed.definitions[one]?.parent === scope && namesOf(parsed).holds(one)
    );
    return definition === undefined ? undefined : { type: { file, definition }, isInferred: false };
  }

  /** A class, or the bound of a type parameter of that name. */
  #named(view: ScopeView, path: string): SymbolRef | undefined {
    if (!path.includes(".")) {
      const bound = hintAround(view.parsed, view.scope, path, { withMembers: true });
      if (bound && bound.type !== path && !bound.type.startsWith("=")) {
        return this.names.classNamed(view, bound.type);
      }
    }
    return this.names.classNamed(view, path);
  }
}

function isTyped(held: Held | undefined): held is Typed {
  return held !== undefined && "type" in held;
}
