import type { LineRange } from "../model/calls.ts";
import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import type { Edge } from "./edge_lists.ts";
import type { CodeGraph } from "./edges.ts";
import { LEAST_CERTAIN, LEAST_CONFIDENCE } from "./edges.ts";
import { sameSymbol, symbolKey, type SymbolRef } from "./symbol_ref.ts";

/** A start definition with its match score. */
export interface Anchor extends SymbolRef {
  /** Greater than 0; only ratios matter. */
  readonly score: number;
}

/** A definition in the context. */
export interface Candidate extends SymbolRef, LineRange {
  /** 0 to 1; 1 for the best candidate. */
  readonly relevance: number;
  /** `anchor`, or the edge from the neighbor that contributed most of its relevance. */
  readonly why: string;
  /** That neighbor; absent for an anchor. */
  readonly via?: SymbolRef;
  /** Estimated number of tokens of its text. */
  readonly tokens: number;
}

/** The selected context. */
export interface GraphContext {
  /** By descending relevance; no two have the same path and range. */
  readonly candidates: readonly Candidate[];
  /** Number of tokens, at most the budget. */
  readonly tokenCount: number;
  /** Number of candidates over the budget. */
  readonly dropped: number;
}

/** Limits of the expansion. */
export interface ContextOptions {
  /** Maximum number of hops from an anchor; 0: anchors only. */
  readonly depth: number;
  readonly tokenBudget: number;
  /** Checked between expansions; true ends the search with the current result. */
  readonly late: () => boolean;
  /** Merges other rankings before the budget is applied; default: ranking by the graph alone. */
  readonly fuse?: (candidates: readonly Candidate[]) => readonly Candidate[];
}

/** Restart probability per step of personalized PageRank (Page et al. 1998; Haveliwala 2002). */
const RESTART = 0.4;
const STEPS = 6;
/** Maximum number of neighbors followed per definition and direction. */
const FAN_OUT = 12;
const LEAST_RELEVANCE = 0.02;
/** Maximum number of definitions whose neighbors are looked up. */
const MOST_EXPANDED = 60;
/** The same limit in a very large index, in which a name has more definitions. */
const MOST_EXPANDED_OF_MANY = 10;
/** Minimum number of chunks of a very large index: about 20,000 code files. */
const MANY_CHUNKS = 400_000;
/**
 * Maximum number of files searched for users of a definition. It is part of the cache key of the graph's callers:
 * another limit repeats the search.
 */
export const MOST_USER_FILES = 16;
/** Estimated number of tokens per line of code: about 40 characters, 4 per token. */
const TOKENS_PER_LINE = 10;

type Neighbour = { readonly symbol: SymbolRef; readonly weight: number; readonly why: string };

/**
 * Expands anchors over calls, uses, members and heritage, ranks the result by personalized PageRank, merges nested
 * ranges, and selects the most relevant candidates within the budget.
 */
export function buildContext(
  graph: CodeGraph,
  anchors: readonly Anchor[],
  options: ContextOptions,
): GraphContext {
  const usable = anchors.filter((anchor) => anchor.score > 0 && graph.definition(anchor));
  if (usable.length === 0 || options.tokenBudget <= 0) return { candidates: [], tokenCount: 0, dropped: 0 };
  const neighbours = expand(graph, usable, options);
  const relevance = spread(usable, neighbours);
  const why = reasons(usable, neighbours, relevance, graph);
  const candidates = candidatesOf(graph, relevance, why);
  return fit(options.fuse?.(candidates) ?? candidates, options.tokenBudget);
}

/** The neighbors of every definition within reach; users are followed only from the anchors. */
function expand(
  graph: CodeGraph,
  anchors: readonly Anchor[],
  options: ContextOptions,
): Map<string, Neighbour[]> {
  const result = new Map<string, Neighbour[]>();
  const most = graph.index.chunks.count > MANY_CHUNKS ? MOST_EXPANDED_OF_MANY : MOST_EXPANDED;
  let level: SymbolRef[] = anchors.map(({ file, definition }) => ({ file, definition }));
  for (let depth = 0; depth <= options.depth; depth++) {
    const next: SymbolRef[] = [];
    for (const symbol of level) {
      if (result.has(symbolKey(symbol))) continue;
      const goesOn = depth < options.depth && result.size < most && !options.late();
      const found = goesOn ? neighboursOf(graph, symbol, depth === 0) : [];
      result.set(symbolKey(symbol), found);
      next.push(...found.map((one) => one.symbol));
    }
    level = next;
  }
  return result;
}

function neighboursOf(graph: CodeGraph, symbol: SymbolRef, withUsers: boolean): Neighbour[] {
  const name = graph.definition(symbol)?.name ?? "";
  const callees = distinct(
    graph.callees(symbol).filter((edge) => isFact(edge) && isPlace(graph, edge.to))
      .map((edge) => ({ symbol: edge.to, weight: edge.confidence, why: usedBy(graph, edge, name) })),
  );
  const users = withUsers ? graph.callers(symbol, MOST_USER_FILES) : [];
  const callers = distinct(
    users.filter((edge) => isFact(edge) && edge.from.definition >= 0)
      .map((edge) => ({ symbol: edge.from, weight: 0.8 * edge.confidence, why: uses(graph, edge, name) })),
  );
  const bases = graph.resolver.types.hierarchy.bases(symbol).map((base) => ({
    symbol: base,
    weight: 0.7,
    why: `base of ${name}`,
  }));
  return [...callees.slice(0, FAN_OUT), ...callers.slice(0, FAN_OUT), ...bases, ...container(graph, symbol)];
}

/** True if the edge is more than a name-only guess. */
const isFact = ({ confidence }: Edge): boolean => confidence >= LEAST_CONFIDENCE;

/** Describes an edge: types are used, everything else is called; inferred edges are marked. */
function usedBy(graph: CodeGraph, { to, from, line, confidence }: Edge, user: string): string {
  const verb = isType(graph, to) ? "used" : "called";
  return `${mark(confidence)}${verb} by ${user} (${graph.index.files.paths[from.file]}:${line})`;
}

function uses(graph: CodeGraph, { to, line, confidence }: Edge, used: string): string {
  return `${mark(confidence)}${isType(graph, to) ? "uses" : "calls"} ${used} (line ${line})`;
}

/** True if a symbol is a type, which is used and not called. */
export function isType(graph: CodeGraph, symbol: SymbolRef): boolean {
  const kind = graph.definition(symbol)?.kind;
  return kind !== undefined && CLASS_KINDS.has(kind);
}

const mark = (confidence: number): string => confidence < LEAST_CERTAIN ? "~" : "";

/** True for functions and types; constants and fields are better seen at their uses. */
function isPlace(graph: CodeGraph, symbol: SymbolRef): boolean {
  const kind = graph.definition(symbol)?.kind;
  return kind !== undefined && kind !== "constant" && kind !== "variable" && kind !== "field";
}

function container(graph: CodeGraph, symbol: SymbolRef): Neighbour[] {
  const definition = graph.definition(symbol);
  if (!definition || definition.parent < 0) return [];
  return [{
    symbol: { file: symbol.file, definition: definition.parent },
    weight: 0.3,
    why: `contains ${definition.name}`,
  }];
}

/** One entry per definition, the one with the highest weight, in order of weight. */
function distinct(neighbours: readonly Neighbour[]): Neighbour[] {
  const best = new Map<string, Neighbour>();
  for (const one of neighbours) {
    const key = symbolKey(one.symbol);
    if ((best.get(key)?.weight ?? 0) < one.weight) best.set(key, one);
  }
  return [...best.values()].sort((a, b) => b.weight - a.weight);
}

function spread(anchors: readonly Anchor[], neighbours: Map<string, Neighbour[]>): Map<string, number> {
  const total = anchors.reduce((sum, anchor) => sum + anchor.score, 0);
  const home = new Map<string, number>();
  for (const anchor of anchors) {
    home.set(symbolKey(anchor), (home.get(symbolKey(anchor)) ?? 0) + anchor.score / total);
  }
  let now = new Map(home);
  for (let step = 0; step < STEPS; step++) {
    const next = new Map<string, number>();
    const give = (key: string, amount: number): void => void next.set(key, (next.get(key) ?? 0) + amount);
    for (const [key, amount] of home) give(key, RESTART * amount);
    for (const [key, amount] of now) {
      const out = neighbours.get(key) ?? [];
      const sum = out.reduce((all, one) => all + one.weight, 0);
      if (sum === 0) give(key, (1 - RESTART) * amount);
      for (const one of out) give(symbolKey(one.symbol), (1 - RESTART) * amount * one.weight / sum);
    }
    now = next;
  }
  return now;
}

/** Explanation of a candidate. */
interface Reason {
  readonly why: string;
  /** The neighbor that contributes most. */
  readonly via?: SymbolRef;
}

/** The neighbor that contributes most to each definition. */
function reasons(
  anchors: readonly Anchor[],
  neighbours: Map<string, Neighbour[]>,
  relevance: Map<string, number>,
  graph: CodeGraph,
): Map<string, Reason> {
  const best = new Map<string, number>();
  const why = new Map<string, Reason>();
  for (const [key, out] of neighbours) {
    for (const one of out) {
      const target = symbolKey(one.symbol);
      const contribution = (relevance.get(key) ?? 0) * one.weight;
      if (contribution <= (best.get(target) ?? 0)) continue;
      best.set(target, contribution);
      why.set(target, { why: one.why, via: symbolOf(key) });
    }
  }
  for (const anchor of anchors) if (graph.definition(anchor)) why.set(symbolKey(anchor), { why: "anchor" });
  return why;
}

function symbolOf(key: string): SymbolRef {
  const [file, definition] = key.split(":").map(Number) as [number, number];
  return { file, definition };
}

function candidatesOf(
  graph: CodeGraph,
  relevance: Map<string, number>,
  why: Map<string, Reason>,
): Candidate[] {
  const top = Math.max(...relevance.values());
  const candidates = [...relevance].flatMap(([key, amount]) => {
    const symbol = symbolOf(key);
    const definition = graph.definition(symbol);
    if (!definition || amount / top < LEAST_RELEVANCE) return [];
    const { startLine, endLine } = definition;
    const tokens = Math.max(1, (endLine - startLine + 1) * TOKENS_PER_LINE);
    return [{
      ...symbol,
      startLine,
      endLine,
      relevance: amount / top,
      why: "",
      ...why.get(key),
      tokens,
    }];
  });
  return candidates.sort((a, b) => b.relevance - a.relevance || a.file - b.file || a.startLine - b.startLine);
}

/** Drops ranges inside an earlier candidate and candidates over the budget. */
function fit(candidates: readonly Candidate[], budget: number): GraphContext {
  const kept: Candidate[] = [];
  let tokenCount = 0;
  let dropped = 0;
  for (const candidate of candidates) {
    const covered = kept.some((one) =>
      one.file === candidate.file && one.startLine <= candidate.startLine &&
      candidate.endLine <= one.endLine &&
      !sameSymbol(one, candidate)
    );
    if (covered) continue;
    if (tokenCount + candidate.tokens > budget) dropped++;
    else {
      kept.push(candidate);
      tokenCount += candidate.tokens;
    }
  }
  return { candidates: kept, tokenCount, dropped };
}
