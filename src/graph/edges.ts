import type { LexicalIndex, ReferenceSite } from "../index/lexical_index.ts";
import type { Definition, ParsedFile, Reference, ReferenceKind } from "../syntax/parsed_file.ts";
import { parentOf } from "../syntax/parsed_file.ts";
import { CALLABLE, CLASS_KINDS } from "../syntax/class_kinds.ts";
import { isAbstract } from "./abstract_methods.ts";
import { type AliasedUse, aliasedUses } from "./aliases.ts";
import { constructions } from "./constructors.ts";
import { callsThroughFields, functionsOfField } from "./function_fields.ts";
import type { KnownUse } from "./handed_over.ts";
import { handedOnBy, handsOnTo } from "./handovers.ts";
import type { Resolution, Resolver } from "./resolve.ts";
import { type Rule, sameSymbol, type SymbolRef } from "./symbol_ref.ts";
import { CONFIDENCE, createResolver } from "./resolve.ts";
import { typedefsOf } from "./typedefs.ts";

/** Edges less sure than this are guesses by name alone and no facts. */
export const LEAST_CONFIDENCE = 0.5;
/** Edges less sure than this are marked as inferred. */
export const LEAST_CERTAIN = 0.85;

/** One use of one definition by another. */
export interface Edge {
  /** The definition that uses; ordinal -1 is the file's top level. */
  readonly from: SymbolRef;
  readonly to: SymbolRef;
  /** One-based line of the use in `from`'s file. */
  readonly line: number;
  readonly confidence: number;
  readonly rule: Rule;
}

/** The code graph over one index view, resolved on demand. */
export interface CodeGraph {
  readonly index: LexicalIndex;
  readonly resolver: Resolver;
  /**
   * Uses of the symbol, surest first.
   *
   * @param mostFiles look into at most so many files, the nearest first; default all
   */
  callers(symbol: SymbolRef, mostFiles?: number): readonly Edge[];
  /** Calls of the symbol's name of which nothing is known, with the place of the first. */
  unresolved(symbol: SymbolRef): Unresolved;
  /** What the symbol uses, in order of its lines; where that is a method of an interface, what implements it, too. */
  callees(symbol: SymbolRef): readonly Edge[];
  /**
   * The callees, until `most` that count are as sure as any can be; what is used behind those is not resolved.
   *
   * @param counts which of them count
   */
  surestCallees(symbol: SymbolRef, most: number, counts: (callee: SymbolRef) => boolean): readonly Edge[];
  /** What the symbol calls, or hands on to be called: its callees but the types and values that it only names. */
  calls(symbol: SymbolRef): readonly Edge[];
  /**
   * The callees that have one of the names, and maybe others. In C, where a plain call can only mean what has its name, the
   * others are not resolved: each would be looked for in all headers that the file includes.
   */
  calleesNamed(symbol: SymbolRef, names: ReadonlySet<string>): readonly Edge[];
  definition(symbol: SymbolRef): Definition | undefined;
}

/** Calls that may or may not be of a definition. */
export interface Unresolved {
  readonly count: number;
  /** File number and one-based line; undefined without any. */
  readonly first: { readonly file: number; readonly line: number } | undefined;
}

/** Uses looked at per name: a name used more often than that says little about any one place. */
const MOST_USES = 2000;
/** Implementations of one called method that are followed. */
const MOST_REACHED = 12;
const IS_CALL: ReadonlySet<string> = new Set(["call", "new"]);
/** No edge is surer. */
const SUREST = Math.max(...Object.values(CONFIDENCE));
/** What is less sure is a guess by name alone. */
const LEAST_SURE = 0.5;
/** Edges less sure than this are none. */
export const LOWEST_CONFIDENCE = 0.1;

/** Uses of one definition. */
interface Users {
  readonly edges: readonly Edge[];
  readonly unresolved: Unresolved;
}

/** Which callees are found; by default all. */
interface WantedCallees {
  /** Which uses are resolved. */
  readonly isAsked?: (use: Reference) => boolean;
  /** Which uses of what count. */
  readonly isMeant?: (use: Reference, to: SymbolRef) => boolean;
  /** Whether what was found last is enough. */
  readonly isEnough?: (found: readonly Edge[]) => boolean;
}

/** Creates the graph. Edges are kept for the life of the view. */
export function createCodeGraph(index: LexicalIndex): CodeGraph {
  return new IndexGraph(index);
}

/** A use without a target: how sure it is, and by which rule. */
type Way = Pick<Edge, "confidence" | "rule">;

const HANDED_OVER: Way = { confidence: CONFIDENCE.dispatch, rule: "dispatch" };

class IndexGraph implements CodeGraph {
  readonly resolver: Resolver;
  readonly #users = new Map<string, Users>();
  readonly #callees = new Map<string, readonly Edge[]>();
  readonly #calls = new Map<string, readonly Edge[]>();

  constructor(readonly index: LexicalIndex) {
    this.resolver = createResolver(index);
  }

  definition({ file, definition }: SymbolRef): Definition | undefined {
    return this.index.parsed(file)?.definitions[definition];
  }

  callers(symbol: SymbolRef, mostFiles = Infinity): readonly Edge[] {
    return this.#usersOf(symbol, mostFiles).edges;
  }

  unresolved(symbol: SymbolRef): Unresolved {
    return this.#usersOf(symbol, Infinity).unresolved;
  }

  callees(symbol: SymbolRef): readonly Edge[] {
    return memo(this.#callees, symbolKey(symbol), () => this.#findCallees(symbol));
  }

  surestCallees(symbol: SymbolRef, most: number, counts: (callee: SymbolRef) => boolean): readonly Edge[] {
    const key = symbolKey(symbol);
    const known = this.#callees.get(key);
    if (known) return known;
    const sure = new Set<string>();
    const isEnough = (edges: readonly Edge[]): boolean => {
      for (const { to, confidence } of edges) {
        if (confidence >= SUREST && counts(to)) sure.add(symbolKey(to));
      }
      return sure.size >= most;
    };
    const edges = this.#findCallees(symbol, { isEnough });
    if (sure.size < most) this.#callees.set(key, edges);
    return edges;
  }

  calls(symbol: SymbolRef): readonly Edge[] {
    const isMeant = ({ kind }: Reference, to: SymbolRef): boolean =>
      kind !== "reference" || CALLABLE.has(this.definition(to)?.kind ?? "type");
    return memo(
      this.#calls,
      symbolKey(symbol),
      () => this.#findCallees(symbol, { isAsked: ({ kind }) => kind !== "type", isMeant }),
    );
  }

  calleesNamed(symbol: SymbolRef, names: ReadonlySet<string>): readonly Edge[] {
    const known = this.#callees.get(symbolKey(symbol));
    if (known || this.index.parsed(symbol.file)?.language !== "c") return known ?? this.callees(symbol);
    return this.#findCallees(symbol, { isAsked: ({ receiver, name }) => receiver !== "" || names.has(name) });
  }

  #usersOf(declared: SymbolRef, mostFiles: number): Users {
    const symbol = this.resolver.body(declared);
    return memo(this.#users, `${symbolKey(symbol)}/${mostFiles}`, () => this.#findUsers(symbol, mostFiles));
  }

  #findUsers(symbol: SymbolRef, mostFiles: number): Users {
    const { index, resolver } = this;
    const target = this.definition(symbol);
    if (!target) return { edges: [], unresolved: { count: 0, first: undefined } };
    const overridden = resolver.overridden(symbol);
    const same = [symbol, ...typedefsOf(index, symbol)];
    const own = this.#usesOf(same);
    const edges: Edge[] = [];
    const unknown: AliasedUse[] = [];
    const uses = distinct([...own, ...aliasedUses(resolver, symbol)]);
    for (const use of nearest(uses, symbol.file, mostFiles)) {
      const found = resolver.resolve(use.file, use);
      const met = reached(found, same, overridden) ??
        (found.length === 0 ? this.#throughLibrary(symbol, use) : undefined);
      const isOther = met?.rule === "dispatch" && resolver.isExact(use.file, use);
      const way = isOther ? undefined : met;
      const from = { file: use.file, definition: use.scope };
      if (way && way.confidence >= LOWEST_CONFIDENCE) {
        if (sameSymbol(from, symbol) && use.line === target.startLine) continue;
        edges.push({ from, to: symbol, line: use.line, ...way });
      } else if (IS_CALL.has(use.kind) && this.#mayMean(use, found, symbol)) {
        unknown.push(use);
      }
    }
    for (const { file, scope, line, confidence } of callsThroughFields(resolver, symbol, own)) {
      edges.push({ from: { file, definition: scope }, to: symbol, line, confidence, rule: "dispatch" });
    }
    const made = constructions(resolver, symbol, (type) => this.callers(type, mostFiles));
    edges.push(...made.map((edge) => ({ ...edge, to: symbol })));
    const handing = handedOnBy(resolver, symbol)
      .map(({ symbol: from, line }): Edge => ({ from, to: symbol, line, ...HANDED_OVER }));
    addSurer(edges, handing);
    edges.sort((a, b) => b.confidence - a.confidence || a.from.file - b.from.file || a.line - b.line);
    const [first] = unknown;
    return {
      edges,
      unresolved: { count: unknown.length, first: first && { file: first.file, line: first.line } },
    };
  }

  /** Whether nothing is known of a call, or only guesses by its name, one of them the symbol or what overrides it. */
  #mayMean(use: AliasedUse, found: readonly Resolution[], symbol: SymbolRef): boolean {
    if (found.length === 0) return !this.resolver.isOutside(use.file, use);
    return found.every(({ confidence }) => confidence < LEAST_SURE) &&
      [symbol, ...this.resolver.implementations(symbol)].some((one) =>
        found.some((guess) => sameSymbol(guess, one))
      );
  }

  /** Uses of the name of a symbol, and of the other names that it has. */
  #usesOf([symbol, ...others]: readonly SymbolRef[]): AliasedUse[] {
    const name = symbol && this.definition(symbol)?.name || "";
    const own = this.index.referencesTo(name, MOST_USES).filter((site) => site.kind !== "import")
      .map((site) => ({ ...site, name }));
    for (const other of others) {
      const alias = this.definition(other)?.name ?? "";
      if (alias !== name) {
        own.push(...this.index.referencesTo(alias, MOST_USES).map((site) => ({ ...site, name: alias })));
      }
    }
    return own;
  }

  /** A call of what the language's library declares and the symbol implements. */
  #throughLibrary(symbol: SymbolRef, use: AliasedUse): Way | undefined {
    if (!IS_CALL.has(use.kind)) return undefined;
    return { confidence: this.resolver.throughLibrary(symbol, use.file, use), rule: "dispatch" };
  }

  #findCallees(symbol: SymbolRef, wanted: WantedCallees = {}): readonly Edge[] {
    const { isAsked = () => true, isMeant = () => true, isEnough = () => false } = wanted;
    const parsed = this.index.parsed(symbol.file);
    if (!parsed) return [];
    const uses = parsed.references.filter((one) =>
      one.kind !== "import" && isAsked(one) && isWithin(parsed, one.scope, symbol.definition)
    );
    // The same name in the same place means the same, however often it is used.
    const known = new Map<string, Resolution | undefined>();
    const meanings: KnownUse[] = [];
    const edges: Edge[] = [];
    for (const reference of uses) {
      const key = `${reference.scope} ${reference.receiver} ${reference.name}`;
      if (!known.has(key)) known.set(key, this.resolver.resolve(symbol.file, reference)[0]);
      const best = known.get(key);
      meanings.push({ use: reference, meaning: best && best.confidence >= LEAST_SURE ? best : undefined });
      if (!best || best.confidence < LOWEST_CONFIDENCE || !isMeant(reference, best)) continue;
      const found = this.#edgesTo(best, symbol, reference);
      edges.push(...found);
      if (isEnough(found)) return edges;
    }
    const handed = handsOnTo(this.resolver, symbol, meanings)
      .map(({ symbol: to, line }): Edge => ({ from: symbol, to, line, ...HANDED_OVER }));
    if (handed.length === 0) return edges;
    addSurer(edges, handed);
    return edges.sort((a, b) => a.line - b.line);
  }

  /** The edge to what a use means, and those to what a call of it may reach. */
  #edgesTo(best: Resolution, from: SymbolRef, use: Reference): Edge[] {
    const { kind, line, scope } = use;
    const to = { file: best.file, definition: best.definition };
    const confidence = Math.min(best.confidence, CONFIDENCE.dispatch);
    const user = this.definition({ file: from.file, definition: scope })?.name;
    const reachable = this.#reachedBelow(to, kind, user);
    const isExact = reachable.length > 0 && this.resolver.isExact(from.file, use);
    const below = (isExact ? [] : reachable).map((to): Edge => ({
      from,
      to,
      line,
      confidence,
      rule: "dispatch",
    }));
    return [{ from, to, line, confidence: best.confidence, rule: best.rule }, ...below];
  }

  /**
   * What a call of a method of an interface or trait, of an abstract method, or of a field may reach.
   *
   * @param user the name of the definition that uses it
   */
  #reachedBelow(symbol: SymbolRef, use: ReferenceKind, user: string | undefined): readonly SymbolRef[] {
    const { index, resolver } = this;
    const definition = this.definition(symbol);
    if (definition?.kind === "field") {
      return use === "call" ? functionsOfField(resolver, symbol).slice(0, MOST_REACHED) : [];
    }
    const parsed = index.parsed(symbol.file);
    const parent = parsed?.definitions[definition?.parent ?? -1];
    if (!parsed || !parent) return [];
    // A method that calls its own name in a class calls what it overrides.
    const isOpen = parent.kind === "interface" || parent.kind === "trait" ||
      IS_CALL.has(use) && CLASS_KINDS.has(parent.kind) && isAbstract(parsed, symbol.definition) &&
        user !== definition?.name;
    if (!isOpen) return [];
    return resolver.implementations(symbol).slice(0, MOST_REACHED);
  }
}

/** Whether a scope is a definition or lies in it. */
function isWithin(parsed: ParsedFile, scope: number, definition: number): boolean {
  for (let at = scope; at >= 0; at = parentOf(parsed, at)) if (at === definition) return true;
  return scope === definition;
}

/** How a use that may mean the given definitions reaches a symbol: as one of them, or as what overrides one. */
function reached(
  resolutions: readonly Resolution[],
  symbols: readonly SymbolRef[],
  overridden: readonly SymbolRef[],
): Way | undefined {
  const direct = resolutions.find((one) => symbols.some((symbol) => sameSymbol(one, symbol)));
  if (direct) return { confidence: direct.confidence, rule: direct.rule };
  const base = resolutions.find((one) => overridden.some((other) => sameSymbol(one, other)));
  return base && { confidence: Math.min(base.confidence, CONFIDENCE.dispatch), rule: "dispatch" };
}

/** Adds edges; of two between the same definitions on one line the surer one stays. */
function addSurer(edges: Edge[], others: readonly Edge[]): void {
  for (const other of others) {
    const at = edges.findIndex(({ from, to, line }) =>
      line === other.line && sameSymbol(from, other.from) && sameSymbol(to, other.to)
    );
    if (at < 0) edges.push(other);
    else if (edges[at]!.confidence < other.confidence) edges[at] = other;
  }
}

/** A key for maps and sets. */
export function symbolKey({ file, definition }: SymbolRef): string {
  return `${file}:${definition}`;
}

/** A use may be found by several of its names. */
function distinct(sites: readonly AliasedUse[]): AliasedUse[] {
  const all = new Map<string, AliasedUse>();
  for (const site of sites) {
    all.set(`${site.file} ${site.line} ${site.scope} ${site.kind} ${site.receiver} ${site.name}`, site);
  }
  return [...all.values()];
}

/** Numbers of files follow their paths, so near numbers are near places. */
function nearest<T extends ReferenceSite>(
  sites: readonly T[],
  file: number,
  mostFiles: number,
): readonly T[] {
  const files = [...new Set(sites.map((site) => site.file))];
  if (files.length <= mostFiles) return sites;
  const near = new Set(files.sort((a, b) => Math.abs(a - file) - Math.abs(b - file)).slice(0, mostFiles));
  return sites.filter((site) => near.has(site.file));
}

function memo<T>(cache: Map<string, T>, key: string, make: () => T): T {
  let made = cache.get(key);
  if (made === undefined) cache.set(key, made = make());
  return made;
}
