import type { TypeHint } from "../syntax/parsed_file.ts";
import { literal } from "../model/text.ts";
import { isC } from "./bodies.ts";
import type { Link } from "./chains.ts";
import { ELEMENT, linksOf } from "./chains.ts";
import { MAKERS } from "../syntax/callee.ts";
import { CLASS_LIKE } from "../syntax/class_kinds.ts";
import { BUILT_IN, collectedType, HIDDEN, LISTS } from "../syntax/annotations.ts";
import { ENTER, YIELDED } from "../syntax/hint.ts";
import { isCapitalized } from "../syntax/source.ts";
import { EACH, indexers, ONE_ELEMENT, passesElement, QUERIES, SAME_COLLECTION } from "./collections.ts";
import { namesOf, SCRIPTS } from "./file_names.ts";
import { hintAround, outerHint } from "./hint_scopes.ts";
import { isGlobal } from "./library_names.ts";
import { extensionsOf } from "./extensions.ts";
import { fixtureNamed } from "./fixtures.ts";
import { DeclaredTypes, SELF } from "./declared_types.ts";
import { joinModule } from "./modules.ts";
import type { Names, ScopeView, UseScope } from "./names.ts";
import { type ClassType, type ExpressionType, isTyped, OUTSIDE, outsideType } from "./outside.ts";
import { passedType } from "./passed_types.ts";
import { definitionAt, type SymbolRef } from "./symbol_ref.ts";
import { returnType } from "./return_type.ts";
import { enclosingClass, IMPLICIT_THIS, isParentWord } from "./scopes.ts";

/** Property with the class of an object, or with the object itself. */
const OWN_CLASS = new Set(["class", "this", "This", "__class__", "constructor", "prototype"]);
/** Maximum recursion depth of type inference; beyond it results are unreliable. */
const DEEPEST_INFERENCE = 5;
/** Type inference: type hints, fields, results of calls, heritage. */
export class Types extends DeclaredTypes {
  #depth = 0;

  /** @param called returns the best target of a call of a name in a namespace; undefined if ambiguous */
  constructor(
    names: Names,
    private readonly called: (
      file: number,
      scope: number,
      name: string,
      path: readonly string[],
    ) => SymbolRef | undefined,
  ) {
    super(names);
  }

  /** Infers the type of a receiver chain; undefined if unknown. */
  ofChain(place: UseScope, links: readonly Link[]): ExpressionType | undefined {
    if (this.#depth >= DEEPEST_INFERENCE) return undefined;
    this.#depth++;
    try {
      // A library function with a type argument returns that type: `std::make_unique<Foo>()`.
      const made = links.findLastIndex(({ argument, name }) =>
        argument !== undefined && (MAKERS.has(name) || this.names.index.definitionCount(name) === 0)
      );
      const [first, ...rest] = links.slice(Math.max(made, 0));
      let inferred = first && this.#first(place, made < 0 ? first : { name: first.argument!, form: "name" });
      if (made >= 0 && isTyped(inferred)) inferred = { ...inferred, isInferred: true, isQuery: true };
      let left = rest;
      if (inferred === undefined) [inferred, left] = this.#path(place, links);
      for (const link of left) {
        if (inferred === undefined) return undefined;
        inferred = this.#after(place, inferred, link) ??
          (link.passed ? this.#first(place, link) : undefined) ?? this.argument(place, link);
      }
      return inferred;
    } finally {
      this.#depth--;
    }
  }

  /** The type of a link after a value or module. */
  #after({ file }: UseScope, inferred: ExpressionType, link: Link): ExpressionType | undefined {
    if ("files" in inferred) return this.#inModule(inferred.files, link);
    if (!("outside" in inferred)) return this.#ofValue(inferred, link);
    // A function of the repository extends a type of a library.
    const { language = "" } = this.names.index.parsed(file) ?? {};
    const extensions = inferred.outside === "" || link.form !== "call"
      ? []
      : extensionsOf(this.names.index, language, [inferred.outside], link.name);
    return this.#results(extensions, link, inferred) ?? OUTSIDE;
  }

  /** The first known result, or value passed on, of functions that are called on an object. */
  #results(symbols: readonly SymbolRef[], link: Link, on: ExpressionType): ExpressionType | undefined {
    return symbols.values().map((symbol) => this.#result(symbol, link, on)).find((one) => one);
  }

  #first(place: UseScope, link: Link): ExpressionType | undefined {
    const { file, scope } = place;
    const { name, form } = link;
    const parsed = this.names.index.parsed(file);
    if (!parsed) return undefined;
    const view = { file, parsed, scope };
    if (form === "index") return this.#element(this.#first(place, { name, form: "name" }), true);
    if (parsed.language === "rust" && /^(?:std|core|alloc)$/.test(name)) return OUTSIDE;
    const isSelf = SELF.has(name) || isParentWord(parsed.language, name) ||
      (parsed.language === "ruby" && name === "new");
    const own = isSelf ? this.own(view, name) : undefined;
    if (own) return own;
    if (form === "call") return this.#called(place, link);
    const around = this.#around(view, name);
    // `Point = Struct.new(:x)` is a class.
    const isClass = around && "outside" in around && isCapitalized(name);
    const defined = isClass ? this.names.classNamed(view, name) : undefined;
    if (defined?.file === file) return { type: defined, isInferred: false };
    const fixture = around ? undefined : fixtureNamed(this.names.index, view, name);
    if (fixture) {
      const yielded = namesOf(this.names.index.parsed(fixture.file)!).hint(fixture.definition, YIELDED);
      return yielded ? this.ofHint(fixture.file, yielded) : this.#result(fixture);
    }
    if (around !== undefined || isSelf || hintAround(parsed, scope, name)?.type === HIDDEN) return around;
    // The alias of a C++ namespace is no file.
    const bound = isC(parsed.language) ? undefined : namesOf(parsed).import(name);
    if (bound) return this.#imported(file, name);
    const type = this.names.classNamed(view, name);
    // A C++ namespace is opened in many files: see {@link linked}.
    if (type && isC(parsed.language) && this.names.isModule(type)) return undefined;
    if (type) return { type, isInferred: false };
    if (isGlobal(parsed.language, name)) return OUTSIDE;
    const shared = this.names.inPackage(view, name).map((one) => this.#value(one)).find((inferred) =>
      inferred
    );
    if (shared) return shared;
    const holder = IMPLICIT_THIS.has(parsed.language) ? this.names.ownClass(view, scope) : undefined;
    const member = holder && this.#ofMember({ type: holder, isInferred: false }, { name, form: "name" });
    // Flutter's `class CartState extends State<Cart>`
    return member ?? (holder && name === "widget" ? this.model(holder, "State<") : undefined);
  }

  /** Type by the hints in the enclosing scopes; the innermost hint within the repository wins. */
  #around({ file, parsed, scope }: ScopeView, name: string): ExpressionType | undefined {
    let outside: ExpressionType | undefined;
    for (let hint = hintAround(parsed, scope, name); hint; hint = outerHint(parsed, hint)) {
      if (hint.type === HIDDEN) return undefined;
      const inferred = this.ofHint(file, hint) ??
        (hint.type.startsWith("=") ? undefined : outsideType(parsed.language, hint.type));
      if (inferred !== undefined && !("outside" in inferred)) return inferred;
      if (inferred && namesOf(parsed).isAmbiguous(hint)) return undefined;
      outside ??= inferred;
    }
    return outside;
  }

  /**
   * The class named by the longest prefix of plain names in a chain (`crate.runtime.Handle`), and the remaining links.
   */
  #path({ file, scope }: UseScope, links: readonly Link[]): [ExpressionType | undefined, Link[]] {
    const parsed = this.names.index.parsed(file);
    const behind = links.findIndex((link) => link.form !== "name");
    const words = links.slice(0, behind === -1 ? links.length : behind).map((link) => link.name);
    for (let length = words.length; parsed && length > 1; length--) {
      const path = words.slice(0, length).join(".");
      const type = this.names.classNamed({ file, parsed }, path);
      const inferred = type ? { type, isInferred: false } : this.#around({ file, parsed, scope }, path);
      if (inferred) return [inferred, links.slice(length)];
    }
    const call = links[behind];
    if (!parsed || behind < 1 || call?.form !== "call") return [undefined, []];
    const made = this.names.classNamed({ file, parsed }, [...words, call.name].join("."));
    const symbol = made ?? this.called(file, scope, call.name, words);
    return [symbol && this.#result(symbol), links.slice(behind + 1)];
  }

  #called({ file, scope }: UseScope, link: Link): ExpressionType | undefined {
    const { name } = link;
    const symbol = this.called(file, scope, name, []);
    const parsed = this.names.index.parsed(file);
    const own = parsed && this.names.ownClass({ file, parsed }, scope);
    const on = own && { type: own, isInferred: false };
    if (symbol) return this.#result(symbol, link, on) ?? this.argument({ file, scope }, link);
    // `Foo{}` in Go, or a type assertion to Foo.
    const isClass = /^\p{Lu}|\./u.test(name);
    const type = parsed && isClass ? this.names.classNamed({ file, parsed }, name) : undefined;
    if (type) return { type, isInferred: false };
    const bound = parsed && namesOf(parsed).import(name);
    const isOutside = bound
      ? this.names.modules.resolve(bound.module, file).length === 0
      : isGlobal(parsed?.language ?? "", name);
    return isOutside ? OUTSIDE : undefined;
  }

  /** The element type of a collection. */
  #element(inferred: ExpressionType | undefined, isIndexed = false): ExpressionType | undefined {
    if (!isTyped(inferred)) return undefined;
    if (inferred.isQuery) return { ...inferred, manager: undefined };
    if (inferred.collections) return { ...inferred, collections: inferred.collections - 1 };
    const indexed = indexers(isIndexed).flatMap((name) => this.hierarchy.members(inferred.type, name))
      .map((member) => this.#result(member, undefined, inferred)).find((one) => one);
    if (indexed) return indexed;
    // `type Routes []*Route`
    const [parsed, definition] = definitionAt(this.names.index, inferred.type);
    // A pointer or an array in C has the type of its elements.
    if (isC(parsed?.language)) return inferred;
    if (!parsed || definition?.kind !== "type") return undefined;
    const { name, signature } = definition;
    const path = collectedType(signature.slice(signature.indexOf(name) + name.length));
    const place = { file: inferred.type.file, parsed, scope: inferred.type.definition };
    return path.endsWith("[]") ? this.#element(this.typed(place, path)) : undefined;
  }

  /** The value that a method of an object, or of its elements, passes to a function. */
  #passed(inferred: ClassType, link: Link): ExpressionType | undefined {
    const { type, collections } = inferred;
    const { language = "" } = this.names.index.parsed(type.file) ?? {};
    const methods = collections ? [] : this.hierarchy.members(type, link.name);
    const own = collections || methods.length > 0
      ? methods
      : extensionsOf(this.names.index, language, this.hierarchy.namesOf(type), link.name);
    if (own.length > 0 || !passesElement(link)) return this.#results(own, link, inferred);
    return this.#element(inferred) ?? inferred;
  }

  /** The type of a link after a value: a member of its class, or of the enclosing collection. */
  #ofValue(inferred: ClassType, link: Link): ExpressionType | undefined {
    if (link.passed) return this.#passed(inferred, link);
    if (link.name === EACH) return this.#element(inferred) ?? inferred;
    if (link.name === "%") {
      return inferred.collections || inferred.isQuery ? this.#element(inferred) : undefined;
    }
    if (link.name === "+") return { ...inferred, collections: (inferred.collections ?? 0) + 1 };
    if (link.name === ELEMENT || (inferred.isQuery && link.name === "0")) {
      return this.#element(inferred, true);
    }
    // A generator that is a context manager yields its value.
    if (link.name === ENTER) {
      return inferred.collections ? this.#element(inferred) : this.#ofMember(inferred, link) ?? inferred;
    }
    if (!inferred.collections) return this.#ofMember(inferred, link);
    if (link.form === "index") return SAME_COLLECTION.has(link.name) ? this.#element(inferred) : OUTSIDE;
    if (SAME_COLLECTION.has(link.name)) return inferred;
    // `const [first] = all()`
    return ONE_ELEMENT.has(link.name) || /^\d/.test(link.name) ? this.#element(inferred) : OUTSIDE;
  }

  /** Result type of a call: the class itself for a constructor, otherwise the declared or inferred return type. */
  #result(symbol: SymbolRef, link?: Link, on?: ExpressionType): ExpressionType | undefined {
    const [parsed, definition] = definitionAt(this.names.index, symbol);
    if (!parsed || !definition) return undefined;
    if (this.names.isClass(symbol)) return { type: symbol, isInferred: false };
    const object = isTyped(on) ? on : undefined;
    if (link?.passed) {
      const passed = passedType(this.names, symbol, link.passed, on !== undefined);
      const found = passed && this.typed(passed.view, passed.path, object);
      return found && { ...found, isInferred: true };
    }
    const { language } = parsed;
    const declared = returnType(definition, language, link?.result);
    const owner = enclosingClass(parsed, definition.parent);
    if (declared === "" && link?.result !== undefined) return undefined;
    // A tuple, `[boolean, () => void]`, is no declared class.
    if (declared === "" || /\): ?\[/.test(definition.signature)) {
      return this.factory(symbol, parsed) ?? this.returned(symbol, parsed);
    }
    if (SELF.has(declared)) {
      return owner < 0 ? undefined : { type: { file: symbol.file, definition: owner }, isInferred: true };
    }
    const inferred = this.typed({ file: symbol.file, parsed, scope: symbol.definition }, declared, object);
    if (inferred) return { ...inferred, isInferred: true };
    // A type parameter of the function.
    const { name, signature } = definition;
    const isOpen = new RegExp(`(?:(?<!\\w)|${literal(name)})[<[][^()]*\\b${literal(declared)}\\b`);
    return isOpen.test(signature) ? undefined : outsideType(language, declared);
  }

  /** Result of `apply` of a Scala object. */
  #applied(type: SymbolRef): ExpressionType | undefined {
    const signature = this.names.index.parsed(type.file)?.definitions[type.definition]?.signature ?? "";
    const [apply] = signature.startsWith("object ") ? this.hierarchy.ownMembers(type, "apply") : [];
    return apply && this.#result(apply);
  }

  #imported(file: number, name: string): ExpressionType | undefined {
    const parsed = this.names.index.parsed(file);
    const bound = parsed && namesOf(parsed).import(name);
    if (!bound) return undefined;
    const inner = bound.name === undefined ? [] : [bound.name];
    const around = this.names.modules.resolve(bound.module, file);
    const findFiles = (): ExpressionType | undefined => {
      const files = this.names.modules.resolve(joinModule(bound.module, inner), file);
      const all = files.length > 0 ? files : this.names.namespace(around, bound.name ?? name);
      return all.length > 0 ? { files: all } : undefined;
    };
    const findValue = (): ExpressionType | undefined =>
      this.names.bound(file, bound, name).values().map((one) => this.#value(one)).find((one) => one);
    // `import * as tools` is the module, even if that has a default export.
    const isModule = SCRIPTS.has(parsed.language);
    const found = isModule ? findFiles() ?? findValue() : findValue() ?? findFiles();
    if (found) return found;
    // `export default { run, stop }`: the members are functions of the file.
    if (around.length > 0 && bound.name === "default") return { files: around };
    return around.length > 0 ? undefined : OUTSIDE;
  }

  /** Type of a top-level definition: the class itself, or the type of a variable. */
  #value(symbol: SymbolRef): ExpressionType | undefined {
    const [parsed, own] = definitionAt(this.names.index, symbol);
    if (!parsed || !own) return undefined;
    const hint = namesOf(parsed).hint(symbol.definition, own.name) ?? namesOf(parsed).hint(-1, own.name);
    const inferred = hint && this.ofHint(symbol.file, hint);
    // `new Orders({ save() {} })` is of its class.
    const isClass = this.names.isClass(symbol) && (CLASS_LIKE.has(own.kind) || !isTyped(inferred));
    return isClass ? { type: symbol, isInferred: false } : inferred;
  }

  /** The type of what modules export as a whole: `module.exports = thing`. */
  wholeOf(files: readonly number[]): ClassType | undefined {
    return this.names.exported(files, "default").map((one) => this.#value(one)).find(isTyped);
  }

  #inModule(files: readonly number[], link: Link): ExpressionType | undefined {
    const { name, form } = link;
    const [symbol] = this.names.exported(files, name);
    const inner = symbol || form !== "name" ? [] : this.names.namespace(files, name);
    if (inner.length > 0) return { files: inner };
    if (!symbol) {
      const whole = this.wholeOf(files);
      return whole ? this.#ofMember(whole, link) : OUTSIDE;
    }
    if (form === "call") return this.#result(symbol, link);
    const inferred = this.#value(symbol);
    return form === "name" ? inferred : this.#element(inferred);
  }

  #ofMember(on: ClassType, link: Link): ExpressionType | undefined {
    const { type } = on;
    const { name, form } = link;
    if (form === "index") return this.#element(this.#ofMember(on, { name, form: "name" }), true);
    const { language = "" } = this.names.index.parsed(type.file) ?? {};
    if (name === "class" && language !== "ruby") return OUTSIDE;
    if (OWN_CLASS.has(name)) return { type, isInferred: false };
    if (on.manager && this.hierarchy.members(on.manager, name).length > 0) return on;
    const members = [name, `#${name}`, `$${name}`].flatMap((one) => this.hierarchy.members(type, one));
    // Rust's fields may have the name of a method.
    const member = members.find((one) => form === "call" && this.names.isFunction(one)) ?? members[0];
    const parent = member ? definitionAt(this.names.index, member)[1]?.parent ?? -1 : -1;
    const made = { ...on, isInferred: true };
    if (member && this.names.isClass(member)) return { type: member, isInferred: false };
    if (member && this.names.isFunction(member)) {
      if (this.returnsReceiver(member)) return made;
      // `get cart() { return this.#cart }`
      return this.#result(member, link, on) ?? (name === "new" ? made : this.field(on, name));
    }
    // What a case of an enumeration holds.
    const names = member && link.result !== undefined && namesOf(this.names.index.parsed(member.file)!);
    const held = names && names.hint(member.definition, `${link.result}`);
    if (held) return this.ofHint(member.file, held);
    // The constants of an enumeration are its instances, unlike fields with a declared type.
    const isConstant = form === "name" && parent === type.definition && this.hierarchy.isEnum(type);
    const hints = isConstant && language !== "python" ? [...this.fieldHints(type, name)] : [];
    if (isConstant && hints.every(({ hint }) => hint.type.startsWith("="))) return made;
    // Go's embedded field has the name of its type.
    const embedded = language === "go" && !member
      ? this.hierarchy.bases(type).find((base) => this.hierarchy.namesOf(base)[0] === name)
      : undefined;
    if (embedded) return { type: embedded, isInferred: false };
    // The field of another part of the class.
    const part = member && parent >= 0 && { ...on, type: { file: member.file, definition: parent } };
    const inferred = this.field(on, name) ?? (part ? this.field(part, name) : undefined);
    // Django's `objects = OrderManager()`
    const isManager = isTyped(inferred) && language === "python" && this.isManager(inferred.type);
    if (isManager) return { ...inferred, type, isQuery: true, manager: inferred.type };
    if (inferred) return inferred;
    // What holds many gives itself, and no element of itself.
    const isMany = this.hierarchy.namesOf(type).some((one) => LISTS.has(one));
    const isQuery = QUERIES.has(name) && !(isMany && ONE_ELEMENT.has(name));
    const manager = ONE_ELEMENT.has(name) ? undefined : on.manager;
    if (isQuery) return { ...this.model(type) ?? made, isQuery: !isMany, manager };
    const [extension] = extensionsOf(this.names.index, language, this.hierarchy.namesOf(type), name);
    return extension && (this.#result(extension, link) ?? made);
  }

  protected ofHint(file: number, hint: TypeHint, on?: ClassType): ExpressionType | undefined {
    const parsed = this.names.index.parsed(file);
    if (!parsed) return undefined;
    if (hint.type.startsWith(BUILT_IN)) {
      return this.object({ file, parsed }, hint) ?? { outside: hint.type.slice(BUILT_IN.length) };
    }
    if (hint.type.startsWith("=")) {
      const [chain = "", scope] = hint.type.slice(1).split("@");
      const links = linksOf(chain);
      const from = { file, scope: scope === undefined ? hint.scope : Number(scope) };
      const inferred = links && this.ofChain(from, links);
      return isTyped(inferred) ? { ...inferred, isInferred: true } : inferred;
    }
    // In C# and C++ a capitalized name before brackets may be a method.
    const call = parsed.language === "csharp" || parsed.language === "cpp"
      ? linksOf(`${hint.type}()`)
      : undefined;
    const named = this.typed({ file, parsed, scope: hint.scope }, hint.type, on);
    // Scala's `Maker(2)` calls `apply` of an object.
    const made = parsed.language === "scala" && named && !named.collections && this.#applied(named.type);
    return made || named || (call && this.ofChain({ file, scope: hint.scope }, call));
  }
}
