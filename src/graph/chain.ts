import type { Dependant } from "./impact.ts";
import type { Edge } from "./edge_lists.ts";
import { type CodeGraph, LEAST_CONFIDENCE } from "./edges.ts";
import { isType, MOST_USER_FILES } from "./context.ts";
import { holdsLine } from "../syntax/parsed_file.ts";
import { symbolKey, type SymbolRef } from "./symbol_ref.ts";
import { isTestSymbol } from "./test_symbols.ts";

/** Direction of a call chain. */
export type Direction = "callers" | "callees" | "both";

/** A node of a call tree; the root has no call and confidence 1. */
export interface ChainNode extends Pick<Dependant, "symbol" | "confidence" | "isDispatch"> {
  /** The first call with the highest confidence: number of the calling file, and one-based line in it. */
  readonly call?: { readonly file: number; readonly line: number };
  /** Number of calls between the two, at least 1; 0 for the root. */
  readonly calls: number;
  /** One-based lines of these calls, ascending, at most 200. */
  readonly lines: readonly number[];
  /** True if the symbol is passed on as a value, not called. */
  readonly isValue: boolean;
  /** True if the symbol already occurs on the path from the root; the chain ends here. */
  readonly cycle: boolean;
  /** Number of callers or callees omitted at this node. */
  readonly more: number;
  readonly children: readonly ChainNode[];
}

/** Limits of a call tree. */
export interface ChainOptions {
  /** Maximum number of steps from the symbol, 0 or more. */
  readonly depth: number;
  readonly late: () => boolean;
}

/** Maximum number of callers or callees listed for the root, and of lines of one. */
const WIDEST_FIRST = 200;
/** Maximum number listed for other nodes, and of nodes per level that are expanded. */
export const WIDEST = 12;

/**
 * Builds the tree of callers or callees, nearest first, each symbol once per node. Callees of a type are everything its
 * body uses, callees of a function only its calls.
 *
 * @param overloads definitions that callers cannot distinguish, at least one; the first is the root
 */
export function callTree(
  graph: CodeGraph,
  overloads: readonly SymbolRef[],
  direction: Exclude<Direction, "both">,
  options: ChainOptions,
): ChainNode {
  const step = (
    at: readonly SymbolRef[],
    depth: number,
    path: ReadonlySet<string>,
  ): Pick<ChainNode, "children" | "more"> => {
    if (depth >= options.depth || options.late()) return { children: [], more: 0 };
    const edges = direction === "callers"
      ? callersOf(graph, at)
      : at.flatMap((one) => depth === 0 && isType(graph, one) ? graph.callees(one) : graph.calls(one));
    const ends = nearest(edges, direction);
    const widest = depth === 0 ? WIDEST_FIRST : WIDEST;
    const children = ends.slice(0, widest).map(({ edge, calls, lines }, number): ChainNode => {
      const next = direction === "callers" ? edge.from : edge.to;
      const cycle = path.has(symbolKey(next));
      const below = cycle || number >= WIDEST
        ? { children: [], more: 0 }
        : step([next], depth + 1, new Set([...path, symbolKey(next)]));
      const call = { file: edge.from.file, line: edge.line };
      const { confidence, rule, isValue = false } = edge;
      const kind = { isDispatch: rule === "dispatch", isValue };
      return { symbol: next, call, calls, lines: listed(lines), confidence, ...kind, cycle, ...below };
    });
    return { children, more: Math.max(0, ends.length - widest) };
  };
  const kind = { isDispatch: false, isValue: false };
  const root = { symbol: overloads[0]!, calls: 0, lines: [], confidence: 1, ...kind, cycle: false };
  return { ...root, ...step(overloads, 0, new Set(overloads.map(symbolKey))) };
}

/** The callers of overloads: a line that may use any of them uses one; those inside of a class itself come last. */
export function callersOf(graph: CodeGraph, overloads: readonly SymbolRef[]): Edge[] {
  const most = new Map<string, readonly Edge[]>();
  for (const one of overloads) {
    const lines = Map.groupBy(graph.callers(one), ({ from, line }) => `${symbolKey(from)} ${line}`);
    for (const [key, edges] of lines) if (edges.length > (most.get(key)?.length ?? 0)) most.set(key, edges);
  }
  const isWithin = ({ from, line }: Edge): boolean =>
    overloads.some((one) => one.file === from.file && holdsLine(graph.definition(one)!, line));
  return [...most.values()].flat().sort((a, b) => Number(isWithin(a)) - Number(isWithin(b)));
}

/** The edges between two symbols: the one with the highest confidence, their number, and their lines. */
type Between = { edge: Edge; calls: number; readonly lines: Set<number> };

function listed(lines: ReadonlySet<number>): readonly number[] {
  return [...lines].sort((a, b) => a - b).slice(0, WIDEST_FIRST);
}

/** Groups edges by the symbol at the other end. */
function nearest(edges: readonly Edge[], direction: Exclude<Direction, "both">): Between[] {
  const best = new Map<string, Between>();
  for (const edge of edges) {
    const key = symbolKey(direction === "callers" ? edge.from : edge.to);
    const known = best.get(key);
    if (!known) best.set(key, { edge, calls: 1, lines: new Set([edge.line]) });
    else {
      known.calls++;
      known.lines.add(edge.line);
      if (known.edge.confidence < edge.confidence) known.edge = edge;
    }
  }
  return [...best.values()];
}

/** Symbols that a function uses without calling them (types, constants, fields), once each, in line order. */
export function usedBy(graph: CodeGraph, overloads: readonly SymbolRef[]): readonly Edge[] {
  const functions = overloads.filter((one) => !isType(graph, one));
  const called = new Set(functions.flatMap((one) => graph.calls(one)).map(({ to }) => symbolKey(to)));
  return nearest(functions.flatMap((one) => graph.callees(one)), "callees").map(({ edge }) => edge)
    .filter(({ to }) => !called.has(symbolKey(to)));
}

/** True if any path in the tree is a cycle. */
export const hasCycle = (node: ChainNode): boolean => node.cycle || node.children.some(hasCycle);

/** A call path from an entry point to the symbol, entry point first. */
export interface UsagePath {
  readonly entry: EntryKind;
  readonly steps: readonly { readonly symbol: SymbolRef; readonly line: number }[];
}

/** Kind of an entry point. */
export type EntryKind = "main" | "route" | "command" | "test" | "exported" | "top level";

const ROUTE =
  /(?:route|get|post|put|delete|patch|websocket|api_view|mapping|controller|endpoint|handler|subscribe|event)\b/i;
const COMMAND = /(?:command|option|argument|cli|task|job|schedule|cron)\b/i;
/** Maximum number of calls of a path. */
const LONGEST_PATH = 8;

/** The call paths from entry points to the symbol, the shortest first. */
export function usagePaths(graph: CodeGraph, to: SymbolRef, late: () => boolean): IteratorObject<UsagePath> {
  const end = { symbol: to, line: graph.definition(to)?.startLine ?? 1 };
  const callersOf = (at: SymbolRef): readonly Edge[] => late() ? [] : graph.callers(at);
  return pathsTo([to], callersOf, ({ from }) => entryKind(graph, from)).map(({ start, path }) => ({
    entry: start,
    steps: [...path.map(({ from, line }) => ({ symbol: from, line })), end],
  }));
}

/**
 * The shortest chain of calls by the product from one function to another. Callers are looked up of at most 200 functions, and
 * of each in its nearest files: those of a common name would take seconds.
 */
export function callPath(graph: CodeGraph, from: Symbols, to: Symbols): readonly Edge[] | undefined {
  let left = WIDEST_FIRST;
  const callersOf = (at: SymbolRef): readonly Edge[] => left-- > 0 ? graph.callers(at, MOST_USER_FILES) : [];
  const startOf = ({ from: at, line }: Edge): "named" | "test" | undefined => {
    const isNamed = from.some((one) => one.file === at.file && holdsLine(graph.definition(one)!, line));
    return isTestSymbol(graph, at) ? "test" : isNamed ? "named" : undefined;
  };
  return pathsTo(to, callersOf, startOf).find(({ start }) => start === "named")?.path;
}

type Symbols = readonly SymbolRef[];

/** Call paths to a symbol from what `startOf` accepts, breadth first; nothing is followed beyond a test. */
function* pathsTo<Start extends string>(
  to: Symbols,
  callersOf: (symbol: SymbolRef) => readonly Edge[],
  startOf: (edge: Edge) => Start | undefined,
): Generator<{ readonly start: Start; readonly path: readonly Edge[] }> {
  const seen = new Set(to.map(symbolKey));
  let level = to.map((at): { at: SymbolRef; path: readonly Edge[] } => ({ at, path: [] }));
  for (let length = 0; length < LONGEST_PATH; length++) {
    const next: typeof level = [];
    for (const { at, path: behind } of level) {
      for (const edge of callersOf(at)) {
        if (seen.has(symbolKey(edge.from)) || edge.confidence < LEAST_CONFIDENCE) continue;
        seen.add(symbolKey(edge.from));
        const path = [{ ...edge, to: at }, ...behind];
        const start = startOf(edge);
        if (start !== undefined) yield { start, path };
        if (edge.from.definition >= 0 && start !== "test") next.push({ at: edge.from, path });
      }
    }
    level = next;
  }
}

/** Kind of entry point of a definition; undefined if it is none. */
export function entryKind(graph: CodeGraph, symbol: SymbolRef): EntryKind | undefined {
  if (symbol.definition < 0) return "top level";
  const definition = graph.definition(symbol);
  if (!definition) return undefined;
  const path = graph.index.files.paths[symbol.file] ?? "";
  if (definition.name === "main" || definition.name === "__main__") return "main";
  if (
    isTestSymbol(graph, symbol) &&
    (/^(?:test|it|should|spec|setUp)|Test/.test(definition.name) ||
      definition.decorators.some((one) => /^(?:\w+::)*test\b/.test(one)))
  ) return "test";
  if (definition.decorators.some((one) => ROUTE.test(one))) return "route";
  if (definition.decorators.some((one) => COMMAND.test(one))) return "command";
  if (/(?:^|\/)(?:bin|cmd|cli)\//.test(path) && definition.parent < 0) return "command";
  const unused = definition.exported && definition.parent < 0 && graph.callers(symbol).length === 0;
  return unused ? "exported" : undefined;
}
