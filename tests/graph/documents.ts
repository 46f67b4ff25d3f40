import { callTree, hasCycle, usagePaths } from "../../src/graph/chain.ts";
import type { ChainNode } from "../../src/graph/chain.ts";
import { buildContext } from "../../src/graph/context.ts";
import { placeOf } from "../../src/graph/describe.ts";
import type { CodeGraph } from "../../src/graph/edges.ts";
import { reachedData } from "../../src/graph/impact/impact_data.ts";
import { dependants } from "../../src/graph/impact.ts";
import type { SymbolRef } from "../../src/graph/symbol_ref.ts";
import { symbolName } from "./support.ts";

/** What the graph says, as documents for golden files. */

const NEVER = (): boolean => false;

/** Names a definition as golden files do. */
export function nameIn(graph: CodeGraph): (symbol: SymbolRef) => string {
  return (symbol) => symbolName(graph.index, symbol);
}

function tree(name: (symbol: SymbolRef) => string, node: ChainNode): unknown[] {
  const { symbol, call, calls, confidence, isDispatch, cycle, more, children } = node;
  const flags = [isDispatch && "dispatch", cycle && "cycle", more > 0 && `${more} more`].filter(Boolean);
  return [
    [name(symbol), call?.line, calls, round(confidence), ...flags].join(" "),
    ...children.map((child) => tree(name, child)),
  ];
}

/** To three digits. */
export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** What the graph says of one definition: edges with line, rule and confidence, chains, ways to it, impact, context. */
export function document(graph: CodeGraph, symbol: SymbolRef): Record<string, unknown> {
  const name = nameIn(graph);
  const chains = (["callers", "callees"] as const).map((direction) =>
    callTree(graph, [symbol], direction, { depth: 2, late: NEVER })
  );
  const reached = dependants(graph, [symbol], { depth: 3, decay: 0.8, threshold: 0.1, late: NEVER });
  const context = buildContext(graph, [{ ...symbol, score: 1 }], {
    depth: 2,
    tokenBudget: 300,
    late: NEVER,
  });
  return {
    symbol: name(symbol),
    place: Object.values(placeOf(graph, symbol)).join(" "),
    callers: graph.callers(symbol).map((edge) =>
      `${name(edge.from)} ${edge.line} ${edge.rule} ${round(edge.confidence)}`
    ),
    callees: graph.callees(symbol).map((edge) =>
      `${name(edge.to)} ${edge.line} ${edge.rule} ${round(edge.confidence)}`
    ),
    unresolved: graph.unresolved(symbol).count,
    chains: chains.map((chain) => [hasCycle(chain), ...tree(name, chain)]),
    usage: usagePaths(graph, symbol, NEVER).take(3).toArray().map(({ entry, steps }) =>
      `${entry}: ${steps.map((step) => `${name(step.symbol)}:${step.line}`).join(" > ")}`
    ),
    impact: reachedData(graph, reached),
    context: [
      context.tokenCount,
      context.dropped,
      ...context.candidates.map((one) => `${name(one)} ${round(one.relevance)} ${one.tokens} ${one.why}`),
    ],
  };
}
