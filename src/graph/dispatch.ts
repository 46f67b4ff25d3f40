import words from "../../config/library_words.json" with { type: "json" };
import { remember } from "../model/memo.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Hierarchy } from "./hierarchy.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { canImplement } from "./go_heads.ts";
import type { Names } from "./names.ts";
import { isSameHead } from "./overloads.ts";
import { found, type Resolution } from "./resolution.ts";
import {
  CONFIDENCE,
  definitionAt,
  distinctSymbols,
  sameSymbol,
  symbolKey,
  type SymbolRef,
} from "./symbol_ref.ts";

/** Maximum number of types examined above or below one type. */
const MOST_TYPES = 60;
/** Maximum number of methods of a name examined for a Rust trait. */
const MOST_IMPLEMENTED = 2000;
/** Maximum number of methods of a name examined for a Go interface. */
const MOST_METHODS = 200;

/** Confidence of a call through an interface whose implementations may be elsewhere, or that the type wraps. */
const OPEN_DISPATCH = 0.4;
const WRAPPED_DISPATCH = 0.5;

/** Confidence that a call reaches one of so many methods. */
const likelihood = (count: number): number => Math.min(CONFIDENCE.dispatch, 0.4 + 0.6 / (count + 1));

/** Dynamic dispatch: the methods that a call may reach, by overriding and implementing. */
export class Dispatch {
  readonly #implements = new Map<string, boolean>();
  readonly #overridden = new Map<string, readonly SymbolRef[]>();
  readonly #implementations = new Map<string, readonly SymbolRef[]>();

  constructor(private readonly names: Names, private readonly hierarchy: Hierarchy) {}

  get #index(): LexicalIndex {
    return this.names.index;
  }

  /** Methods of base classes, interfaces and traits that this method overrides or implements. */
  overridden(symbol: SymbolRef): readonly SymbolRef[] {
    return remember(this.#overridden, symbolKey(symbol), () => this.#findOverridden(symbol));
  }

  /** Methods that override or implement this one. */
  implementations(symbol: SymbolRef): readonly SymbolRef[] {
    return remember(this.#implementations, symbolKey(symbol), () => this.#findImplementations(symbol));
  }

  /**
   * Confidence that a call of a method reaches one that overrides it: the more do, the lower, and 0 in a class that the
   * object is not of. In Go lower if the type only wraps the interface, and if the interface extends an unknown one, which
   * foreign types may implement.
   */
  confidence(base: Resolution, symbol: SymbolRef): number {
    const [above, below] = [this.#method(base)?.owner, this.#method(symbol)?.owner];
    const count = Math.max(1, this.implementations(base).length);
    const likely = likelihood(count);
    if (this.#index.parsed(base.file)?.language !== "go") {
      const [type = "", ...more] = base.type ? this.hierarchy.namesOf(base.type) : [];
      return more.length > 0 && below && !this.hierarchy.namesOf(below).includes(type) ? 0 : likely;
    }
    if (!above) return likely;
    const isWrapper = below !== undefined &&
      this.hierarchy.above(below).some((one) => sameSymbol(one, above));
    const most = !this.hierarchy.knowsAllBases(above) ? OPEN_DISPATCH : isWrapper ? WRAPPED_DISPATCH : likely;
    return Math.min(likely, most);
  }

  /**
   * Members that the objects of a class have only as objects of a derived one: of a mixin beside it, or of a class that
   * fills in what it calls. The more there are, the lower the confidence.
   */
  below(type: SymbolRef, name: string): Resolution[] {
    const members = this.subtypes(type).flatMap((one) => this.hierarchy.members(one, name));
    const all = distinctSymbols(members);
    return all.map((one) => ({ ...found(one, "dispatch"), confidence: likelihood(all.length) }));
  }

  #findOverridden(symbol: SymbolRef): SymbolRef[] {
    const traits = this.#traitsOf(symbol);
    const { name = "" } = definitionAt(this.#index, symbol)[1] ?? {};
    if (traits.length > 0) return traits.flatMap((trait) => this.hierarchy.ownMembers(trait, name));
    const method = this.#method(symbol);
    if (!method) return [];
    const { owner } = method;
    if (method.language === "go") {
      return method.isAbstract ? [] : this.#interfacesWith(name)
        .filter(({ type }) => this.#satisfies(owner, type)).map((one) => one.method);
    }
    return this.hierarchy.above(owner).flatMap((base) => this.hierarchy.ownMembers(base, name))
      .filter((one) => this.#isSameHead(symbol, one));
  }

  #findImplementations(symbol: SymbolRef): SymbolRef[] {
    const method = this.#method(symbol);
    if (!method) return [];
    const { owner, name } = method;
    if (method.language === "go") {
      if (!method.isAbstract) return [];
      const sites = this.#index.definitionsNamed(name).filter((site) => site.kind === "method");
      return sites.slice(0, MOST_METHODS).flatMap((site) => {
        const one = this.#method(site);
        return one && !one.isAbstract && this.#satisfies(one.owner, owner) ? [site] : [];
      });
    }
    if (method.language === "rust") {
      return this.#index.definitionsNamed(name).slice(0, MOST_IMPLEMENTED)
        .filter((site) => this.#traitsOf(site).some((trait) => sameSymbol(trait, owner)));
    }
    return this.subtypes(owner).flatMap((type) => this.hierarchy.ownMembers(type, name))
      .filter((one) => this.#isSameHead(symbol, one));
  }

  /** The trait of the Rust impl block around a function, recorded in its heritage whatever type the block is for. */
  #traitsOf({ file, definition }: SymbolRef): SymbolRef[] {
    const parsed = this.#index.parsed(file);
    if (parsed?.language !== "rust" || !this.names.isFunction({ file, definition })) return [];
    return parsed.heritage.filter((one) => one.definition === definition)
      .flatMap(({ base }) => this.names.classNamed({ file, parsed }, base) ?? []);
  }

  /** True if the signatures match; an overload with another signature is another method. */
  #isSameHead(symbol: SymbolRef, other: SymbolRef): boolean {
    const parsed = this.#index.parsed(symbol.file);
    if (!parsed || !OVERLOADED.has(parsed.language)) return true;
    const [a, b] = [symbol, other].map((one) => definitionAt(this.#index, one)[1]);
    return !a || !b || isSameHead(a, b, parsed);
  }

  /** The class and name of a method, abstract in an interface; undefined for anything else. */
  #method(symbol: SymbolRef) {
    const [parsed, definition] = definitionAt(this.#index, symbol);
    if (!parsed || !definition || !this.names.isFunction(symbol)) return undefined;
    if (CONSTRUCTORS.has(definition.name) || isAlone(definition, parsed.language)) return undefined;
    const owner = this.names.ownClass({ file: symbol.file, parsed }, symbol.definition);
    if (!owner || this.names.isModule(owner)) return undefined;
    const kind = this.#index.parsed(owner.file)?.definitions[owner.definition]?.kind;
    return { owner, name: definition.name, language: parsed.language, isAbstract: kind === "interface" };
  }

  /** Go interfaces with a method of that name. */
  #interfacesWith(name: string): { readonly type: SymbolRef; readonly method: SymbolRef }[] {
    return this.#index.definitionsNamed(name).filter((site) => site.kind === "method").flatMap((site) => {
      const parsed = this.#index.parsed(site.file);
      const parent = parsed?.definitions[site.definition]?.parent ?? -1;
      return parsed?.language === "go" && parsed.definitions[parent]?.kind === "interface"
        ? [{ type: { file: site.file, definition: parent }, method: site }]
        : [];
    }).slice(0, MOST_TYPES);
  }

  /** True if a Go type has all methods of an interface, each with a compatible signature. */
  #satisfies(type: SymbolRef, wanted: SymbolRef): boolean {
    const key = `${symbolKey(type)} ${symbolKey(wanted)}`;
    return remember(this.#implements, key, () => {
      const methods = [wanted, ...this.hierarchy.above(wanted)].flatMap((one) =>
        (this.#index.parsed(one.file)?.definitions ?? [])
          .filter((method) => method.parent === one.definition && method.kind === "method")
      );
      const has = (method: Definition): boolean =>
        this.hierarchy.members(type, method.name).some((one) => {
          const [, own] = definitionAt(this.#index, one);
          return own?.kind !== "method" || canImplement(own, method);
        });
      return methods.every(has);
    });
  }

  /** Types that derive from a type, directly or indirectly; those that only have the methods of a Go interface or a Rust trait do not. */
  subtypes(owner: SymbolRef): SymbolRef[] {
    const found = new Map<string, SymbolRef>([[symbolKey(owner), owner]]);
    for (const base of found.values()) {
      const name = this.#index.parsed(base.file)?.definitions[base.definition]?.name ?? "";
      for (const { file, scope: definition, kind } of this.#index.referencesTo(name)) {
        if (found.size > MOST_TYPES) break;
        if (kind !== "type") continue;
        const type = { file, definition };
        if (this.hierarchy.bases(type).some((one) => sameSymbol(one, base))) {
          found.set(symbolKey(type), type);
        }
      }
    }
    return [...found.values()].slice(1);
  }
}

/** True for a private or static method, which neither overrides nor is overridden. */
function isAlone({ signature, name }: Definition, language: string): boolean {
  const head = OVERLOADED.has(language) ? signature.slice(0, Math.max(0, signature.indexOf(`${name}(`))) : "";
  return /\b(?:private|static)\b/.test(head);
}

/** Languages with overloading, in which methods of one name are distinguished by their parameters. */
const OVERLOADED: ReadonlySet<string> = new Set(["java", "kotlin", "scala", "csharp", "cpp"]);

/** Constructors: not inherited, so not dispatched. */
const CONSTRUCTORS: ReadonlySet<string> = new Set(words.constructors.split(" "));
