import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import type { CodeGraph, Edge } from "./edges.ts";
import { LEAST_CERTAIN, LEAST_CONFIDENCE, symbolKey } from "./edges.ts";
import { sameSymbol, type SymbolRef } from "./symbol_ref.ts";

/** A place to start from, with how well it matches the question. */
export interface Anchor extends SymbolRef {
  /** Greater than 0; only the ratios count. */
  readonly score: number;
}

/** One definition of the context. */
export interface Candidate extends SymbolRef {
  /** One-based, inclusive. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
  /** Between 0 and 1; the best candidate has 1. */
  readonly relevance: number;
  /** How it was reached: `anchor`, or the edge from the neighbour that brought most of its relevance. */
  readonly why: string;
  /** What it was reached through; absent for an anchor. */
  readonly via?: SymbolRef;
  /** Estimated tokens of its text. */
  readonly tokens: number;
}

/** What the context is made of. */
export interface GraphContext {
  /** By descending relevance; no two share a path and a range. */
  readonly candidates: readonly Candidate[];
  /** Never above the budget. */
  readonly tokenCount: number;
  /** Candidates that did not fit. */
  readonly dropped: number;
}

/** Bounds of the expansion. */
export interface ContextOptions {
  /** Hops from an anchor; 0 gives the anchors alone. */
  readonly depth: number;
  readonly tokenBudget: number;
  /** Checked between expansions; true ends the search with what there is. */
  readonly late: () => boolean;
  /** Other rankings that have a say, before what is over the budget is left out; default: the graph alone ranks. */
  readonly fuse?: (candidates: readonly Candidate[]) => readonly Candidate[];
}

/** Relevance kept at home per step, as in personalised PageRank (Page et al. 1998; Haveliwala 2002). */
const RESTART = 0.4;
const STEPS = 6;
/** Neighbours followed per definition and direction. */
const FAN_OUT = 12;
const LEAST_RELEVANCE = 0.02;
/** Definitions whose neighbours are looked up; in a very large index, where each name means one of more places, fewer. */
const MOST_EXPANDED = 60;
const MOST_EXPANDED_OF_MANY = 10;
/** A very large index has more chunks: those of some twenty thousand files of code. */
const MANY_CHUNKS = 400_000;
/** Files that are read to find the users of a definition: another number would have them looked up again. */
export const MOST_USER_FILES = 16;
/** A tree-sitter token of code is about ten characters of a line of forty: a line counts for ten tokens. */
const TOKENS_PER_LINE = 10;

interface Neighbour {
  readonly symbol: SymbolRef;
  readonly weight: number;
  readonly why: string;
}

/**
 * Expands anchors over calls, uses, members and heritage and ranks what was reached by personalised PageRank, then
 * merges nested ranges and keeps what fits the budget, the most relevant first.
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

/** The neighbours of every definition within reach; users are followed from the anchors alone. */
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
    graph.surestCallees(symbol, FAN_OUT, (to) => isPlace(graph, to))
      .filter((edge) => isFact(edge) && isPlace(graph, edge.to))
      .map((edge) => ({ symbol: edge.to, weight: edge.confidence, why: usedBy(graph, edge, name) })),
  );
  const users = withUsers ? graph.callers(symbol, MOST_USER_FILES) : [];
  const callers = distinct(
    users.filter((edge) => isFact(edge) && edge.from.definition >= 0)
      .map((edge) => ({ symbol: edge.from, weight: 0.8 * edge.confidence, why: uses(graph, edge, name) })),
  );
  const bases = graph.resolver.bases(symbol).map((base) => ({
    symbol: base,
    weight: 0.7,
    why: `base of ${name}`,
  }));
  return [...callees.slice(0, FAN_OUT), ...callers.slice(0, FAN_OUT), ...bases, ...container(graph, symbol)];
}

/** What is less sure is a guess by name alone and is not shown. */
function isFact({ confidence }: Edge): boolean {
  return confidence >= LEAST_CONFIDENCE;
}

/** Types are used, everything else is called; what was inferred is marked. */
function usedBy(graph: CodeGraph, { to, from, line, confidence }: Edge, user: string): string {
  const verb = isType(graph, to) ? "used" : "called";
  return `${mark(confidence)}${verb} by ${user} (${graph.index.files.paths[from.file]}:${line})`;
}

function uses(graph: CodeGraph, { to, line, confidence }: Edge, used: string): string {
  return `${mark(confidence)}${isType(graph, to) ? "uses" : "calls"} ${used} (line ${line})`;
}

/** Whether a symbol is a type, which is used and not called. */
export function isType(graph: CodeGraph, symbol: SymbolRef): boolean {
  const kind = graph.definition(symbol)?.kind;
  return kind !== undefined && CLASS_KINDS.has(kind);
}

function mark(confidence: number): string {
  return confidence < LEAST_CERTAIN ? "~" : "";
}

/** Functions and types have something to read; a constant or a field is better seen where it is used. */
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

/** One entry per definition, the surest, in order of weight. */
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

/** Why a definition is there. */
interface Reason {
  readonly why: string;
  /** The neighbour that gives it most. */
  readonly via?: SymbolRef;
}

/** For each definition the neighbour that gives it most. */
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
      const given = (relevance.get(key) ?? 0) * one.weight;
      if (given <= (best.get(target) ?? 0)) continue;
      best.set(target, given);
      why.set(target, { why: one.why, via: symbolOf(key) });
    }
  }
  for (const anchor of anchors) {
    if (graph.definition(anchor)) why.set(symbolKey(anchor), { why: "anchor" });
  }
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

/** A range inside one that is already there adds nothing; what is over the budget is left out. */
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
