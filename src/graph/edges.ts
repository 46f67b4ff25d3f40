import { remember } from "../model/memo.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Definition, Reference, ReferenceKind } from "../syntax/parsed_file.ts";
import { CALLABLE, CLASS_KINDS } from "../syntax/class_kinds.ts";
import { isC } from "./bodies.ts";
import { type AliasedUse, aliasedUses, namedUses } from "./aliases.ts";
import { constructions } from "./constructors.ts";
import { addSurer, distinct, type Edge, nearest } from "./edge_lists.ts";
import type { ResolvedUse } from "./indirect_call.ts";
import { indirectCallees, indirectCallers } from "./handovers.ts";
import { CONFIDENCE, sameSymbol, symbolKey, type SymbolRef } from "./symbol_ref.ts";
import type { Resolution } from "./resolution.ts";
import { Resolver } from "./resolve.ts";
import { isWithin } from "./scopes.ts";
import { typedefsOf } from "./typedefs.ts";

/** Minimum confidence of a fact; edges below are name-only guesses. */
export const LEAST_CONFIDENCE = 0.5;
/** Minimum confidence of a certain edge; edges below are marked as inferred. */
export const LEAST_CERTAIN = 0.85;

/** Calls that may refer to a definition. */
export interface Unresolved {
  readonly count: number;
  /** File numbers and one-based lines of the likeliest, at most {@link MOST_SITES}: code first, then by nearness. */
  readonly sites: readonly CallSite[];
}

/** Location of a call. */
export type CallSite = { readonly file: number; readonly line: number };

const MOST_SITES = 200;

/** Maximum number of uses examined per name; a more frequent name is meaningless. */
export const MOST_USES = 2000;
/** Maximum number of implementations followed per called method. */
const MOST_REACHED = 12;
const IS_CALL: ReadonlySet<string> = new Set(["call", "new"]);
/** Maximum nesting of macros followed; also ends cycles. */
const MOST_MACROS = 4;
/** Minimum confidence of an edge. */
export const LOWEST_CONFIDENCE = 0.1;

/** Uses of one definition. */
type Users = { readonly edges: readonly Edge[]; readonly unresolved: Unresolved };

/** Selection of callees; default: all. */
interface WantedCallees {
  /** Returns true for uses to resolve. */
  readonly isResolved?: (use: Reference) => boolean;
  /** Returns true for resolved uses to report. */
  readonly isReported?: (use: Reference, to: SymbolRef) => boolean;
}

/** Creates the graph. Edges are cached for the life of the view. */
export const createCodeGraph = (index: LexicalIndex): CodeGraph => new CodeGraph(index);

/** Confidence and rule of a match. */
type Match = Pick<Edge, "confidence" | "rule">;

const INDIRECT: Match = { confidence: CONFIDENCE.dispatch, rule: "dispatch" };

/** The code graph of one index view, resolved on demand. */
export class CodeGraph {
  readonly resolver: Resolver;
  readonly #users = new Map<string, Users>();
  readonly #callees = new Map<string, readonly Edge[]>();
  readonly #calls = new Map<string, readonly Edge[]>();
  /** Depth of the current expansion of macros. */
  #macros = 0;

  constructor(readonly index: LexicalIndex) {
    this.resolver = new Resolver(index);
  }

  definition({ file, definition }: SymbolRef): Definition | undefined {
    return this.index.parsed(file)?.definitions[definition];
  }

  /**
   * Uses of the symbol, highest confidence first.
   *
   * @param mostFiles maximum number of files searched, nearest first; default: all
   */
  callers(symbol: SymbolRef, mostFiles = Infinity): readonly Edge[] {
    return this.#usersOf(symbol, mostFiles).edges;
  }

  /** Number of unresolved calls of the symbol's name, and location of the first. */
  unresolved(symbol: SymbolRef): Unresolved {
    return this.#usersOf(symbol, Infinity).unresolved;
  }

  /** Symbols used by the symbol, in line order; for an interface method also its implementations. */
  callees(symbol: SymbolRef): readonly Edge[] {
    return remember(this.#callees, symbolKey(symbol), () => this.#findCallees(symbol));
  }

  /** Symbols called by the symbol, directly or indirectly: its callees without types and values that are only named. */
  calls(symbol: SymbolRef): readonly Edge[] {
    const isReported = ({ kind }: Reference, to: SymbolRef): boolean =>
      kind !== "reference" || CALLABLE.has(this.definition(to)?.kind ?? "type");
    return remember(
      this.#calls,
      symbolKey(symbol),
      () => this.#findCallees(symbol, { isResolved: ({ kind }) => kind !== "type", isReported }),
    );
  }

  #usersOf(declared: SymbolRef, mostFiles: number): Users {
    const symbol = this.resolver.body(declared);
    return remember(
      this.#users,
      `${symbolKey(symbol)}/${mostFiles}`,
      () => this.#findUsers(symbol, mostFiles),
    );
  }

  #findUsers(symbol: SymbolRef, mostFiles: number): Users {
    const { index, resolver } = this;
    const target = this.definition(symbol);
    if (!target) return { edges: [], unresolved: { count: 0, sites: [] } };
    const overridden = resolver.overridden(symbol);
    const same = [symbol, ...typedefsOf(index, symbol)];
    const own = this.#usesOf(same);
    const edges: Edge[] = [];
    const unknown: AliasedUse[] = [];
    const uses = distinct([...own, ...aliasedUses(resolver, symbol)]);
    for (const use of nearest(uses, symbol.file, mostFiles)) {
      const found = resolver.resolve(use.file, use);
      const match = reached(resolver, found, same, overridden);
      const isOther = match?.rule === "dispatch" && resolver.isExact(use.file, use);
      const accepted = isOther ? undefined : match;
      const from = { file: use.file, definition: use.scope };
      if (accepted && accepted.confidence >= LOWEST_CONFIDENCE) {
        if (sameSymbol(from, symbol) && use.line === target.startLine) continue;
        const isValue = use.kind === "reference" && { isValue: true as const };
        edges.push({ from, to: symbol, line: use.line, ...accepted, ...isValue });
      } else if (IS_CALL.has(use.kind) && this.#mayReferTo(use, found, symbol)) {
        unknown.push(use);
      }
    }
    const made = constructions(resolver, symbol, (type) => this.callers(type, mostFiles));
    edges.push(...made.map((edge) => ({ ...edge, to: symbol })));
    addSurer(edges, this.#throughMacros(edges, mostFiles));
    const indirect = indirectCallers(resolver, symbol)
      .map(({ symbol: from, line }): Edge => ({ from, to: symbol, line, ...INDIRECT }));
    addSurer(edges, indirect);
    edges.sort((a, b) => b.confidence - a.confidence || a.from.file - b.from.file || a.line - b.line);
    return { edges, unresolved: { count: unknown.length, sites: this.#likeliest(unknown, symbol) } };
  }

  /** Users of the macros that use a symbol: they use it after expansion. */
  #throughMacros(edges: readonly Edge[], mostFiles: number): Edge[] {
    const macros = new Map(
      edges.filter(({ from }) => this.#isMacro(from)).map((edge) => [symbolKey(edge.from), edge]),
    );
    return [...macros.values()].flatMap(({ from, to, confidence }) =>
      this.#inMacro(() => this.callers(from, mostFiles)).map((user) => ({
        ...user,
        to,
        confidence: Math.min(confidence, user.confidence),
      }))
    );
  }

  /** The edges of a macro; none at the maximum depth. */
  #inMacro(edgesOf: () => readonly Edge[]): readonly Edge[] {
    if (this.#macros === MOST_MACROS) return [];
    this.#macros++;
    const edges = edgesOf();
    this.#macros--;
    return edges;
  }

  #isMacro(symbol: SymbolRef): boolean {
    const language = this.index.parsed(symbol.file)?.language;
    return this.definition(symbol)?.kind === "macro" && (isC(language) || language === "rust");
  }

  /** The unresolved calls in code before those in tests, nearest files first. */
  #likeliest(calls: readonly AliasedUse[], symbol: SymbolRef): CallSite[] {
    const { roles } = this.index.files;
    const far = ({ file }: CallSite): number =>
      (roles[file] ?? 0) * this.index.files.count + Math.abs(file - symbol.file);
    return calls.map(({ file, line }) => ({ file, line })).sort((a, b) => far(a) - far(b)).slice(
      0,
      MOST_SITES,
    );
  }

  /** True if a call is unresolved, or has only name-only guesses that include the symbol or one of its overrides. */
  #mayReferTo(use: AliasedUse, found: readonly Resolution[], symbol: SymbolRef): boolean {
    if (found.length === 0) return !this.resolver.isOutside(use.file, use);
    return found.every(({ confidence }) => confidence < LEAST_CONFIDENCE) &&
      [symbol, ...this.resolver.implementations(symbol)].some((one) =>
        found.some((guess) => sameSymbol(guess, one))
      );
  }

  /** Uses of a symbol's name and aliases. */
  #usesOf(symbols: readonly SymbolRef[]): AliasedUse[] {
    const names = new Set(symbols.map((symbol) => this.definition(symbol)?.name ?? ""));
    // In Ruby `cart.name = 1` calls `name=` or writes an attribute `name`.
    for (const name of [...names]) names.add(`${name}=`);
    if (names.has("initialize")) names.add("new");
    return [...names].flatMap((name) => namedUses(this.index, name, MOST_USES));
  }

  #findCallees(symbol: SymbolRef, wanted: WantedCallees = {}): readonly Edge[] {
    const { isResolved = () => true, isReported = () => true } = wanted;
    const parsed = this.index.parsed(symbol.file);
    if (!parsed) return [];
    const uses = parsed.references.filter((one) =>
      one.kind !== "import" && isResolved(one) && isWithin(parsed, one.scope, symbol.definition)
    );
    // The same name with the same receiver and arguments in the same scope resolves equally.
    const known = new Map<string, Resolution | undefined>();
    const resolvedUses: ResolvedUse[] = [];
    const edges: Edge[] = [];
    for (const reference of uses) {
      const key = `${reference.scope} ${reference.receiver} ${reference.name} ${reference.args ?? ""}`;
      if (!known.has(key)) known.set(key, this.resolver.resolve(symbol.file, reference)[0]);
      const best = known.get(key);
      resolvedUses.push({
        use: reference,
        target: best && best.confidence >= LEAST_CONFIDENCE ? best : undefined,
      });
      if (!best || best.confidence < LOWEST_CONFIDENCE || !isReported(reference, best)) continue;
      edges.push(...this.#edgesTo(best, symbol, reference));
    }
    const indirect = indirectCallees(this.resolver, symbol, resolvedUses)
      .map(({ symbol: to, line }): Edge => ({ from: symbol, to, line, ...INDIRECT }));
    if (indirect.length === 0) return edges;
    addSurer(edges, indirect);
    return edges.sort((a, b) => a.line - b.line);
  }

  /** The edge to the target of a use, and edges to the methods its call may dispatch to. */
  #edgesTo(best: Resolution, from: SymbolRef, use: Reference): Edge[] {
    const { kind, line, scope } = use;
    const to = { file: best.file, definition: best.definition };
    const user = this.definition({ file: from.file, definition: scope })?.name;
    const reachable = this.#reachedBelow(to, kind, user);
    const isExact = reachable.length > 0 && this.resolver.isExact(from.file, use);
    const below = (isExact ? [] : reachable).map((target): Edge => ({
      from,
      to: target,
      line,
      confidence: Math.min(best.confidence, this.resolver.dispatch.confidence(best, target)),
      rule: "dispatch",
    })).filter(({ confidence }) => confidence >= LOWEST_CONFIDENCE);
    const expanded = this.#isMacro(to) && sameSymbol(from, to) === false
      ? this.#inMacro(() => this.callees(to))
      : [];
    const inside = expanded.map((edge) => ({
      ...edge,
      from,
      line,
      confidence: Math.min(best.confidence, edge.confidence),
    }));
    return [{ from, to, line, confidence: best.confidence, rule: best.rule }, ...below, ...inside];
  }

  /**
   * Possible targets of a call of a method that others override.
   *
   * @param user name of the using definition
   */
  #reachedBelow(symbol: SymbolRef, use: ReferenceKind, user: string | undefined): readonly SymbolRef[] {
    const { index, resolver } = this;
    const definition = this.definition(symbol);
    const parsed = index.parsed(symbol.file);
    const parent = parsed?.definitions[definition?.parent ?? -1];
    if (!parsed || !parent) return [];
    // A method that calls its own name within a class calls the overridden method.
    const isOpen = parent.kind === "interface" || parent.kind === "trait" ||
      (IS_CALL.has(use) && CLASS_KINDS.has(parent.kind) && user !== definition?.name);
    if (!isOpen) return [];
    return resolver.implementations(symbol).slice(0, MOST_REACHED);
  }
}

/** Match of a use's resolutions with a symbol: direct, or by dispatch from an overridden method. */
function reached(
  resolver: Resolver,
  resolutions: readonly Resolution[],
  symbols: readonly SymbolRef[],
  overridden: readonly SymbolRef[],
): Match | undefined {
  const direct = resolutions.find((one) => symbols.some((symbol) => sameSymbol(one, symbol)));
  if (direct) return { confidence: direct.confidence, rule: direct.rule };
  const base = resolutions.find((one) => overridden.some((other) => sameSymbol(one, other)));
  const [symbol] = symbols;
  return base && symbol &&
    { confidence: Math.min(base.confidence, resolver.dispatch.confidence(base, symbol)), rule: "dispatch" };
}
