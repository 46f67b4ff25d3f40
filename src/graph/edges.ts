import type { LexicalIndex, ReferenceSite } from "../index/lexical_index.ts";
import type { Definition, Reference, ReferenceKind } from "../syntax/parsed_file.ts";
import { type AliasedUse, aliasedUses } from "./aliases.ts";
import { callsThroughFields, functionsOfField } from "./function_fields.ts";
import type { Resolution, Resolver } from "./resolve.ts";
import type { Rule, SymbolRef } from "./symbol_ref.ts";
import { CONFIDENCE, createResolver } from "./resolve.ts";
import { typedefsOf } from "./typedefs.ts";

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
/** Edges less sure than this are none. */
export const LOWEST_CONFIDENCE = 0.1;

/** Uses of one definition. */
interface Users {
  readonly edges: readonly Edge[];
  readonly unresolved: Unresolved;
}

/** Creates the graph. Edges are kept for the life of the view. */
export function createCodeGraph(index: LexicalIndex): CodeGraph {
  const resolver = createResolver(index);
  const userCache = new Map<string, Users>();
  const calleeCache = new Map<string, readonly Edge[]>();
  const definition = ({ file, definition }: SymbolRef): Definition | undefined =>
    index.parsed(file)?.definitions[definition];

  const callers = (symbol: SymbolRef, mostFiles = Infinity): readonly Edge[] =>
    users(symbol, mostFiles).edges;
  const unresolved = (symbol: SymbolRef): Unresolved => users(symbol, Infinity).unresolved;

  function users(declared: SymbolRef, mostFiles: number): Users {
    const symbol = resolver.body(declared);
    return memo(userCache, `${symbolKey(symbol)}/${mostFiles}`, () => findUsers(symbol, mostFiles));
  }

  function findUsers(symbol: SymbolRef, mostFiles: number): Users {
    const target = definition(symbol);
    if (!target) return { edges: [], unresolved: { count: 0, first: undefined } };
    const own = index.referencesTo(target.name, MOST_USES).filter((site) => site.kind !== "import")
      .map((site) => ({ ...site, name: target.name }));
    const overridden = resolver.overridden(symbol);
    const same = [symbol, ...typedefsOf(index, symbol)];
    for (const other of same.slice(1)) {
      const name = definition(other)?.name ?? "";
      if (name !== target.name) {
        own.push(...index.referencesTo(name, MOST_USES).map((site) => ({ ...site, name })));
      }
    }
    const edges: Edge[] = [];
    const unknown: AliasedUse[] = [];
    for (
      const use of nearest(
        distinct([...own, ...aliasedUses(index, resolver.modules, symbol)]),
        symbol.file,
        mostFiles,
      )
    ) {
      const found = resolver.resolve(use.file, use);
      const hit = reached(found, same, overridden) ?? (found.length === 0 ? outside(symbol, use) : undefined);
      const from = { file: use.file, definition: use.scope };
      if (hit && hit.confidence >= LOWEST_CONFIDENCE) {
        if (sameSymbol(from, symbol) && use.line === target.startLine) continue;
        edges.push({ from, to: symbol, line: use.line, ...hit });
      } else if (found.length === 0 && IS_CALL.has(use.kind) && !resolver.isOutside(use.file, use)) {
        unknown.push(use);
      }
    }
    for (const { file, scope, line, confidence } of callsThroughFields(index, resolver, symbol, own)) {
      edges.push({ from: { file, definition: scope }, to: symbol, line, confidence, rule: "dispatch" });
    }
    edges.sort((a, b) => b.confidence - a.confidence || a.from.file - b.from.file || a.line - b.line);
    const [first] = unknown;
    return {
      edges,
      unresolved: { count: unknown.length, first: first && { file: first.file, line: first.line } },
    };
  }

  /** A call of what the language's library declares and the symbol implements. */
  function outside(symbol: SymbolRef, use: AliasedUse): Pick<Edge, "confidence" | "rule"> | undefined {
    const confidence = IS_CALL.has(use.kind) ? resolver.throughLibrary(symbol, use.file, use) : 0;
    return confidence > 0 ? { confidence, rule: "dispatch" } : undefined;
  }

  function callees(symbol: SymbolRef): readonly Edge[] {
    return memo(calleeCache, symbolKey(symbol), () => findCallees(symbol, () => true));
  }

  function calleesNamed(symbol: SymbolRef, names: ReadonlySet<string>): readonly Edge[] {
    const known = calleeCache.get(symbolKey(symbol));
    if (known || index.parsed(symbol.file)?.language !== "c") return known ?? callees(symbol);
    return findCallees(symbol, ({ receiver, name }) => receiver !== "" || names.has(name));
  }

  function findCallees(symbol: SymbolRef, isAsked: (one: Reference) => boolean): readonly Edge[] {
    const parsed = index.parsed(symbol.file);
    if (!parsed) return [];
    const inside = (scope: number): boolean => {
      for (let at = scope; at >= 0; at = parsed.definitions[at]?.parent ?? -1) {
        if (at === symbol.definition) return true;
      }
      return scope === symbol.definition;
    };
    // The same name in the same place means the same, however often it is used.
    const known = new Map<string, Resolution | undefined>();
    const uses = parsed.references.filter((one) =>
      one.kind !== "import" && isAsked(one) && inside(one.scope)
    );
    return uses.flatMap(
      (reference) => {
        const key = `${reference.scope} ${reference.receiver} ${reference.name}`;
        if (!known.has(key)) known.set(key, resolver.resolve(symbol.file, reference)[0]);
        const best = known.get(key);
        if (!best || best.confidence < LOWEST_CONFIDENCE) return [];
        const { line } = reference;
        const to = { file: best.file, definition: best.definition };
        const confidence = Math.min(best.confidence, CONFIDENCE.dispatch);
        return [
          { from: symbol, to, line, confidence: best.confidence, rule: best.rule },
          ...reachedBelow(to, reference.kind).map((to): Edge => ({
            from: symbol,
            to,
            line,
            confidence,
            rule: "dispatch",
          })),
        ];
      },
    );
  }

  /** What a call of a method of an interface or trait, or of a field, may reach. */
  function reachedBelow(symbol: SymbolRef, use: ReferenceKind): readonly SymbolRef[] {
    if (definition(symbol)?.kind === "field") {
      return use === "call" ? functionsOfField(index, resolver, symbol).slice(0, MOST_REACHED) : [];
    }
    const parent = definition({ file: symbol.file, definition: definition(symbol)?.parent ?? -1 });
    if (parent?.kind !== "interface" && parent?.kind !== "trait") return [];
    return resolver.implementations(symbol).slice(0, MOST_REACHED);
  }

  return { index, resolver, callers, unresolved, callees, calleesNamed, definition };
}

/** How a use that may mean the given definitions reaches a symbol: as one of them, or as what overrides one. */
function reached(
  resolutions: readonly Resolution[],
  symbols: readonly SymbolRef[],
  overridden: readonly SymbolRef[],
): Pick<Edge, "confidence" | "rule"> | undefined {
  const direct = resolutions.find((one) => symbols.some((symbol) => sameSymbol(one, symbol)));
  if (direct) return { confidence: direct.confidence, rule: direct.rule };
  const base = resolutions.find((one) => overridden.some((other) => sameSymbol(one, other)));
  return base && { confidence: Math.min(base.confidence, CONFIDENCE.dispatch), rule: "dispatch" };
}

/** Whether two references name the same definition. */
export function sameSymbol(a: SymbolRef, b: SymbolRef): boolean {
  return a.file === b.file && a.definition === b.definition;
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
