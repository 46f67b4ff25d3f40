import { literal } from "../model/text.ts";
import { BUILT_IN, collectedType } from "../syntax/annotations.ts";
import { ITSELF, RESULT, YIELDED } from "../syntax/hint.ts";
import { parentOf, type ParsedFile, type TypeHint } from "../syntax/parsed_file.ts";
import { wordsOf } from "../syntax/source.ts";
import { splitList } from "../syntax/spans.ts";
import { namesOf, SCRIPTS } from "./file_names.ts";
import type { Link } from "./chains.ts";
import { hintAround } from "./hint_scopes.ts";
import { Hierarchy } from "./hierarchy.ts";
import type { FileView, Names, ScopeView, UseScope } from "./names.ts";
import { type ClassType, type ExpressionType, isTyped } from "./outside.ts";
import { inBrackets } from "./overloads.ts";
import { returnType } from "./return_type.ts";
import { isParentWord } from "./scopes.ts";
import { definitionAt, sameSymbol, symbolKey, type SymbolRef } from "./symbol_ref.ts";

/** Names of the object itself, and of its class. */
export const SELF = new Set("self this cls Self static __MODULE__ singleton_class instancetype".split(" "));

/** Captures the name of a type, its arguments, and the signs of its collections. */
const TYPE = /^([^<[]*)(?:<(.*)>)?((?:\[\])*)$/;
/** Words before the name of a type parameter. */
const VARIANCE = new Set("in out reified const typename class".split(" "));

const MANAGERS = new Set(["Manager", "QuerySet", "BaseUserManager", "UserManager"]);

/** Types by their names and declarations. */
export abstract class DeclaredTypes {
  readonly hierarchy: Hierarchy;

  constructor(protected readonly names: Names) {
    this.hierarchy = new Hierarchy(names);
  }

  protected own(view: ScopeView, name: string): ExpressionType | undefined {
    const own = this.names.ownClass(view, view.scope);
    if (!own) return undefined;
    const type = isParentWord(view.parsed.language, name) ? this.hierarchy.bases(own)[0] : own;
    return type && { type, isInferred: false };
  }

  /**
   * An instance of the named type, in one collection per trailing `[]`.
   *
   * @param on the object of whose class the place is a part
   */
  protected typed(view: ScopeView, path: string, on?: ClassType): ClassType | undefined {
    const [, name = path, list = "", signs = ""] = TYPE.exec(path) ?? [];
    const argument = on && this.#argument(view, name, on);
    const type = argument?.type ?? this.named(view, name);
    const collections = signs.length / 2 + (argument?.collections ?? 0);
    const given = list === "" ? argument?.given : splitList(list).map((one) => this.typed(view, one, on));
    // TypeORM's `Repository<Order>`
    if (!type && name.endsWith("Repository")) return given?.[0];
    return type &&
      { type, isInferred: false, ...(collections > 0 && { collections }), ...(given && { given }) };
  }

  /** The type that an object gives to a type parameter of its class, or of a base class around a place. */
  #argument(view: ScopeView, name: string, on: ClassType): ClassType | undefined {
    const owner = this.names.ownClass(view, view.scope);
    const place = (owner ? this.#listBehind(owner) : []).findIndex((one) =>
      wordsOf(one).find((word) => !VARIANCE.has(word)) === name
    );
    if (place < 0) return undefined;
    const known = new Map([[symbolKey(on.type), on]]);
    for (const { symbol } of this.hierarchy.upwards(on.type)) {
      const own = known.get(symbolKey(symbol))!;
      if (sameSymbol(symbol, owner!)) return own.given?.[place];
      const { file, definition: scope } = symbol;
      const parsed = this.names.index.parsed(file)!;
      for (const base of this.hierarchy.bases(symbol)) {
        const given = this.#listBehind(symbol, this.hierarchy.namesOf(base)[0])
          .map((one) => this.typed({ file, parsed, scope }, collectedType(one), own));
        known.set(symbolKey(base), { type: base, isInferred: false, given });
      }
    }
    return undefined;
  }

  /** The types in brackets behind a name in the head of a class: its parameters, or the arguments of a base. */
  #listBehind({ file, definition }: SymbolRef, base?: string): string[] {
    const { name, signature } = this.names.index.parsed(file)!.definitions[definition]!;
    const open =
      (base === undefined ? [name, "Generic", "template "] : [base]).map((one) =>
        signature.search(new RegExp(`(?<=\\b${literal(one)})[<[]`))
      )
        .find((at) => at >= 0) ?? signature.length;
    return splitList(inBrackets(signature, open, signature[open] === "<" ? "<>" : "[]") ?? "");
  }

  /** The class whose objects a base of a library holds: `interface Orders extends JpaRepository<Order, Long>`. */
  protected model({ file, definition }: SymbolRef, base = "Repository<"): ClassType | undefined {
    const parsed = this.names.index.parsed(file)!;
    const [, held = ""] = parsed.definitions[definition]!.signature.split(base);
    return this.typed({ file, parsed, scope: definition }, wordsOf(held)[0] ?? "");
  }

  /** Type hints of a field in a class and its base classes, nearest first. */
  *fieldHints(
    type: SymbolRef,
    name: string,
  ): Generator<{ readonly file: number; readonly hint: TypeHint }, undefined> {
    for (const { symbol: { file, definition } } of this.hierarchy.upwards(type)) {
      const parsed = this.names.index.parsed(file);
      const hint = parsed && namesOf(parsed).hint(definition, name);
      if (hint) yield { file, hint };
    }
  }

  /** The type of a name, of the object of whose class it is a part. */
  protected abstract ofHint(file: number, hint: TypeHint, on?: ClassType): ExpressionType | undefined;

  /** Type of a field by the hints of a class and its base classes. */
  protected field(on: ClassType, name: string): ExpressionType | undefined {
    return this.fieldHints(on.type, name).map(({ file, hint }) => this.ofHint(file, hint, on))
      .find((one) => one);
  }

  /** Return type inferred from the returned values. */
  protected returned({ file, definition }: SymbolRef, parsed: ParsedFile): ExpressionType | undefined {
    const yielded = namesOf(parsed).hint(definition, YIELDED);
    const hint = yielded ?? namesOf(parsed).hint(definition, RESULT);
    const inferred = hint && this.ofHint(file, hint);
    if (!isTyped(inferred)) return undefined;
    const collections = (inferred.collections ?? 0) + (yielded ? 1 : 0);
    return { ...inferred, isInferred: true, ...(collections > 0 && { collections }) };
  }

  /** The type argument of a call, for a result or value of that type. */
  protected argument({ file, scope }: UseScope, { argument }: Link): ExpressionType | undefined {
    const parsed = this.names.index.parsed(file);
    return parsed && argument !== undefined ? this.typed({ file, parsed, scope }, argument) : undefined;
  }

  /** True for the class of a manager of Django's models. */
  protected isManager(type: SymbolRef): boolean {
    return this.hierarchy.namesOf(type).slice(1).some((one) => MANAGERS.has(one));
  }

  /** An object literal with methods: `const app = { run() {} }`. */
  protected object({ file, parsed }: FileView, { scope, name }: TypeHint): ExpressionType | undefined {
    const definition = namesOf(parsed).definitions(name).find((one) =>
      parsed.definitions[one]?.parent === scope && namesOf(parsed).holds(one)
    );
    return definition === undefined ? undefined : { type: { file, definition }, isInferred: false };
  }

  /** A JavaScript function that returns an object literal: its inner functions are the members. */
  protected factory(symbol: SymbolRef, parsed: ParsedFile): ExpressionType | undefined {
    const isLiteral = SCRIPTS.has(parsed.language) &&
      namesOf(parsed).hint(symbol.definition, RESULT)?.type.startsWith(BUILT_IN) === true;
    const isHolder = parsed.definitions.some(({ parent }) => parent === symbol.definition) ||
      parsed.hints.some(({ scope, name }) => scope === symbol.definition && name !== RESULT);
    return isLiteral && isHolder ? { type: symbol, isInferred: true } : undefined;
  }

  /** A class, or the bound of a type parameter of that name. */
  protected named(view: ScopeView, path: string): SymbolRef | undefined {
    if (path === "Self") return this.names.ownClass(view, view.scope);
    const { parsed, file } = view;
    const own = namesOf(parsed).definitions(path);
    // Of nested classes of one name the nearest.
    for (let at = view.scope; own.length > 1 && at >= 0; at = parentOf(parsed, at)) {
      const nested = own.find((one) => parentOf(parsed, one) === at);
      if (nested !== undefined && this.names.isClass({ file, definition: nested })) {
        return { file, definition: nested };
      }
    }
    if (!path.includes(".")) {
      const bound = hintAround(view.parsed, view.scope, path, { withMembers: true });
      if (bound && bound.type !== path && !/^[=!]/.test(bound.type)) {
        return this.names.classNamed(view, bound.type.split("<", 1)[0]!);
      }
    }
    return this.names.classNamed(view, path) ?? this.#aliased(view, path);
  }

  /** The class that an imported variable of Python names: `Orders = Annotated[OrderRepo, Depends(orders)]`. */
  #aliased(view: ScopeView, path: string): SymbolRef | undefined {
    const [symbol] = view.parsed.language === "python" ? this.names.imported(view, path) ?? [] : [];
    const parsed = symbol && this.names.index.parsed(symbol.file);
    return parsed && namesOf(parsed).hint(-1, path) &&
      this.named({ file: symbol.file, parsed, scope: -1 }, path);
  }

  /** True if a method returns its receiver, or another instance of the same class. */
  protected returnsReceiver({ file, definition }: SymbolRef): boolean {
    const [parsed, own] = definitionAt(this.names.index, { file, definition });
    if (!parsed || !own) return false;
    const declared = returnType(own, parsed.language);
    return declared === "" ? namesOf(parsed).hint(definition, RESULT)?.type === ITSELF : SELF.has(declared);
  }
}
