import { remember } from "../model/memo.ts";
import { CONFIDENCE, type Rule, sameSymbol, type SymbolRef } from "./symbol_ref.ts";
import { Dispatch } from "./dispatch.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import { nodeTables } from "../syntax/languages.ts";
import { parentOf, type Reference, type TypeHint } from "../syntax/parsed_file.ts";
import { ArgumentTypes } from "./argument_types.ts";
import { type Bodies, bodiesOf, isC } from "./bodies.ts";
import { SELF } from "./declared_types.ts";
import { extensionsOf } from "./extensions.ts";
import { type NamedUse, onlyNamed } from "./by_name.ts";
import type { Link } from "./chains.ts";
import { lastLink, linksOf } from "./chains.ts";
import { ONE_ELEMENT, TRANSPARENT } from "./collections.ts";
import { imports, namesOf, SCRIPTS } from "./file_names.ts";
import { isOfKind, linked } from "./linked.ts";
import { Names, type Use, wholePath } from "./names.ts";
import { isExact, ofParents } from "./parent_calls.ts";
import { asMember, FIELD_VALUE, found, MOST_FIELDS_FOLLOWED, type Resolution } from "./resolution.ts";
import { IMPLICIT_THIS, inScopes, nearestOfUnnamedObject, PRIVATE_IMPORTS, topOrdinals } from "./scopes.ts";
import { type ExpressionType, isTyped } from "./outside.ts";
import { Types } from "./types.ts";
import { HIDDEN } from "../syntax/annotations.ts";

const OWN_EXPORTS = /^(?:module\.)?exports$/;
const OUTSIDE: readonly Resolution[] = [];
const IS_TYPE: ReadonlySet<string> = new Set(["type", "new"]);
const IS_VALUE: ReadonlySet<string> = new Set(["constant", "variable"]);

/**
 * Resolves uses of names to definitions: scopes, imports, receiver types, heritage, packages. Results are cached for the
 * life of the index view.
 */
export class Resolver {
  readonly names: Names;
  readonly types: Types;
  readonly #arguments: ArgumentTypes;
  readonly #bodies: Bodies;
  /** Methods that a call may reach. */
  readonly dispatch: Dispatch;
  #fieldsFollowed = 0;
  /** Results for the last file: uses are resolved file by file. */
  #lately: { readonly file: number; readonly known: Map<string, readonly Resolution[]> } | undefined;

  constructor(readonly index: LexicalIndex) {
    this.#bodies = bodiesOf(index);
    this.names = new Names(index);
    this.types = new Types(this.names, (file, scope, name, path) => this.#called(file, scope, name, path));
    this.#arguments = new ArgumentTypes(this.names, this.types);
    this.dispatch = new Dispatch(this.names, this.types.hierarchy);
  }

  /** Methods of base classes, interfaces and traits that a method overrides: their calls may be dispatched to it. */
  overridden(symbol: SymbolRef): readonly SymbolRef[] {
    return this.dispatch.overridden(symbol).map((one) => this.body(one));
  }

  /** Methods that override or implement a method. */
  implementations(symbol: SymbolRef): readonly SymbolRef[] {
    return this.dispatch.implementations(symbol).map((one) => this.body(one));
  }

  /** The definitions that an imported name refers to; empty if it is external or not imported. */
  imported(file: number, alias: string): readonly SymbolRef[] {
    const parsed = this.index.parsed(file);
    return parsed ? this.names.imported({ file, parsed }, alias) ?? [] : [];
  }

  /** The class of a method, also if the method is defined outside of it. */
  owner(symbol: SymbolRef): SymbolRef | undefined {
    const parsed = this.index.parsed(symbol.file);
    return parsed?.definitions[symbol.definition]?.kind === "method"
      ? this.names.ownClass({ file: symbol.file, parsed }, symbol.definition)
      : undefined;
  }

  /** Overload resolution: the functions that best fit the arguments of a use. */
  fitting(file: number, reference: Reference, symbols: readonly SymbolRef[]): readonly SymbolRef[] {
    const parsed = this.index.parsed(file);
    if (!parsed || symbols.length < 2) return symbols;
    return this.#arguments.fitting({ file, parsed, reference }, symbols);
  }

  /** The variable or function that is the receiver of a use. */
  receiverOf(file: number, { receiver, line, scope }: Reference): SymbolRef | undefined {
    const [found] = this.resolve(file, { ...lastLink(receiver), kind: "reference", line, scope });
    return found && found.confidence >= CONFIDENCE["unique name"] ? found : undefined;
  }

  /** The definition with the body of a function only declared here (C, C++); otherwise the symbol itself. */
  body(symbol: SymbolRef): SymbolRef {
    return this.#bodies.of(symbol);
  }

  /** True if the target of a use is known to be external. */
  isOutside(file: number, reference: Reference): boolean {
    const parsed = this.index.parsed(file);
    if (parsed === undefined) return false;
    const known = this.#known({ file, parsed, reference });
    return known === OUTSIDE || (known.length > 0 && this.resolve(file, reference).length === 0);
  }

  /** True if a use is not dispatched to overrides: `super.run()`, `Base::run()`. */
  isExact(file: number, reference: Reference): boolean {
    return isExact(this.index, this.types, file, reference);
  }

  /** Possible targets of a reference, highest confidence first; empty for external names. */
  resolve(file: number, reference: Reference): readonly Resolution[] {
    const parsed = this.index.parsed(file);
    if (!parsed) return [];
    const use = { file, parsed, reference };
    const direct = this.#known(use);
    // An attribute of Ruby is defined under its bare name.
    const isOther = direct.length === 0 && parsed.language === "ruby";
    const name = reference.name === "new" ? "initialize" : reference.name.replace("=", "");
    const known = isOther ? this.#known({ ...use, reference: { ...reference, name } }) : direct;
    const isCall = reference.kind === "call" && known !== OUTSIDE;
    const all = isCall ? [...known, ...this.#invoked(use, known)] : known;
    const whole = all.map((one) => ({ ...one, ...this.#bodies.of(one) }));
    return this.#arguments.fitting(use, whole);
  }

  /** The method that a call of an object in a field or variable runs: `self.scale(3)` runs `__call__`. */
  #invoked({ file, parsed, reference: { receiver, name, scope } }: Use, [first]: readonly Resolution[]) {
    const invoke = nodeTables(parsed.language)?.invoke;
    const kind = first && this.index.parsed(first.file)?.definitions[first.definition]?.kind;
    if (invoke === undefined || (kind ? kind !== "field" && !IS_VALUE.has(kind) : receiver === "")) return [];
    const links = [...linksOf(receiver) ?? [], { name, form: "name" } as const];
    const inferred = this.types.ofChain({ file, scope }, links);
    return isTyped(inferred) && !inferred.collections ? this.#members(inferred.type, invoke, "receiver") : [];
  }

  /** Cached results: the same name with the same receiver in the same scope resolves equally. */
  #known(use: Use): readonly Resolution[] {
    const { file, reference } = use;
    const { name, kind, receiver, scope } = reference;
    // For anonymous objects the result depends on the line.
    if (receiver === "this") return this.#resolve(use);
    if (this.#lately?.file !== file) this.#lately = { file, known: new Map() };
    const { known } = this.#lately;
    const key = `${scope} ${kind} ${name} ${receiver}`;
    return remember(known, key, () => this.#resolve(use));
  }

  #resolve(use: Use): readonly Resolution[] {
    const { file, parsed, reference } = use;
    if (reference.receiver === "") return this.#plain(use);
    if (reference.receiver.endsWith(".")) return this.#inBlock(use);
    // A script of Godot is a class.
    if (parsed.language === "gdscript" && reference.receiver === "self") return this.#plain(use);
    if (parsed.language === "terraform") {
      return this.names.inFolder(file, reference).map((symbol) => found(symbol, "package"));
    }
    const parents = ofParents(this.names, this.types.hierarchy, file, reference);
    if (parents) return parents.isOutside ? OUTSIDE : parents.members.map((one) => asMember(one, "receiver"));
    const links = linksOf(reference.receiver);
    const inferred = links && this.types.ofChain({ file, scope: reference.scope }, links);
    // Operators of unknown objects are mostly those of numbers and strings.
    if (reference.kind === "sign" && (!isTyped(inferred) || inferred.collections)) return OUTSIDE;
    const extension = parsed.language === "kotlin" ? this.names.imported(use, reference.name) : undefined;
    if (extension?.length) return this.#extensionFor(use, extension, inferred);
    if (inferred && "outside" in inferred) {
      const path = links?.every(({ form }) => form === "name") ? links.map(({ name }) => name) : [];
      const imported = this.names.inImport(parsed, path, reference.name);
      if (imported.length > 0) return imported.map((one) => found(one, "import"));
      const isForeign = inferred.outside === "" && !namesOf(parsed).import(links![0]!.name);
      const named = isForeign ? this.#byName({ file, links, isForeign }, reference) : undefined;
      return this.#extending(use, [inferred.outside]) ?? named ?? OUTSIDE;
    }
    if (inferred && "files" in inferred) {
      const exported = this.names.exported(inferred.files, reference.name);
      if (exported.length > 0) return exported.map((symbol) => found(symbol, "import"));
      const whole = this.types.wholeOf(inferred.files);
      return whole ? this.#members(whole.type, reference.name, "receiver") : [];
    }
    // In Rust one element of a collection is an option: `list.pop().unwrap()`.
    const last = parsed.language === "rust" ? links?.at(-1) : undefined;
    const isOption = last?.form === "call" && ONE_ELEMENT.has(last.name) && TRANSPARENT.has(reference.name);
    if (inferred?.collections || isOption) return this.#extending(use, [""]) ?? OUTSIDE;
    if (inferred) {
      const { type, isInferred, manager = type } = inferred;
      const rule = isInferred ? "inferred" : "receiver";
      const members = [manager, type].map((one) => this.#members(one, reference.name, rule))
        .find((all) => all.length > 0) ?? [];
      // Rust's fields may have the name of a method.
      const fitting = members.filter((one) => this.names.isFunction(one) === (reference.kind === "call"));
      if (members.length > 0) return fitting.length > 0 ? fitting : members;
      const assigned = this.#assigned(type, reference);
      if (assigned.length > 0) return assigned;
      const below = SELF.has(reference.receiver) ? this.dispatch.below(type, reference.name) : [];
      if (below.length > 0) return below;
      // Rust's `client::ping()` beside a variable of that name, PHP's `Shop\total()` beside a class of that name.
      return this.#inNamespace(use, links) ?? this.#extending(use, this.types.hierarchy.namesOf(type)) ?? [];
    }
    const nearest = nearestOfUnnamedObject(parsed, reference);
    const own = nearest === undefined ? undefined : [found({ file, definition: nearest }, "inferred")];
    return this.#inNamespace(use, links) ?? own ?? this.#byName({ file, links }, reference) ??
      this.#extending(use, [""]) ?? [];
  }

  /** A plain name in a block that runs as a member of an object: see `implicitReceiver`. */
  #inBlock(use: Use): readonly Resolution[] {
    const { file, parsed, reference: { receiver, name, scope } } = use;
    const inferred = this.types.ofChain({ file, scope }, linksOf(receiver) ?? []);
    const type = isTyped(inferred) && !inferred.collections ? inferred.type : undefined;
    const members = type ? this.#members(type, name, "inferred") : [];
    const outer = receiver === "." ? parentOf(parsed, scope) : scope;
    const reference = { ...use.reference, receiver: "", scope: outer };
    return members.length > 0 ? members : this.#plain({ ...use, reference });
  }

  /** A member of the receiver's type, or the imported functions of a name that extend it, if it is known. */
  #extensionFor(
    { reference }: Use,
    imported: readonly SymbolRef[],
    type?: ExpressionType,
  ): readonly Resolution[] {
    const own = type && "type" in type && !type.collections ? type.type : undefined;
    const members = own ? this.#members(own, reference.name, "receiver") : [];
    if (members.length > 0) return members;
    const types = own ? this.types.hierarchy.namesOf(own) : [type && "outside" in type ? type.outside : "?"];
    const fitting = imported.length < 2 ? [] : extensionsOf(this.index, "kotlin", types, reference.name)
      .filter((one) => imported.some((symbol) => sameSymbol(symbol, one)));
    return (fitting.length > 0 ? fitting : imported).map((symbol) => found(symbol, "import"));
  }

  /** Functions that extend one of the types; "" for an unknown one of a library. */
  #extending({ file, parsed, reference }: Use, types: readonly string[]): Resolution[] | undefined {
    const symbols = extensionsOf(this.index, parsed.language, types, reference.name);
    // Swift's extensions of library types are classes of their name.
    const extended = parsed.language === "swift" && types[0]
      ? this.names.classNamed({ file, parsed }, types[0])
      : undefined;
    const members = extended ? this.#members(extended, reference.name, "receiver") : [];
    if (members.length > 0) return [...members];
    const isSure = types[0] !== "";
    if (symbols.length === 0 || (!isSure && symbols.length > 1)) return undefined;
    return symbols.map((one) => found(one, isSure ? "receiver" : "unique name"));
  }

  /** A plain name: `foo()`. */
  #plain(use: Use): readonly Resolution[] {
    const { file, parsed, reference } = use;
    const nearest = inScopes(parsed, reference);
    const local = isOfKind(parsed, reference.kind, parsed.definitions[nearest]?.kind) ? nearest : -1;
    if (local < 0 || parsed.definitions[local]?.parent === -1) {
      const isClass = local >= 0 && this.names.isClass({ file, definition: local });
      const members = isClass ? [] : this.#implicit(use);
      if (members.length > 0) return members;
      // `const x = require("./x")` defines a name for an import.
      const bound = local >= 0 && IS_VALUE.has(parsed.definitions[local]!.kind) &&
        namesOf(parsed).import(reference.name);
      const imported = bound ? this.names.bound(file, bound, reference.name) : [];
      const isOutside = bound && this.names.modules.resolve(bound.module, file).length === 0;
      if (isOutside) return OUTSIDE;
      if (imported.length > 0) return imported.map((symbol) => found(symbol, "import"));
    }
    if (local >= 0) {
      // `const build = Request.build`
      const { kind, parent } = parsed.definitions[local]!;
      const hint = IS_VALUE.has(kind) ? namesOf(parsed).hint(parent, reference.name) : undefined;
      return [
        found({ file, definition: local }, "local"),
        ...(hint ? this.#named(file, reference, hint) : []),
      ];
    }
    // A template's use of a method of the component.
    const isTemplate = reference.scope < 0 && this.index.files.paths[file]?.endsWith(".vue");
    const method = isTemplate ? topOrdinals(parsed, reference.name)[0] : undefined;
    if (method !== undefined) return [found({ file, definition: method }, "inferred")];
    const imported = this.names.imported(use, reference.name);
    if (imported && imported.length > 0) return imported.map((symbol) => found(symbol, "import"));
    if (imported && !isC(parsed.language)) return this.#inherited(use) ?? OUTSIDE;
    if (isC(parsed.language)) return this.#linked(use, []);
    const near = this.names.inPackage(use, reference.name);
    if (near.length > 0) return near.map((symbol) => found(symbol, "package"));
    // Ruby loads the file of a constant by its name, Swift's imports name no files.
    const isOpen = parsed.language === "ruby" || parsed.language === "swift";
    const constant = isOpen ? this.names.classNamed(use, reference.name) : undefined;
    return constant ? [found(constant, "package")] : this.#byName({ file, links: [] }, reference) ?? [];
  }

  /** A member that the class of a static import inherits: `import static org.farm.Tight.LIMIT`. */
  #inherited({ file, parsed, reference: { name } }: Use): readonly Resolution[] | undefined {
    const bound = namesOf(parsed).import(name);
    const type = bound?.name === undefined
      ? undefined
      : this.names.classNamed({ file, parsed }, bound.module);
    return type && this.#members(type, bound!.name!, "import");
  }

  /** A member of the class around a use, or of a class around that, where bare names may refer to them. */
  #implicit({ file, parsed, reference: { name, scope, kind } }: Use): readonly Resolution[] {
    for (let at = scope; IMPLICIT_THIS.has(parsed.language) && at >= -1;) {
      const own = this.names.ownClass({ file, parsed }, at);
      const members = own ? this.#members(own, name, "inherited") : [];
      // The constructor of a base class is named like that class.
      const named = IS_TYPE.has(kind) ? members.filter((one) => this.names.isClass(one)) : members;
      if (named.length > 0) return named;
      if (own?.file !== file || at < 0) break;
      at = parentOf(parsed, own.definition);
    }
    return [];
  }

  /** The function assigned to a field: `const api = { run }`, `self.run = start`. */
  #assigned(type: SymbolRef, reference: Reference): readonly Resolution[] {
    return this.types.fieldHints(type, reference.name)
      .map(({ file, hint }) => this.#named(file, reference, hint)).find((sure) => sure.length > 0) ?? [];
  }

  /** The function that a value names. */
  #named(file: number, reference: Reference, hint: TypeHint): readonly Resolution[] {
    const [, receiver = "", name, scope] = FIELD_VALUE.exec(hint.type) ?? [];
    const parsed = this.index.parsed(file);
    const isItself = name === reference.name && (receiver === "self." || receiver === "this.");
    if (!parsed || name === undefined || isItself || this.#fieldsFollowed === MOST_FIELDS_FOLLOWED) return [];
    const from = { name, receiver: receiver.slice(0, -1), scope: Number(scope ?? hint.scope) };
    // `this.notify = notify` of a parameter
    if (receiver === "" && namesOf(parsed).hint(from.scope, name)?.type === HIDDEN) return [];
    this.#fieldsFollowed++;
    const found = this.#resolve({ file, parsed, reference: { ...reference, ...from } });
    this.#fieldsFollowed--;
    return found.filter((one) =>
      one.confidence >= CONFIDENCE.inferred && (this.names.isFunction(one) || this.names.isClass(one))
    );
  }

  /** The target of a call of a plain name, or of one in a C++ namespace, if its confidence suffices. */
  #called(file: number, scope: number, name: string, path: readonly string[]): SymbolRef | undefined {
    const parsed = this.index.parsed(file);
    if (!parsed) return undefined;
    // Kotlin's `shop.model.sample()` without an import.
    if (path.length > 0 && !isC(parsed.language)) return this.names.declared(path.join("."), name)[0];
    const use = { file, parsed, reference: { name, kind: "call", receiver: "", line: 0, scope } } as const;
    const [best] = path.length > 0 ? this.#linked(use, path) : this.#plain(use);
    return best && best.confidence >= CONFIDENCE.package ? best : undefined;
  }

  /** `namespace::foo()`, or `pkg.foo()` without an import. */
  #inNamespace(use: Use, links: readonly Link[] | undefined): readonly Resolution[] | undefined {
    const { file, parsed, reference: { name, receiver } } = use;
    if (!links?.every((link) => link.form === "name")) return undefined;
    const path = links.map((link) => link.name);
    if (isC(parsed.language)) {
      const linked = path.length > 0 ? this.#linked(use, path) : [];
      return linked.length > 0 ? linked : path[0] === "std" ? OUTSIDE : undefined;
    }
    const isOwn = SCRIPTS.has(parsed.language) && OWN_EXPORTS.test(receiver);
    if (isOwn) return this.names.exported([file], name).map((symbol) => found(symbol, "local"));
    if (parsed.language === "python" && path[0] && !imports(parsed, path[0])) return undefined;
    const exported = this.names.inModule(use, path, name);
    // A whole path without an import: Kotlin's `shop.text.slug()`.
    const isDeclared = exported.length === 0 && PRIVATE_IMPORTS.has(parsed.language);
    const symbols = isDeclared ? this.names.declared(path.join("."), name, parsed.module) : exported;
    return symbols.length > 0 ? symbols.map((symbol) => found(symbol, "package")) : undefined;
  }

  /** A C or C++ function as found by a linker. */
  #linked({ file, parsed, reference }: Use, path: readonly string[]): readonly Resolution[] {
    const around = parsed.definitions[reference.scope]?.qualifiedName ?? "";
    const tools = { modules: this.names.modules, bodies: this.#bodies };
    const { name, kind } = reference;
    const place = { file, name, kind, path: wholePath(parsed, path), around };
    const { symbols, rule } = linked(this.index, tools, place);
    return symbols.map((symbol) => found(symbol, rule, symbols.length));
  }

  #members(type: SymbolRef, name: string, rule: Rule): readonly Resolution[] {
    return this.types.hierarchy.members(type, name).map((one) => ({ ...asMember(one, rule), type }));
  }

  #byName(place: Omit<NamedUse, "index">, reference: Reference): Resolution[] | undefined {
    const symbol = onlyNamed({ index: this.index, ...place }, this.dispatch, reference);
    return symbol && [found(symbol, "unique name")];
  }
}
